//! What staff look at: queues, figures, a driver's timeline.

pub mod overview;
pub mod queue;
pub mod timeline;
