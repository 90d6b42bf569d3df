//! Staff: their invitations and preferences.

pub mod choice;
pub mod invitation;
