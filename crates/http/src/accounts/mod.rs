//! Sign-up, login, and users' own accounts.

pub mod dto;
pub mod lists;
pub mod routes;
pub mod session_cache;
