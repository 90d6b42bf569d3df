//! The back office: the desk and its queues, search results, notes, purposes of payments,
//! and a driver's timeline.

pub mod desk;
pub mod note;
pub mod overview;
pub mod queue;
pub mod timeline;
pub mod waiting;
