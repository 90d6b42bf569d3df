//! Sending drivers' money to courts, cities, toll agencies and lawyers
//! (docs/product/money-to-authorities.md#remittances). Also the register of authorities, and second bills.

pub mod authority;
pub mod billed_again;
pub mod merge;
pub mod obligation;
pub mod payee;
pub mod prepared;
pub mod proof;
pub mod remittance;
