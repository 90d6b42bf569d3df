//! Queues and figures.

mod overview;
mod queues;
