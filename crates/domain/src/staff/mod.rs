//! Staff: their invitations and preferences.

pub mod invitation;
pub mod preference;
