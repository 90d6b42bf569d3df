//! What the calls of the back office send and answer.

pub mod desk;
pub mod export;
pub mod note;
pub mod overview;
pub mod queue;
pub mod timeline;
