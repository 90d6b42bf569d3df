//! Lists, queues, figures, files and timelines for staff.

pub mod exports;
pub mod lists;
pub mod overview;
pub mod queues;
pub mod timeline;
