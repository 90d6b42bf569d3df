//! Request and response bodies about payments.

pub mod attention;
pub mod authorities;
pub mod billed_again;
pub mod books;
pub mod card;
pub mod chargeback;
pub mod history;
pub mod money_trail;
pub mod payment;
pub mod proofs;
pub mod refund;
pub mod remittance_bodies;
pub mod remittance_file;
pub mod remittances;
