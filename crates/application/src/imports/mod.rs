//! Import of citations from files.

pub mod check;
pub mod files;
mod keys;
pub mod reading;
pub mod storing;
pub mod waiting;
