//! Ports that several features use, such as the clock, cryptography, lists, the outbox, notifications and
//! the storage of files.

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
