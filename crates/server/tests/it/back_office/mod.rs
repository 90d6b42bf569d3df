//! Lists and queues.

mod desk;
mod inquiries;
mod lists;
mod queues;
