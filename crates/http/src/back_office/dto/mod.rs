//! Request and response bodies of the back office.

pub mod desk;
pub mod export;
pub mod note;
pub mod overview;
pub mod queue;
pub mod timeline;
