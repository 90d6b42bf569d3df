//! Staff members, invitations and preferences.

pub mod members;
pub mod preferences;
