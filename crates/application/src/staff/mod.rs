//! Staff: members, the first administrator, invitations, and display settings.

pub mod bootstrap;
pub mod members;
pub mod preferences;
