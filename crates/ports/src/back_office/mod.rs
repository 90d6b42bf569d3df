//! Queues, figures and timelines for staff.

pub mod desk;
pub mod overview;
pub mod queues;
pub mod timeline;
