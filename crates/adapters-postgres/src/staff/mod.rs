//! Staff members, their invitations and their display preferences.

mod members;
mod preferences;
