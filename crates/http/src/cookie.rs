//! The session cookie (decision 12): opaque, `HttpOnly`, `SameSite=Lax`; `__Host-` and `Secure` by https.

use actix_web::HttpRequest;
use actix_web::cookie::{Cookie, SameSite};

use crate::state::Settings;

const PLAIN_NAME: &str = "lanewise_session";
const SECURE_NAME: &str = "__Host-lanewise_session";

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

/// The cookie that takes the token away.
pub fn removal(settings: &Settings) -> Cookie<'static> {
    let mut cookie = of_token(String::new(), settings);
    cookie.make_removal();
    cookie
}
