//! The back office's lists, queues and search.

mod desk;
mod inquiries;
pub mod list_cases;
mod lists;
mod queues;
