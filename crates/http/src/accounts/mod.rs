//! Sign-up, login, users, and the actions of users on their own accounts.

pub mod dto;
pub mod lists;
pub mod routes;
