//! Code that several repositories share: item columns, row conversions and text search. Also the outbox,
//! limits, locks and retention.

pub(crate) mod item_columns;
pub(crate) mod item_summary;
mod jobs;
mod limits;
pub(crate) mod locks;
mod retention;
pub(crate) mod rows;
pub(crate) mod search;
