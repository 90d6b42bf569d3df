//! Imports of citations from files.

mod cities;
mod files;
mod numbers;
mod tables;
mod waiting;
