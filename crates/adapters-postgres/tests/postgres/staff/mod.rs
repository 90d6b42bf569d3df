//! Who works in the back office.

mod members;
