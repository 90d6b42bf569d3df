//! In-memory stores of payments and related records.

pub mod attention;
mod authorities;
pub mod books;
pub mod chargebacks;
pub mod declines;
pub mod events;
mod history;
mod lawyers;
mod lost;
pub mod obligations;
pub mod proving;
pub mod records;
pub mod refunds;
pub mod remittances;
