//! What a driver can do about an item, and the statements about it.

mod build;
mod list;
mod places;
mod statements;
