//! Small adapters of the shell: clock, cryptography, codes of second factors.

pub mod clock;
pub mod crypto;
pub mod passwords;
pub mod time_codes;
pub mod vault;
