//! Queues, figures and timelines.

mod overview;
mod queues;
mod timeline;
