//! The use cases: what happens in which order, and who may do it. One file each.
//!
//! Nothing here knows HTTP, SQL, the payment provider's API or a runtime; it knows the domain and the ports.

pub mod access;
pub mod account;
pub mod bootstrap;
pub mod calendar;
pub mod cancel_hire;
pub mod case_updates;
pub mod changes;
pub mod confirm_payment;
pub mod deps;
pub mod error;
pub mod exports;
pub mod filing;
pub mod guard;
pub mod help;
pub mod hires;
pub mod history;
pub mod import;
pub mod items;
pub mod lists;
pub mod log_in;
pub mod mails;
pub mod mark_paid;
pub mod money;
pub mod overview;
pub mod queues;
pub mod receipts;
pub mod receive_webhook;
pub mod reconcile;
pub mod reports;
pub mod second_factor;
pub mod security;
pub mod sessions;
pub mod settlement;
pub mod sign_up;
pub mod staff;
pub mod start_payment;
pub mod text_requests;
pub mod timeline;
pub mod transactions;
pub mod users;
pub mod work;

pub use deps::Deps;
pub use error::Error;
