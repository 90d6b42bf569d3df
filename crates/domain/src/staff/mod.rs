//! Who works in the back office.

pub mod choice;
pub mod invitation;
