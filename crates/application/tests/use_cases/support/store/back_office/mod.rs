//! In-memory stores of the back office: lists, queues, the desk, the overview, preferences,
//! and standings of items.

pub mod desk;
pub mod lists;
pub mod overview;
mod preferences;
pub mod queues;
pub mod standings;
mod timeline;
