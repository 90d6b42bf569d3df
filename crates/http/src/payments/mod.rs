//! Paying, receipts and the history.

pub mod dto;
pub mod lists;
pub mod routes;
