//! The calls that lawyers can make (docs/product/everywhere.md#who-may-see-what). All other calls are refused before
//! they read anything, so a lawyer can't find out which records exist.

use application::Error;
use application::access::Actor;

use crate::edge::caller::Caller;

/// Path prefixes of the calls that lawyers can make: their cases, their own session and account, and the
/// socket that reports the end of the session.
const OPEN_TO_LAWYERS: [&str; 4] = ["/api/lawyer/", "/api/session", "/api/account/", "/ws"];
/// Calls that visitors can also make. They use the session if there is one.
const OPEN_TO_ALL: [(&str, &str); 2] = [("POST", "/api/users"), ("POST", "/api/invitations/accept")];

/// Checks that the caller, if they are a lawyer, can make this call.
///
/// # Errors
/// [`Error::Forbidden`] if they can't.
pub fn check_lawyer(caller: &Caller, actor: &Actor) -> Result<(), Error> {
    let is_open = caller.call.is_some_and(|call| {
        OPEN_TO_LAWYERS.iter().any(|open| call.1.starts_with(open)) || OPEN_TO_ALL.contains(&call)
    });
    if is_open || !actor.is_lawyer() { Ok(()) } else { Err(Error::Forbidden) }
}
