//! Staff members, invitations and preferences.

pub mod choices;
pub mod members;
