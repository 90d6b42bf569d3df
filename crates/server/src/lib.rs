//! The server: settings, wiring of the crates, background jobs, metrics, and commands for operators.

pub mod adapters;
pub mod audit;
pub mod books;
pub mod check;
pub mod config;
pub mod connections;
pub mod demo;
pub mod figures;
pub mod jobs;
pub mod keys;
pub mod live;
pub mod process;
pub mod run;
mod senders;
pub mod wiring;
