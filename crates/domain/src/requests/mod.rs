//! Drivers' requests to staff: missing tickets, license checks, and texts.

pub mod case_update;
pub mod identity;
pub mod report;
pub mod text_request;
