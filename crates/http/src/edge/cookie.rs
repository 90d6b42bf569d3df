//! The server's cookies: the session (docs/product/accounts.md#sessions), a login that waits for a second
//! factor's code, and a mark for callers who have just changed something. All are `HttpOnly` and
//! `SameSite=Lax`. Over https, they are also `Secure` and have the `__Host-` prefix.

use actix_web::HttpRequest;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};

use crate::edge::settings::Settings;

/// Name of the session cookie if the public URL is not https.
pub(crate) const PLAIN_NAME: &str = "lanewise_session";
const SECURE_NAME: &str = "__Host-lanewise_session";

const PLAIN_PENDING: &str = "lanewise_login";
const SECURE_PENDING: &str = "__Host-lanewise_login";

const PLAIN_WRITER: &str = "lanewise_wrote";
const SECURE_WRITER: &str = "__Host-lanewise_wrote";

/// Maximum length of a token in a cookie. Longer values are ignored.
const MAX_TOKEN: usize = 200;

fn session_cookie_name(settings: &Settings) -> &'static str {
    if settings.is_secure() { SECURE_NAME } else { PLAIN_NAME }
}

/// Returns the session token from the request's cookie; `None` without a usable token.
pub fn session_token(request: &HttpRequest, settings: &Settings) -> Option<String> {
    let cookie = request.cookie(session_cookie_name(settings))?;
    Some(cookie.value().to_owned()).filter(|token| !token.is_empty() && token.len() <= MAX_TOKEN)
}

/// Builds the cookie with a new session token. The browser deletes the cookie when the user closes the browser. The
/// server decides when the session expires.
pub fn session_cookie(token: String, settings: &Settings) -> Cookie<'static> {
    Cookie::build(session_cookie_name(settings), token)
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(settings.is_secure())
        .finish()
}

/// Returns the name of the cookie of a login that waits for a second factor's code.
fn pending_cookie_name(settings: &Settings) -> &'static str {
    if settings.is_secure() { SECURE_PENDING } else { PLAIN_PENDING }
}

/// Returns the token of a login that waits for a second factor's code; `None` without a usable token.
pub fn pending_login_token(request: &HttpRequest, settings: &Settings) -> Option<String> {
    let cookie = request.cookie(pending_cookie_name(settings))?;
    Some(cookie.value().to_owned()).filter(|token| !token.is_empty() && token.len() <= MAX_TOKEN)
}

/// Builds the cookie of a login that waits for a second factor's code. The cookie isn't a session.
pub fn pending_login_cookie(token: String, settings: &Settings) -> Cookie<'static> {
    let mut cookie = session_cookie(token, settings);
    cookie.set_name(pending_cookie_name(settings));
    cookie
}

/// Builds the cookie that deletes the cookie of a pending login.
pub fn pending_login_removal(settings: &Settings) -> Cookie<'static> {
    let mut cookie = pending_login_cookie(String::new(), settings);
    cookie.make_removal();
    cookie
}

/// Builds the cookie that deletes the session cookie.
pub fn session_cookie_removal(settings: &Settings) -> Cookie<'static> {
    let mut cookie = session_cookie(String::new(), settings);
    cookie.make_removal();
    cookie
}

/// Returns the name of the cookie that marks a caller who has just changed something.
fn writer_cookie_name(settings: &Settings) -> &'static str {
    if settings.is_secure() { SECURE_WRITER } else { PLAIN_WRITER }
}

/// Builds the cookie that marks a caller who has just changed something. The cookie contains no other information.
/// Returns `None` without a read replica, because only a replica may lag behind.
pub fn writer_cookie(settings: &Settings) -> Option<Cookie<'static>> {
    let mut cookie = session_cookie("1".to_owned(), settings);
    cookie.set_name(writer_cookie_name(settings));
    cookie.set_max_age(Duration::try_from(settings.writers_read_primary?).ok()?);
    Some(cookie)
}

/// Whether the caller has just changed something, as the caller's cookie says. Always false
/// without a read replica.
pub fn has_just_written(request: &HttpRequest, settings: &Settings) -> bool {
    settings.writers_read_primary.is_some() && request.cookie(writer_cookie_name(settings)).is_some()
}
