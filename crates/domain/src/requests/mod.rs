//! Drivers' requests to staff: reports of missing tickets, license checks, and requests to get text messages.

pub mod case_update;
pub mod hardship;
pub mod identity;
pub mod report;
pub mod text_request;
