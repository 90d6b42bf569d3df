//! What every subject needs: the errors and slices of the store, the clock, cryptography, the outbox, announcements.

pub mod clock;
pub mod feed;
pub mod field_names;
pub mod jobs;
pub mod limits;
pub mod list;
pub mod paging;
pub mod retention;
pub mod secrets;
pub mod store_error;
pub mod summary;
