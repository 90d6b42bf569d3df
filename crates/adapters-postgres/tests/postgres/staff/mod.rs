//! Who works in the back office.

mod choices;
mod members;
