//! Queues, figures and timelines.

mod desk;
mod overview;
mod queues;
mod timeline;
