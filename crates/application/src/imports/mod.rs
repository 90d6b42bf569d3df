//! Import of citations from files.

pub mod check;
pub mod files;
pub mod reading;
pub mod storing;
