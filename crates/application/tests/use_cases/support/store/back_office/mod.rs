//! What the back office asks of the database in memory: lists, queues, the live desk, and how an item stands.

mod choices;
pub mod desk;
pub mod lists;
pub mod overview;
pub mod queues;
pub mod standings;
