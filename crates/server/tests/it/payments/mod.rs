//! Paying and receipts.

mod paying;
mod receipts;
