//! What the calls about accounts send and answer.

pub mod account;
pub mod session;
pub mod sign_up;
pub mod user;
