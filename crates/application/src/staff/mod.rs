//! Who works in the back office.

pub mod bootstrap;
pub mod choices;
pub mod members;
