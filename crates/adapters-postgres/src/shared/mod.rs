//! Code that all repositories share: text search, the outbox, limits and retention.

pub(crate) mod item_columns;
mod jobs;
mod limits;
mod retention;
pub(crate) mod rows;
pub(crate) mod search;
