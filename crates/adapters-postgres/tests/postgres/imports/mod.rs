//! Imports of citations from files.

mod files;
mod waiting;
