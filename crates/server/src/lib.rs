//! The server: settings, wiring of all crates, and background jobs. Only this crate depends on all
//! others.

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
