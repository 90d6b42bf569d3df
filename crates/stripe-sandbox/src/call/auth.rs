//! Identifies the caller by its secret or publishable key. A client sends the key as a bearer token, as the user
//! name of HTTP Basic authentication, or as the parameter `key`.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::call::errors::ApiError;
use crate::config::Settings;
use crate::memory::world::Caller;

/// Returns whether a server or a page sends the request, depending on its API key. `authorization` is the
/// value of the `Authorization` header, and `parameter` that of the parameter `key`.
pub(crate) fn identify_caller(
    settings: &Settings,
    authorization: Option<&str>,
    parameter: Option<&str>,
) -> Result<Caller, ApiError> {
    let given_key = authorization.and_then(key_of_header).or_else(|| parameter.map(str::to_owned));
    match given_key {
        None => Err(ApiError::unauthorized(
            "You did not provide an API key. You need to provide your API key in the Authorization header, using \
             Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
        )),
        Some(key) if key == settings.secret_key => Ok(Caller::Server),
        Some(key) if key == settings.publishable_key => Ok(Caller::Browser),
        Some(key) => Err(ApiError::unauthorized(format!("Invalid API Key provided: {}", mask_key(&key)))),
    }
}

/// Returns the API key in an `Authorization` header, or `None` if the header uses neither
/// bearer nor Basic authentication.
fn key_of_header(header: &str) -> Option<String> {
    let (scheme, rest) = header.split_once(' ')?;
    if scheme.eq_ignore_ascii_case("bearer") {
        return Some(rest.trim().to_owned());
    }
    if scheme.eq_ignore_ascii_case("basic") {
        let decoded = String::from_utf8(STANDARD.decode(rest.trim()).ok()?).ok()?;
        return Some(decoded.split(':').next().unwrap_or_default().to_owned());
    }
    None
}

/// Masks an API key for error messages: only its first 8 and last 4 characters remain. A key with fewer than 16
/// characters is masked in full.
fn mask_key(key: &str) -> String {
    let characters: Vec<char> = key.chars().collect();
    if characters.len() < 16 {
        return "*".repeat(characters.len());
    }
    let head: String = characters.iter().take(8).collect();
    let tail: String = characters.iter().skip(characters.len() - 4).collect();
    format!("{head}{}{tail}", "*".repeat(characters.len() - 12))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Options;

    #[test]
    fn an_api_key_is_accepted_as_basic_auth_user_name_bearer_token_or_parameter() {
        let settings = Settings::new(Options::default(), 1);
        let (secret, publishable) = (settings.secret_key.clone(), settings.publishable_key.clone());
        let basic = format!("Basic {}", STANDARD.encode(format!("{secret}:")));
        let bearer = format!("Bearer {publishable}");
        assert_eq!(identify_caller(&settings, Some(&basic), None), Ok(Caller::Server));
        assert_eq!(identify_caller(&settings, Some(&bearer), None), Ok(Caller::Browser));
        assert_eq!(identify_caller(&settings, None, Some(&publishable)), Ok(Caller::Browser));
        assert_eq!(identify_caller(&settings, None, None).unwrap_err().status, 401);
    }

    #[test]
    fn the_error_for_an_unknown_key_masks_the_key() {
        let settings = Settings::new(Options::default(), 1);
        let error = identify_caller(&settings, Some("Bearer sk_test_wrongwrongwrong"), None).unwrap_err();
        assert_eq!(error.status, 401);
        assert!(error.message.contains("sk_test_") && !error.message.contains("wrongwrong"));
    }
}
