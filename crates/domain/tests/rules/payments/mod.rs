//! Moves of a payment.

mod chargebacks;
mod moves;
mod ownership;
mod refunds;
