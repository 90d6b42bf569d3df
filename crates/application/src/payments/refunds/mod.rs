//! Refunds: carrying one out at the provider, what follows when the money is back, and what staff do.

pub mod by_staff;
pub mod carry_on;
pub mod records;
pub mod refunded;
