//! Imports of citations from files.

pub mod dto;
mod mend;
pub mod plate_reviews;
pub mod routes;
pub mod waiting;
pub mod waiting_dto;
