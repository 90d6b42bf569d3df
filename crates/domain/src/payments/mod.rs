//! Payments and what they leave: fees on record, receipts.

pub mod card;
pub mod fees;
pub mod item_paid;
pub mod payment;
pub mod receipt;
