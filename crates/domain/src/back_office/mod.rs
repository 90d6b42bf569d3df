//! The back office: queues, notes, figures, and a driver's timeline.

pub mod desk;
pub mod note;
pub mod overview;
pub mod queue;
pub mod timeline;
pub mod waiting;
