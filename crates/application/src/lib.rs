//! The use cases, such as paying a ticket: their access checks and their steps. Use cases about the same
//! records share a file.
//!
//! This crate depends on the domain and the ports. The crate contains no HTTP, no SQL, no calls of the
//! payment provider's API, and no async runtime.

pub mod access;
pub mod accounts;
pub mod back_office;
pub mod deps;
pub mod driving_record;
pub mod error;
pub mod help;
pub mod imports;
pub mod jobs;
pub mod legal_help;
pub mod notices;
pub mod payments;
pub mod requests;
pub mod security;
pub mod shared;
pub mod sources;
pub mod staff;

pub use deps::Deps;
pub use error::Error;
