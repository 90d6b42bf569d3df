//! Lawyer hires, their cases, and lawyers.

pub mod cases;
pub mod dto;
pub mod lawyers;
pub mod lists;
pub mod routes;
