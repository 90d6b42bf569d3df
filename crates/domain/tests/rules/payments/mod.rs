//! Moves of a payment.

mod card_testing;
mod chargebacks;
mod moves;
mod ownership;
mod refunds;
