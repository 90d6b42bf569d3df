//! Payments, transactions and the history.

mod history;
mod lists;
pub(crate) mod records;
pub(crate) mod rows;
