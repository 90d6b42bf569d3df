//! Refunds: requesting them from the provider, applying their outcome, and refunds by staff.

pub mod advance;
pub mod by_staff;
pub mod of_hire;
pub mod records;
pub mod refunded;
