//! Who works in the back office.

pub mod choices;
pub mod members;
