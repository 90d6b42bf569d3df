//! Reconciliation: webhooks, the list of events, the job, and all of them in random order.

mod events;
mod foreign_money;
mod job;
mod storms;
mod webhook;
