//! Imports of citations from files.

mod files;
mod matching;
mod storing;
