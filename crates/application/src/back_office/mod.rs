//! The back office: desk, queues, answers to status requests, figures, exports, notes and timelines.

pub mod desk;
pub mod exports;
pub mod notes;
pub mod overview;
pub mod queues;
pub mod status_requests;
pub mod timeline;
