//! Signing up, logging in, and an account's own affairs.

pub mod dto;
pub mod lists;
pub mod routes;
pub mod session_memory;
