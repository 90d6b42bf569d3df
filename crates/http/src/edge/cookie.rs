//! The session cookie (docs/PRODUCT.md#sessions): opaque, `HttpOnly`, `SameSite=Lax`; `__Host-` and `Secure` by https.

use actix_web::HttpRequest;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};

use crate::edge::settings::Settings;

/// Its name where the public address is not https.
pub(crate) const PLAIN_NAME: &str = "lanewise_session";
const SECURE_NAME: &str = "__Host-lanewise_session";

const PLAIN_PENDING: &str = "lanewise_login";
const SECURE_PENDING: &str = "__Host-lanewise_login";

const PLAIN_WRITER: &str = "lanewise_wrote";
const SECURE_WRITER: &str = "__Host-lanewise_wrote";

/// No token is longer; a longer one is not looked up.
const LONGEST_TOKEN: usize = 200;

fn name(settings: &Settings) -> &'static str {
    if settings.is_secure() { SECURE_NAME } else { PLAIN_NAME }
}

/// The token that a request brings.
pub fn read(request: &HttpRequest, settings: &Settings) -> Option<String> {
    let cookie = request.cookie(name(settings))?;
    Some(cookie.value().to_owned()).filter(|token| !token.is_empty() && token.len() <= LONGEST_TOKEN)
}

/// The cookie that carries a new token; it lives as long as the browser's session, the server decides the rest.
pub fn of_token(token: String, settings: &Settings) -> Cookie<'static> {
    Cookie::build(name(settings), token)
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(settings.is_secure())
        .finish()
}

fn pending_name(settings: &Settings) -> &'static str {
    if settings.is_secure() { SECURE_PENDING } else { PLAIN_PENDING }
}

/// The token of a login that waits for its code.
pub fn read_pending(request: &HttpRequest, settings: &Settings) -> Option<String> {
    let cookie = request.cookie(pending_name(settings))?;
    Some(cookie.value().to_owned()).filter(|token| !token.is_empty() && token.len() <= LONGEST_TOKEN)
}

/// The cookie of a login that waits for its code: no session, good for that one call.
pub fn of_pending(token: String, settings: &Settings) -> Cookie<'static> {
    let mut cookie = of_token(token, settings);
    cookie.set_name(pending_name(settings));
    cookie
}

/// The cookie that takes it away.
pub fn pending_removal(settings: &Settings) -> Cookie<'static> {
    let mut cookie = of_pending(String::new(), settings);
    cookie.make_removal();
    cookie
}

/// The cookie that takes the token away.
pub fn removal(settings: &Settings) -> Cookie<'static> {
    let mut cookie = of_token(String::new(), settings);
    cookie.make_removal();
    cookie
}

fn writer_name(settings: &Settings) -> &'static str {
    if settings.is_secure() { SECURE_WRITER } else { PLAIN_WRITER }
}

/// The cookie of who has just written, where there is a replica that may not have it yet. It says no more than that.
pub fn of_writer(settings: &Settings) -> Option<Cookie<'static>> {
    let mut cookie = of_token("1".to_owned(), settings);
    cookie.set_name(writer_name(settings));
    cookie.set_max_age(Duration::try_from(settings.writers_read_primary?).ok()?);
    Some(cookie)
}

/// Whether the sender has just written.
pub fn is_writer(request: &HttpRequest, settings: &Settings) -> bool {
    settings.writers_read_primary.is_some() && request.cookie(writer_name(settings)).is_some()
}
