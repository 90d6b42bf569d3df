//! Queues, figures, files of lists and timelines for staff.

pub mod desk;
pub mod exports;
pub mod overview;
pub mod queues;
pub mod timeline;
