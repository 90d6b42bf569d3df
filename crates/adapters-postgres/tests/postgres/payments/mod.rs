//! Tests of payments, provider events, chargebacks, the ledger, remittances and merging of authorities.

mod books;
mod chargebacks;
mod events;
mod lost;
mod merging;
mod records;
mod remittances;
