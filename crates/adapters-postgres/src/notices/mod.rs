//! Emails and texts to drivers: planned messages and their statuses, phone numbers, replies, and counts of
//! messages to unconfirmed recipients. Also court appearances and the calendar feed.

mod calendar;
mod messages;
mod numbers;
mod planning;
mod plans;
mod replies;
mod rows;
mod unconfirmed;
