//! The calls of the back office.

pub mod exports;
pub mod lists;
pub mod overview;
pub mod queues;
pub mod timeline;
