//! Queues, figures and timelines for staff.

pub mod overview;
pub mod queues;
pub mod timeline;
