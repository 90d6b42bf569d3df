//! Lists and queues.

mod desk;
mod inquiries;
pub mod list_cases;
mod lists;
mod queues;
