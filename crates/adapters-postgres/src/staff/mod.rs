//! Staff members, their invitations and their preferences.

mod members;
mod preferences;
