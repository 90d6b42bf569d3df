//! Imports of citations from files.

mod files;
mod tables;
mod waiting;
