//! Who works in the back office.

pub mod members;
