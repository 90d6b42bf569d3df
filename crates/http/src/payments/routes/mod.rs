//! Requests about payments, refunds, chargebacks, books, authorities, remittances, second bills, receipts, My
//! file and the payment history.

pub mod attention;
pub mod authorities;
pub mod billed_again;
pub mod books;
pub mod chargebacks;
pub mod my_file;
pub mod payments;
pub mod proofs;
pub mod receipts;
pub mod refunds;
pub mod remittances;
