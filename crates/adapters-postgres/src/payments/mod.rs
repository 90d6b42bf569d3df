//! Payments, transactions and the history.

pub(crate) mod cards;
mod history;
mod lists;
pub(crate) mod records;
pub(crate) mod rows;
