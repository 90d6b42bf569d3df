//! Paying and receipts.

mod chargebacks;
mod paying;
mod receipts;
