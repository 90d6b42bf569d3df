//! Tests of staff members, invitations and second factors.

mod members;
