//! Drivers' requests to staff.

pub mod lists;
pub mod reports;
pub mod text_requests;
