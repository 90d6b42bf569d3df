//! Remittances: sending drivers' money to courts, cities and toll agencies
//! (docs/product/money-to-authorities.md#remittances).

pub mod billed_again;
pub mod merging;
pub mod owed;
pub mod proving;
pub mod recovering;
pub mod register;
pub mod sending;
pub mod watch;
