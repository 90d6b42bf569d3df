//! Signing up, logging in, and an account's own affairs.

pub mod dto;
pub mod routes;
