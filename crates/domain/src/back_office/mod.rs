//! What staff look at: queues, figures, a driver's timeline.

pub mod desk;
pub mod note;
pub mod overview;
pub mod queue;
pub mod timeline;
