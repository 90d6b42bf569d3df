//! Code that several modules of this crate use, such as lists, uploads, queued emails and the outbox.

pub mod case_updates;
pub mod cases;
pub mod changes;
pub mod files;
pub mod last_uses;
pub(crate) mod lease;
pub mod lists;
pub mod live_payments;
pub mod numbers;
pub mod outbox;
pub mod outgoing;
pub mod queued_emails;
pub mod retention;
pub mod unstored_results;
pub mod uploads;
