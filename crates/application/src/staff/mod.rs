//! Staff: members, invitations, and their display settings.

pub mod bootstrap;
pub mod choices;
pub mod members;
