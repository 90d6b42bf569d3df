//! Reconciliation: background work that makes our records agree with the provider's.

pub mod cancel_intent;
mod chargebacks;
mod events;
pub(in crate::payments) mod ingest;
pub(in crate::payments) mod lost;
pub mod rebuild;
pub mod reconcile;
