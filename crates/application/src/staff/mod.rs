//! Staff: members, invitations, and their display settings.

pub mod bootstrap;
pub mod members;
pub mod preferences;
