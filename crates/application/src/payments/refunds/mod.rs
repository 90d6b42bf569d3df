//! Refunds: requests to the provider, their results, and refunds by staff.

pub mod advance;
pub mod by_staff;
pub mod of_hire;
pub mod records;
pub mod refunded;
