//! What every repository uses: searching in text, the outbox, announcements.

mod jobs;
mod retention;
pub(crate) mod rows;
pub(crate) mod search;
