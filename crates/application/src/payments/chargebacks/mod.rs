//! Chargebacks: their changes until the bank decides, and the evidence that staff submit.

pub mod evidence;
pub mod follow;
