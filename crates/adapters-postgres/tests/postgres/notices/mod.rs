//! Messages to drivers.

mod news;
mod unconfirmed;
