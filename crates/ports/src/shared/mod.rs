//! Ports that all features use: store errors, pages of lists, the clock, cryptography, the outbox, and notifications.

pub mod clock;
pub mod feed;
pub mod field_names;
pub mod file_contents;
pub mod jobs;
pub mod limits;
pub mod list;
pub mod malware;
pub mod paging;
pub mod pictures;
pub mod retention;
pub mod secrets;
pub mod store_error;
pub mod summary;
