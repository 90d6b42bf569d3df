//! Drivers' requests to staff.

pub mod dto;
pub mod hardship;
pub mod lists;
pub mod routes;
