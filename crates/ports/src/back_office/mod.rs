//! Search, queues, notes, figures and timelines for staff.

pub mod desk;
pub mod figures;
pub mod notes;
pub mod overview;
pub mod queues;
pub mod timeline;
