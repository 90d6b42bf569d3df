//! What drivers are told.

mod news;
mod unconfirmed;
