pub mod account;
pub mod links;
pub mod second_factor;
pub mod sessions;
pub mod users;
pub mod verification;
