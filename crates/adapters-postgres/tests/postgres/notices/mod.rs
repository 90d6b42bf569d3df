//! Messages to drivers.

mod appearances;
mod news;
mod unconfirmed;
