//! Payments, refunds, chargebacks, books, authorities, remittances, second bills, receipts,
//! the PDF "My file" and the payment history.

pub mod dto;
pub mod lists;
pub mod routes;
