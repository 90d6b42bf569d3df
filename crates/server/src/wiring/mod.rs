//! Puts the ports' implementations together.

pub mod database;
pub mod legal_help;
pub mod mail;
pub mod page;
pub mod provider;
mod sources;
pub mod state;
