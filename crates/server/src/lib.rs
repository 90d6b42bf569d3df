//! The shell: settings, wiring, jobs. It alone knows every crate.

pub mod adapters;
pub mod audit;
pub mod books;
pub mod chat;
pub mod check;
pub mod config;
pub mod connections;
pub mod demo;
pub mod figures;
pub mod jobs;
pub mod keys;
pub mod process;
pub mod run;
mod senders;
pub mod wiring;
