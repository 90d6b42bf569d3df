//! Lists and queues.

mod desk;
mod lists;
mod queues;
