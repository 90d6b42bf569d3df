//! The staff, invitations and second factors.

pub mod dto;
pub mod routes;
