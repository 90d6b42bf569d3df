//! Staff members and their preferences.

mod members;
mod preferences;
