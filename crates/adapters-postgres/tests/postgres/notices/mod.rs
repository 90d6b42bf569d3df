//! Tests of messages to drivers.

mod appearances;
mod changes;
mod days;
mod news;
mod unconfirmed;
