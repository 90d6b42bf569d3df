//! The back office's search, queues, overview, notes and timelines, and the figures for monitoring.

mod desk;
mod figures;
mod notes;
mod overview;
mod queues;
mod timeline;
