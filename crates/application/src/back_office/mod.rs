//! Queues, figures, files of lists and timelines for staff.

pub mod exports;
pub mod overview;
pub mod queues;
pub mod timeline;
