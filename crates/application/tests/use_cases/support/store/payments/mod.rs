//! Payments in memory, and what belongs to them.

pub mod books;
pub mod chargebacks;
pub mod declines;
pub mod events;
pub mod records;
pub mod refunds;
