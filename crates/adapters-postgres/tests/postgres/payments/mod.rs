//! Payments and history.

mod chargebacks;
mod history;
mod records;
mod refunds;
