//! The rules of Lanewise: entities, statuses with their legal moves, and every calculation that decides what a driver
//! sees, owes or may do. Pure: no I/O, no clock, no randomness, no serialisation, no async. Times are passed in.

pub mod audit;
pub mod driving;
pub mod hire;
pub mod ids;
pub mod money;
pub mod payment;
pub mod security;
pub mod session;
pub mod ticket;
pub mod us_state;
pub mod user;
