//! Staff members, their invitations and their choices.

mod choices;
mod members;
