//! Payments, refunds, chargebacks, books, remittances, receipts and webhooks.

mod books;
mod chargebacks;
mod driver;
mod failing_provider;
mod merging;
mod paying;
mod receipts;
mod remittances;
mod webhooks;
