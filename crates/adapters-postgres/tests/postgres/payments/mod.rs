//! Payments and history.

mod history;
mod records;
mod refunds;
