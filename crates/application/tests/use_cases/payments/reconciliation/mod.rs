//! What brings ours and the provider's records together: webhooks, the list of events, the job; and storms of everything at once.

mod events;
mod foreign_money;
mod job;
mod storms;
mod webhook;
