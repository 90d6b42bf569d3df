//! Chargebacks: following them to their end, and the evidence that staff give.

pub mod evidence;
pub mod follow;
