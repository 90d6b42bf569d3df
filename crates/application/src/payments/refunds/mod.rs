//! Refunds: requests to the provider, their results, and refunds by staff.

pub mod advance;
pub mod by_staff;
pub mod excess;
pub mod hire_refunds;
pub mod records;
pub mod refunded;
