//! Citations from files.

pub mod files;
pub mod waiting;
