//! Payments, transactions and the history.

mod history;
pub(crate) mod records;
pub(crate) mod rows;
