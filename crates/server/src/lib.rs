//! The shell: settings, wiring, jobs. It alone knows every crate.

pub mod chat;
pub mod config;
pub mod crypto;
pub mod database;
pub mod demo;
pub mod jobs;
pub mod legal_help;
pub mod logging;
pub mod page;
pub mod post;
pub mod provider;
pub mod run;
pub mod time;
pub mod time_codes;
pub mod wiring;
