//! The shell: settings, wiring, jobs. It alone knows every crate.

pub mod adapters;
pub mod audit;
pub mod books;
pub mod chat;
pub mod check;
mod collector;
pub mod config;
pub mod connections;
pub mod demo;
pub mod figures;
pub mod jobs;
pub mod keys;
pub mod logging;
mod notify;
pub mod ops;
pub mod run;
mod senders;
mod stopping;
pub mod wiring;
