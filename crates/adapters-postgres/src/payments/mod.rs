//! Payments, the ledger, refunds, chargebacks, declines, transactions and the history.

mod books;
pub(crate) mod cards;
pub(crate) mod chargebacks;
mod declines;
mod events;
mod history;
mod lists;
mod matching;
pub(crate) mod records;
mod refunds;
pub(crate) mod rows;
