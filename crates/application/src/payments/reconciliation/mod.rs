//! Reconciliation: background work that brings the database in line with the provider's records.

pub mod cancel_intent;
mod chargebacks;
mod events;
pub(in crate::payments) mod ingest;
pub(in crate::payments) mod lost;
pub mod rebuild;
pub mod reconcile;
