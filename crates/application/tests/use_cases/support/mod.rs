//! What the tests stand on: builders with sensible defaults, an in-memory database that holds the promises of the real
//! one, and a payment provider that can lose its answers.

pub mod accounts;
pub mod build;
pub mod fakes;
mod filing;
pub mod guarding;
mod helpdesk;
mod lists;
pub mod mailbox;
pub mod memory;
mod outbox;
pub mod provider;
mod queues;
pub mod repositories;
mod requests;
pub mod unit;
pub mod world;

pub use build::*;
pub use provider::{Call, Fault, When};
pub use world::World;

/// The name of what came out: `Ok`, or the error's variant.
pub fn outcome<T>(result: &application::error::Result<T>) -> String {
    match result {
        Ok(_) => "Ok".to_owned(),
        Err(error) => format!("{error:?}").chars().take_while(|c| c.is_alphanumeric()).collect(),
    }
}
