//! Queues, figures and timelines.

mod desk;
mod figures;
mod notes;
mod overview;
mod queues;
mod timeline;
