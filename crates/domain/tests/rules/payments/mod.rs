//! Moves of a payment.

mod moves;
