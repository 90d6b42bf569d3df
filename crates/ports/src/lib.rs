//! Interfaces (ports) of everything the use cases need from outside. Adapters implement them.
//!
//! Every call is synchronous, because use cases run on threads that may block.

#![deny(missing_docs)]

pub mod accounts;
pub mod back_office;
pub mod driving_record;
pub mod every_list;
pub mod help;
pub mod imports;
pub mod legal_help;
pub mod notices;
pub mod payments;
pub mod requests;
pub mod security;
pub mod shared;
pub mod sources;
pub mod staff;
pub mod store;
