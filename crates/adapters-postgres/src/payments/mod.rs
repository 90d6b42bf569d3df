//! Payments, refunds, transactions and the history.

pub(crate) mod cards;
mod history;
mod lists;
pub(crate) mod records;
mod refunds;
pub(crate) mod rows;
