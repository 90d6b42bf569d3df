//! Puts the ports' implementations together.

pub mod database;
pub mod legal_help;
pub mod mail;
pub mod page;
pub mod provider;
pub mod state;
