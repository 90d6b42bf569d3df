//! Payments and history.

mod books;
mod chargebacks;
mod declines;
mod history;
mod records;
mod refunds;
