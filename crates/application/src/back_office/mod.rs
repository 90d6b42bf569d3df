//! Queues, figures, files of lists and timelines for staff.

pub mod desk;
pub mod exports;
pub mod notes;
pub mod overview;
pub mod queues;
pub mod status_requests;
pub mod timeline;
