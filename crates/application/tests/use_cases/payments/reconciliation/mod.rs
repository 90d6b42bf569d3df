//! Reconciliation: webhooks, the list of events, the job, and random interleavings of all of them.

mod events;
mod foreign_money;
mod job;
mod storms;
mod webhook;
