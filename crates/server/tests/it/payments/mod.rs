//! Paying and receipts.

mod chargebacks;
mod driver;
mod paying;
mod receipts;
mod slow_provider;
