//! Tickets, parking tickets and tolls.

pub mod dto;
pub mod routes;
