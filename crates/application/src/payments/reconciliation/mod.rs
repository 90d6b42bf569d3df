//! Reconciliation: brings our records and the provider's together in the background.

pub mod call_off;
mod chargebacks;
pub(in crate::payments) mod door;
mod events;
pub(in crate::payments) mod lost;
pub mod rebuild;
pub mod reconcile;
