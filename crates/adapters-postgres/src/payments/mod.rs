//! Payments and their cards, the ledger and its matching, refunds, chargebacks, declines, remittances, lost
//! payments and the history.

mod attention;
mod books;
pub(crate) mod chargebacks;
mod declines;
mod events;
mod history;
mod lists;
mod lost;
mod matching;
pub(crate) mod records;
mod refunds;
pub(crate) mod remittances;
pub(crate) mod rows;
