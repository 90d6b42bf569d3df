pub mod files;
pub mod matching;
pub mod plate_reviews;
pub mod waiting;
