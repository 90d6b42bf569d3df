//! Imports of citations from files.

mod files;
mod matching;
mod rows;
mod storing;
mod undoing;
mod waiting;
