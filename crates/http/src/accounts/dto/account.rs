//! Request and response bodies for a user's own account: password, email, phone, sessions and closing the
//! account.

use chrono::{DateTime, Utc};
use domain::shared::ids::SessionId;
use domain::shared::person::email::Email;
use domain::shared::person::phone::Phone;
use ports::accounts::account::OpenSession;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::input::{FieldParser, non_blank};

/// Body of `POST /api/account/password`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PasswordBody {
    /// The account's current password.
    #[validate(length(max = 1000, message = "This password is too long."))]
    pub current_password: String,
    /// The new password: 10 to 128 characters, not guessable.
    #[validate(length(max = 1000, message = "This password is too long."))]
    pub new_password: String,
}

/// Body of `POST /api/password-resets`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResetBody {
    /// The account's email address; case doesn't matter.
    #[validate(length(max = 1000, message = "This email is too long."))]
    pub email: String,
}

impl ResetBody {
    /// Parses the email address.
    pub fn parse(&self) -> Result<Email, application::Error> {
        parse_email(&self.email)
    }
}

/// Body of `POST /api/password-resets/look`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResetCheckBody {
    /// The token from the emailed link.
    #[validate(length(max = 200, message = "This link isn’t valid."))]
    pub token: String,
}

/// Body of `POST /api/password-resets/confirm`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResetConfirmBody {
    /// The token from the emailed link.
    #[validate(length(max = 200, message = "This link isn’t valid."))]
    pub token: String,
    /// The new password: 10 to 128 characters, not guessable.
    #[validate(length(max = 1000, message = "This password is too long."))]
    pub password: String,
}

/// Body of `POST /api/account/email-changes`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EmailChangeBody {
    /// The new email address. The new address takes effect when the user opens the emailed link
    /// and confirms the change.
    #[validate(length(max = 1000, message = "This email is too long."))]
    pub email: String,
    #[validate(length(max = 1000, message = "This password is too long."))]
    pub password: String,
}

impl EmailChangeBody {
    /// Parses the new email address.
    pub fn parse(&self) -> Result<Email, application::Error> {
        parse_email(&self.email)
    }
}

/// Parses an email address. The error is about the field `email`.
fn parse_email(text: &str) -> Result<Email, application::Error> {
    Email::parse(text).map_err(|error| application::Error::field("email", error.to_string()))
}

/// Body of `POST /api/account/email-confirmations`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EmailConfirmBody {
    /// The token from the emailed link.
    #[validate(length(max = 200, message = "This link isn’t valid."))]
    pub token: String,
}

/// Body of `PATCH /api/account/contact`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PhoneBody {
    /// Phone number: ten digits, formatted or not. Empty or null removes the number. The field itself is required.
    #[schema(required = true)]
    #[serde(deserialize_with = "Option::deserialize")]
    #[validate(length(max = 100, message = "This phone number is too long."))]
    pub phone_number: Option<String>,
}

impl PhoneBody {
    /// Parses the phone number. Returns `None` for a blank or missing number.
    ///
    /// # Errors
    /// A field error for `phoneNumber` if it is not a phone number.
    pub fn parse(&self) -> Result<Option<Phone>, application::Error> {
        let mut reader = FieldParser::default();
        let phone = match non_blank(self.phone_number.as_deref()) {
            None => Some(None),
            Some(text) => reader.take_valid("phoneNumber", Phone::parse(text)).map(Some),
        };
        reader.finish(phone)
    }
}

/// One of the caller's own sessions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OwnSession)]
pub struct OwnSessionDto {
    pub id: i32,
    /// Browser and system, such as `Chrome on Windows`; null if unknown.
    pub device: Option<String>,
    /// When the session started.
    pub login_time: DateTime<Utc>,
    /// When the session was last used.
    pub last_activity: DateTime<Utc>,
    /// When the session expires unless it is used again.
    pub expires_at: DateTime<Utc>,
    /// Whether this is the session that makes the request.
    pub is_current: bool,
}

impl OwnSessionDto {
    /// Builds the response about the session `open`. `current` is the id of the session that makes the request.
    pub fn seen_from(current: SessionId, open: OpenSession) -> Self {
        let OpenSession { session, device } = open;
        Self {
            id: session.id.0,
            device,
            login_time: session.login_time,
            last_activity: session.last_activity,
            expires_at: session.expires_at,
            is_current: session.id == current,
        }
    }
}

/// Response of the requests that end several sessions of a user.
#[derive(Debug, Serialize, ToSchema)]
pub struct EndedSessions {
    /// How many sessions were ended.
    pub ended: usize,
}
