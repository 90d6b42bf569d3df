//! Drivers' requests to staff.

pub mod hardship;
pub mod lists;
pub mod reports;
pub mod text_requests;
