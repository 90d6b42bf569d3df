//! Lawyer hires.

pub mod dto;
pub mod routes;
