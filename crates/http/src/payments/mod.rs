//! Payments, refunds, books, remittances, receipts and the payment history.

pub mod dto;
pub mod lists;
pub mod routes;
