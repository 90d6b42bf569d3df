//! Staff members and their preferences.

mod choices;
mod members;
