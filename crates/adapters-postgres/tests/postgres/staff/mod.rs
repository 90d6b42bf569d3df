//! Staff members, invitations and second factors.

mod members;
