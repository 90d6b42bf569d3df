//! Payments, refunds, chargebacks, declines, transactions and the history.

pub(crate) mod cards;
pub(crate) mod chargebacks;
mod declines;
mod history;
mod lists;
pub(crate) mod records;
mod refunds;
pub(crate) mod rows;
