//! Requests of drivers to staff.

pub mod lists;
pub mod reports;
pub mod text_requests;
