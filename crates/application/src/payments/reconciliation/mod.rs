//! What brings ours and the provider's records together without waiting for anybody.

pub mod call_off;
mod chargebacks;
pub(in crate::payments) mod door;
mod events;
pub(in crate::payments) mod lost;
pub mod rebuild;
pub mod reconcile;
