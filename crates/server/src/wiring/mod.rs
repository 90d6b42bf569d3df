//! Builds the implementations of the ports from the settings.

pub mod database;
pub mod legal_help;
pub mod mail;
pub mod page;
pub mod provider;
mod sources;
pub mod state;
