//! Moves of a payment.

mod moves;
mod ownership;
mod refunds;
