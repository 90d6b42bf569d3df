//! The rules of Lanewise: entities, statuses with their legal moves, and every calculation that decides what a driver
//! sees, owes or may do. Pure: no I/O, no clock, no randomness, no serialization, no async. Times are passed in.
//!
//! What the page computes as well (order, grouping, session, phone, identity digits, how money is written) is held against the case files in
//! `cases/` by this crate's tests and by the page's.

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
