//! Emails, texts, reminders, replies and the outbox.

mod mails;
mod outbox;
mod reminders;
mod replies;
mod unconfirmed;
