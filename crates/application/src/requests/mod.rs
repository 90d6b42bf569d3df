//! Drivers' requests to staff: missing-ticket reports and text notifications.

pub mod reports;
pub mod text_requests;
