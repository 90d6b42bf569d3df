//! Imports of citations from files.

mod bad_rows_file;
pub mod dto;
pub mod plate_reviews;
pub mod routes;
pub mod waiting;
pub mod waiting_dto;
