//! The calls about payments.

pub mod attention;
pub mod books;
pub mod chargebacks;
pub mod payments;
pub mod receipts;
pub mod refunds;
