//! Lawyer hires.

pub mod dto;
pub mod lists;
pub mod routes;
