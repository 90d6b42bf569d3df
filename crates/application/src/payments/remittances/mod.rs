//! Remittances: sending drivers' money to authorities and lawyers. Also the register of authorities,
//! and second bills (docs/product/money-to-authorities.md#remittances).

pub mod billed_again;
pub mod merging;
pub mod owed;
pub mod proving;
pub mod recovering;
pub mod register;
pub mod sending;
pub mod watch;
