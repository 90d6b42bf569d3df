//! Payments, refunds, chargebacks, books, remittances, receipts and webhooks.

mod books;
mod chargebacks;
mod driver;
mod merging;
mod paying;
mod receipts;
mod remittances;
mod slow_provider;
mod webhooks;
