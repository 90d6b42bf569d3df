//! Staff members and their display settings.

mod preferences;
