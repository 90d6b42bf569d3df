//! Lanewise's business rules: entities, statuses with their allowed changes, and the calculations that decide
//! what a driver sees, owes or may do. The code is pure: no I/O, clock, randomness, serialization or async.
//! Callers pass in the current time.
//!
//! The web page, in `frontend`, also implements some of the rules, such as the order of items and
//! the format of money. The tests of this crate and of the web page check both implementations
//! against the case files in `cases/`.

#![deny(missing_docs)]

pub mod accounts;
pub mod back_office;
pub mod driving_record;
pub mod help;
pub mod imports;
pub mod legal_help;
pub mod notices;
pub mod payments;
pub mod requests;
pub mod security;
pub mod shared;
pub mod sources;
pub mod staff;
