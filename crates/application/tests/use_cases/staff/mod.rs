//! Who works in the back office, and how they like it.

mod choices;
