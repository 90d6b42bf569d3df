//! Request and response bodies about payments.

pub mod attention;
pub mod authorities;
pub mod billed_again;
pub mod books;
pub mod card;
pub mod chargeback;
pub mod history;
pub mod payment;
pub mod proofs;
pub mod refund;
pub mod remittance_file;
pub mod remittances;
