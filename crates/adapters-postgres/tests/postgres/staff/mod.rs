//! Staff members and their preferences.

mod members;
