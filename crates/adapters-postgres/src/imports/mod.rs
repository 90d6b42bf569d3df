//! Imports of citations from files.

mod files;
mod matching;
mod plate_reviews;
mod rows;
mod storing;
mod undoing;
mod waiting;
