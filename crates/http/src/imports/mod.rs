//! Imports of citations from files.

pub mod dto;
pub mod routes;
