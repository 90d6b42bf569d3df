//! Payments, refunds, chargebacks, the payment provider, the books, remittances, the
//! payment history and receipts.

pub mod attention;
pub mod books;
pub mod chargebacks;
pub mod declines;
pub mod events;
pub mod gateway;
pub mod history;
pub mod lists;
pub mod lost;
pub mod my_file;
pub mod receipts;
pub mod records;
pub mod refunds;
pub mod remittances;
