//! The back office's lists, queues, search and help inquiries.

mod desk;
mod inquiries;
pub mod list_cases;
mod lists;
mod queues;
