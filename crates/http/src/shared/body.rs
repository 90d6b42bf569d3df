//! Parses JSON bodies strictly, and reads other bodies with limits on size and time. Parsing a JSON body fails
//! with `415` if the content type isn't JSON, `413` if the body is too large, `408` if it arrives too slowly,
//! `400` if it can't be parsed, and `422` if a field is invalid. If only logged-in callers may send the body,
//! these errors are reported only after the caller is authorized (docs/product/everywhere.md#answers).

use std::collections::BTreeMap;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::web::Bytes;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use application::Error;
use application::access::Actor;
use domain::shared::ids::UserId;
use serde::de::DeserializeOwned;
use serde_json::Value;
use validator::{Validate, ValidationErrors};

use crate::shared::error::ApiError;
use crate::shared::error_code::ErrorCode;
use crate::shared::request_id::request_id;

/// Maximum size of a JSON body, in bytes.
pub const MAX_BODY: usize = 64 * 1024;
/// Maximum time for receiving a body.
pub const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// Marker of a [`Body`] that only logged-in callers may send.
pub enum User {}

/// Marker of a [`Body`] that visitors may send.
pub enum Visitor {}

/// A parsed and validated JSON body, or the error in it. A body from a logged-in caller is opened only after the caller
/// was authorized, so a missing permission is reported before an invalid field.
pub struct Body<T, Who = User> {
    read: Result<T, ApiError>,
    about: Option<UserId>,
    who: PhantomData<fn() -> Who>,
}

impl<T> Body<T> {
    /// Sets the user whom the body is about. Then only this user and staff can send the body.
    #[must_use]
    pub fn about_user(self, user: UserId) -> Self {
        Self { about: Some(user), ..self }
    }

    /// Whether the body is valid and `condition` returns true for it.
    pub fn is_valid_and(&self, condition: impl FnOnce(&T) -> bool) -> bool {
        self.read.as_ref().is_ok_and(condition)
    }

    /// Passes the body to `work`. If [`Body::about_user`] set a user, only this user and staff
    /// may send the body.
    ///
    /// # Errors
    /// Fails with [`Error::Forbidden`] if the actor may not send the body, or with the error of `work`. The
    /// inner result is an error if the body is invalid; `work` then doesn't run.
    pub fn open<R>(
        self,
        actor: &Actor,
        work: impl FnOnce(T) -> Result<R, Error>,
    ) -> Result<Result<R, ApiError>, Error> {
        self.about.map_or(Ok(()), |user| actor.must_be_user_or_staff(user))?;
        match self.read {
            Ok(body) => work(body).map(Ok),
            Err(error) => Ok(Err(error)),
        }
    }
}

impl<T> Body<T, Visitor> {
    /// Returns the body, or the error in it.
    pub fn into_result(self) -> Result<T, ApiError> {
        self.read
    }
}

impl<T: DeserializeOwned + Validate + 'static, Who: 'static> FromRequest for Body<T, Who> {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let id = request_id(request);
        let is_json = request.content_type().eq_ignore_ascii_case("application/json");
        let bytes = read_bytes(request, payload, MAX_BODY);
        Box::pin(async move {
            let read = if is_json {
                bytes.await.and_then(|bytes| parse_json_body(&bytes, &id))
            } else {
                let message = "Send JSON, with the content type application/json.";
                Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, ErrorCode::NotJson, message, &id))
            };
            Ok(Self { read, about: None, who: PhantomData })
        })
    }
}

/// Reads a whole body of at most `limit` bytes within [`BODY_TIMEOUT`].
pub fn read_bytes(
    request: &HttpRequest,
    payload: &mut Payload,
    limit: usize,
) -> impl Future<Output = Result<Bytes, ApiError>> + use<> {
    read_bytes_within(request, payload, limit, BODY_TIMEOUT)
}

/// Reads a whole body of at most `limit` bytes within `timeout`.
pub fn read_bytes_within(
    request: &HttpRequest,
    payload: &mut Payload,
    limit: usize,
    timeout: Duration,
) -> impl Future<Output = Result<Bytes, ApiError>> + use<> {
    let id = request_id(request);
    let payload = actix_web::web::Payload::from_request(request, payload).into_inner();
    async move {
        let payload = payload.map_err(|_| unreadable_body_error(&id))?;
        match tokio::time::timeout(timeout, payload.to_bytes_limited(limit)).await {
            Ok(Ok(Ok(bytes))) => Ok(bytes),
            Ok(Ok(Err(_))) => Err(unreadable_body_error(&id)),
            Ok(Err(_)) => {
                let message = "The body is too large.";
                Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, ErrorCode::TooLarge, message, &id))
            }
            Err(_) => {
                let message = "The body didn’t arrive in time.";
                Err(ApiError::new(StatusCode::REQUEST_TIMEOUT, ErrorCode::TooSlow, message, &id))
            }
        }
    }
}

/// Returns the error for a body that can't be received, or isn't a JSON object. `id` is the request's id.
fn unreadable_body_error(id: &str) -> ApiError {
    ApiError::new(
        StatusCode::BAD_REQUEST,
        ErrorCode::Unreadable,
        "The body isn’t a readable JSON object.",
        id,
    )
}

/// Parses and validates a JSON body. `id` is the request's id, for errors.
fn parse_json_body<T: DeserializeOwned + Validate>(bytes: &[u8], id: &str) -> Result<T, ApiError> {
    let value: Value = serde_json::from_slice(bytes).map_err(|_| unreadable_body_error(id))?;
    if !value.is_object() {
        return Err(unreadable_body_error(id));
    }
    if let Some(field) = field_with_nul("", &value) {
        return Err(field_error(&field, "This has a character that can’t be stored.", id));
    }
    let body: T = serde_path_to_error::deserialize(&value).map_err(|error| {
        let text = error.inner().to_string();
        let field = field_in_message(&text).unwrap_or_else(|| error.path().to_string());
        field_error(&field, &user_message(&text), id)
    })?;
    body.validate().map_err(|errors| ApiError::fields(messages_by_field(&errors), id))?;
    Ok(body)
}

/// Returns an error about one field. `message` is the text for the user, and `id` the request's id.
fn field_error(field: &str, message: &str, id: &str) -> ApiError {
    ApiError::fields(BTreeMap::from([(field.to_owned(), message.to_owned())]), id)
}

/// Returns the name of a field with a NUL character, which PostgreSQL can't store; `None` if no field has
/// one. `path` is the name of the field that contains `value`.
fn field_with_nul(path: &str, value: &Value) -> Option<String> {
    match value {
        Value::String(text) => text.contains('\0').then(|| path.to_owned()),
        Value::Array(items) => items.iter().find_map(|item| field_with_nul(path, item)),
        Value::Object(fields) => fields.iter().find_map(|(name, value)| {
            if name.contains('\0') { Some(path.to_owned()) } else { field_with_nul(name, value) }
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// Returns the name of the field that serde reports as unknown or missing; `None` for another message. The name is
/// taken from the message, because the error's path ends at the object that contains the field.
fn field_in_message(text: &str) -> Option<String> {
    let named = text.strip_prefix("unknown field `").or_else(|| text.strip_prefix("missing field `"))?;
    named.split('`').next().map(str::to_owned)
}

/// Returns the message for the user that fits serde's error message.
fn user_message(text: &str) -> String {
    if text.starts_with("unknown field") {
        "This field can’t be set here.".to_owned()
    } else if text.starts_with("missing field") {
        "This is required.".to_owned()
    } else {
        "This has the wrong type.".to_owned()
    }
}

/// Returns the first message about each invalid field, by the field's name in JSON.
fn messages_by_field(errors: &ValidationErrors) -> BTreeMap<String, String> {
    let mut fields = BTreeMap::new();
    for (name, errors) in errors.field_errors() {
        let message = errors.first().and_then(|error| error.message.clone());
        fields.insert(camel_case(&name), message.map_or_else(|| "This isn’t valid.".to_owned(), Into::into));
    }
    fields
}

/// Converts a Rust field name, as `validator` uses it, to the name in JSON.
fn camel_case(name: &str) -> String {
    let mut parts = name.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |mut text, part| {
        let mut letters = part.chars();
        text.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        text.push_str(letters.as_str());
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize, Validate)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Sample {
        #[validate(length(max = 3, message = "Too long."))]
        full_name: Option<String>,
    }

    #[derive(Debug, serde::Deserialize, Validate)]
    #[serde(rename_all = "camelCase")]
    struct Needy {
        #[expect(dead_code, reason = "it is missing")]
        full_name: String,
    }

    #[test]
    fn the_error_for_a_request_body_names_the_missing_field() {
        let error =
            parse_json_body::<Needy>(b"{}", "id").err().map(|error| format!("{error:?}")).unwrap_or_default();
        assert!(error.contains(r#""fullName": "This is required.""#), "{error}");
    }

    #[track_caller]
    fn assert_parse_result(body: &str, expected: &str) {
        let answer = match parse_json_body::<Sample>(body.as_bytes(), "id") {
            Ok(sample) => format!("ok {}", sample.full_name.unwrap_or_default()),
            Err(error) => {
                let body =
                    actix_web::body::to_bytes(actix_web::ResponseError::error_response(&error).into_body());
                let bytes =
                    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(body).unwrap();
                let value: Value = serde_json::from_slice(&bytes).unwrap();
                format!("{} {}", value["code"].as_str().unwrap(), value["fields"])
            }
        };
        assert_eq!(answer, expected);
    }

    #[test]
    fn a_request_body_that_is_not_an_object_of_known_valid_fields_is_refused() {
        assert_parse_result(r#"{"fullName": "Ann"}"#, "ok Ann");
        assert_parse_result(r#"{"fullName": "Anna"}"#, r#"validation {"fullName":"Too long."}"#);
        assert_parse_result(r#"{"role": "admin"}"#, r#"validation {"role":"This field can’t be set here."}"#);
        assert_parse_result(r#"{"fullName": 7}"#, r#"validation {"fullName":"This has the wrong type."}"#);
        assert_parse_result(
            "{\"fullName\": \"\\u0000\"}",
            r#"validation {"fullName":"This has a character that can’t be stored."}"#,
        );
        assert_parse_result("[]", "unreadable null");
        assert_parse_result("{", "unreadable null");
        assert_parse_result("", "unreadable null");
    }
}
