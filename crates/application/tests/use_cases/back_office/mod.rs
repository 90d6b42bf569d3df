//! Queues and figures.

mod desk;
mod overview;
mod queues;
