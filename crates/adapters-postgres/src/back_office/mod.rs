//! Queues, figures and timelines.

mod desk;
mod notes;
mod overview;
mod queues;
mod timeline;
