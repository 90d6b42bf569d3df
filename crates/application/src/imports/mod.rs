//! Imports of citations from files, and staff's decisions about waiting citations, which couldn't be assigned to a
//! driver, and about matches by license plate.

pub mod check;
mod decoding;
pub(crate) mod existing_items;
mod failing;
pub mod files;
pub(crate) mod keys;
pub mod plate_reviews;
pub mod reading;
mod repeats;
mod stored_file;
pub mod storing;
mod valid_line;
pub mod waiting;
