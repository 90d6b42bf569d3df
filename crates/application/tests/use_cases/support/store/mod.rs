//! The in-memory database, with a module for each feature.

pub mod accounts;
mod added;
mod audit_trail;
pub mod back_office;
pub mod case_secrets;
mod contest_letters;
mod courts;
mod data_keys;
mod filing;
mod hardship;
pub mod helpdesk;
pub mod imports;
pub mod item_files;
pub mod legal_help;
pub mod memory;
pub mod notices;
pub mod outbox;
pub mod payments;
pub mod repositories;
pub mod requests;
mod retention;
pub mod security;
pub mod sources;
pub mod staff;
pub mod unit;
