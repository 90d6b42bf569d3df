//! Support for tests: functions that build test data, an in-memory database that fulfills the same contracts as
//! the real one, and a payment provider whose responses can be lost.

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

/// Returns `Ok` for a successful result, and the name of the error's variant for a failed one.
pub fn outcome<T>(result: &application::error::Result<T>) -> String {
    match result {
        Ok(_) => "Ok".to_owned(),
        Err(error) => format!("{error:?}").chars().take_while(|c| c.is_alphanumeric()).collect(),
    }
}

/// Logs in a user who hasn't set up a second factor. `old_token` is the token of the browser's earlier session.
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
