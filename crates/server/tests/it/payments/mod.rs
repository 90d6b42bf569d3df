//! Payments, refunds, books, remittances and receipts.

mod books;
mod chargebacks;
mod driver;
mod merging;
mod paying;
mod receipts;
mod remittances;
mod slow_provider;
mod webhooks;
