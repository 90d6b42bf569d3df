//! Chargebacks: following them until they are decided, and the evidence that staff submit.

pub mod evidence;
pub mod follow;
