//! Imports of citations from files, citations that wait for a driver or for staff, and reviews of items that
//! were filed by plate.

mod bad_rows_file;
pub mod dto;
pub mod plate_reviews;
pub mod routes;
pub mod waiting;
pub mod waiting_dto;
