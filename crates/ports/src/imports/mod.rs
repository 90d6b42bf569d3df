//! Imported citations: files, and citations that wait for a driver.

pub mod files;
pub mod plate_reviews;
pub mod waiting;
