//! Imports of citations from files, and waiting citations.

mod files;
mod waiting;
