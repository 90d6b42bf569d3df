//! Payments and history.

mod chargebacks;
mod declines;
mod history;
mod records;
mod refunds;
