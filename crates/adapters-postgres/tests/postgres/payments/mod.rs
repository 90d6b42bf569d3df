//! Payments and history.

mod books;
mod chargebacks;
mod declines;
mod events;
mod history;
mod live;
mod records;
mod refunds;
