//! Payments, refunds, chargebacks, the ledger, remittances, merging of authorities and the payment history.

mod books;
mod chargebacks;
mod events;
mod lost;
mod merging;
mod records;
mod remittances;
