//! Drivers' requests to staff: reports of missing tickets, license checks, requests for texts, and requests of
//! drivers who can't pay. Also the texts about status changes that drivers can request.

pub mod case_update;
pub mod hardship;
pub mod identity;
pub mod report;
pub mod text_request;
