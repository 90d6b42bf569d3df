//! Emails, texts, reminders, replies and the outbox.

mod mails;
mod outbox;
mod planner;
mod reminders;
mod replies;
mod unconfirmed;
