//! Refunds: requesting them from the provider, applying their outcome, and refunds by staff.

pub mod by_staff;
pub mod carry_on;
pub mod records;
pub mod refunded;
