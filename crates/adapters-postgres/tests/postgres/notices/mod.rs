//! Messages to drivers.

mod appearances;
mod changes;
mod news;
mod unconfirmed;
