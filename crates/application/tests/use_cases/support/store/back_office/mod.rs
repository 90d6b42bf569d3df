//! The back office in memory: lists, queues, the live desk, and standings of items.

mod choices;
pub mod desk;
pub mod lists;
pub mod overview;
pub mod queues;
pub mod standings;
