//! Staff members, their invitations and their display preferences.

mod choices;
mod members;
