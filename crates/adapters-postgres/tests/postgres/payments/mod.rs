//! Payments, refunds, chargebacks, the ledger and the payment history.

mod attention;
mod books;
mod chargebacks;
mod declines;
mod events;
mod history;
mod lawyers;
mod live;
mod lost;
mod merging;
mod records;
mod refunds;
mod remittances;
