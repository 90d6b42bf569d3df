//! Requests of the back office.

pub mod desk;
pub mod exports;
pub mod notes;
pub mod overview;
pub mod queues;
pub mod timeline;
