pub mod jobs;
pub mod limits;
pub mod retention;
