//! Small adapters that live in this crate: clock, tokens, password hashing, one-time codes and encryption.

pub mod clock;
pub mod crypto;
pub mod passwords;
pub mod time_codes;
pub mod vault;
