//! Lists, queues, figures and timelines for staff.

pub mod lists;
pub mod overview;
pub mod queues;
pub mod timeline;
