//! What every repository uses: searching in text, the outbox, announcements.

mod jobs;
mod limits;
mod retention;
pub(crate) mod rows;
pub(crate) mod search;
