//! Drivers' requests to staff: missing-ticket reports, text notifications, and help with items that they can't pay.

pub mod hardship;
pub mod reports;
pub mod text_requests;
