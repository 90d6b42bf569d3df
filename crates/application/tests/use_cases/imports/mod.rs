//! Imports of citations from files.

mod cities;
mod files;
mod tables;
mod waiting;
