//! What every repository uses: searching in text, the outbox, announcements.

mod jobs;
pub(crate) mod rows;
pub(crate) mod search;
