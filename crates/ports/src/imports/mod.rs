//! Imported citations: files, and citations that wait for a driver.

pub mod files;
pub mod waiting;
