//! Reconciliation: brings our records and the provider's together in the background.

pub mod cancel_intent;
mod chargebacks;
mod events;
pub(in crate::payments) mod ingest;
pub(in crate::payments) mod lost;
pub mod rebuild;
pub mod reconcile;
