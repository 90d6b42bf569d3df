//! Lawyer hires, their cases, lawyers, and the statements of their fees.

pub mod cases;
pub mod dto;
pub mod lawyers;
pub mod lists;
pub mod routes;
pub mod statements;
