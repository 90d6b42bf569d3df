//! Import of citations from files.

pub mod check;
pub mod files;
mod keys;
pub mod reading;
mod stored_file;
pub mod storing;
pub mod waiting;
