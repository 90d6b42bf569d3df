//! Citations from files.

pub mod files;
