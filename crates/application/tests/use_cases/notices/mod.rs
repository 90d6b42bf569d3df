//! Mails and the outbox.

mod mails;
mod outbox;
