//! The money's way to courts, cities and toll roads (docs/PRODUCT.md#remittances).

pub mod billed_again;
pub mod owed;
pub mod proving;
pub mod recovering;
pub mod register;
pub mod sending;
pub mod watch;
