//! Imported citations: files, and citations that aren't assigned to a driver yet.

pub mod files;
pub mod plate_reviews;
pub mod waiting;
