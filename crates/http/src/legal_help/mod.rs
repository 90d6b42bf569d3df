//! Lawyer hires, their cases, lawyers, and the statements of lawyers' monthly fees.

pub mod cases;
pub mod dto;
pub mod lawyers;
pub mod lists;
pub mod routes;
pub mod statements;
