//! Payments, refunds, chargebacks, the ledger and the payment history.

mod books;
mod chargebacks;
mod events;
mod history;
mod lawyers;
mod lost;
mod merging;
mod records;
mod remittances;
