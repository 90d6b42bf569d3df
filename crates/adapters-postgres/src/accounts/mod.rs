//! Users, sessions, emailed links, second factors and personal data.

mod account;
pub(crate) mod link_rows;
mod links;
pub(crate) mod lists;
mod personal_data;
mod second_factor;
pub(crate) mod session_rows;
mod sessions;
pub(crate) mod user_rows;
mod users;
mod verification;
