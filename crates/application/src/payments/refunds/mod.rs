//! Refunds: requesting them from the provider, what follows when the money is back, and refunds by staff.

pub mod by_staff;
pub mod carry_on;
pub mod records;
pub mod refunded;
