//! Lists and queues.

mod lists;
mod queues;
