//! Test support: builders of test data, a database in memory with the real one's guarantees, and a
//! payment provider that can lose responses.

pub mod build;
pub mod fakes;
pub mod mailbox;
pub mod provider;
pub mod store;
pub mod world;

pub use build::*;
pub use provider::{Call, Fault, When};
pub use store::payments::events::kind_of;
pub use world::World;

/// Returns the name of a result: `Ok`, or the error's variant.
pub fn outcome<T>(result: &application::error::Result<T>) -> String {
    match result {
        Ok(_) => "Ok".to_owned(),
        Err(error) => format!("{error:?}").chars().take_while(|c| c.is_alphanumeric()).collect(),
    }
}

/// Logs in a user who has no second factor.
pub fn log_in(
    deps: &application::Deps,
    email: &str,
    password: &str,
    old_token: Option<&str>,
    origin: &application::access::Origin,
) -> application::error::Result<(domain::accounts::user::User, application::accounts::sessions::OpenedSession)>
{
    application::accounts::log_in::log_in(deps, email, password, old_token, origin).map(|logged_in| {
        match logged_in {
            application::accounts::log_in::LoginResult::LoggedIn(user, opened) => (*user, opened),
            application::accounts::log_in::LoginResult::NeedsCode(_) => panic!("a second factor is required"),
        }
    })
}
