//! Drivers' requests to staff.

pub mod dto;
pub mod lists;
pub mod routes;
