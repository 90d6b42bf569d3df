//! Imports of citations from files, waiting citations, and reviews of plate dates.

mod files;
mod matching;
mod plate_reviews;
mod rows;
mod storing;
mod undoing;
mod waiting;
