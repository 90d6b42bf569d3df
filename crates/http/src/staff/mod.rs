//! Staff members, invitations and back-office preferences.

pub mod dto;
pub mod routes;
