//! An account's own affairs: password, e-mail, phone, sessions, closing.

use chrono::{DateTime, Utc};
use domain::shared::ids::SessionId;
use domain::shared::person::email::Email;
use domain::shared::person::phone::Phone;
use ports::accounts::account::OpenSession;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::input::{Reader, given};

/// Body of `POST /api/account/password`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PasswordBody {
    /// The one in force.
    #[validate(length(max = 1000, message = "This password is too long."))]
    pub current_password: String,
    /// 10 to 128 characters, not guessable.
    #[validate(length(max = 1000, message = "This password is too long."))]
    pub new_password: String,
}

/// Body of `POST /api/password-resets`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResetBody {
    /// The account's e-mail, in any case.
    #[validate(length(max = 1000, message = "This email is too long."))]
    pub email: String,
}

impl ResetBody {
    /// Reads the address.
    ///
    /// # Errors
    /// `email`, when it is none.
    pub fn read(&self) -> Result<Email, application::Error> {
        email(&self.email)
    }
}

/// Body of `POST /api/password-resets/look`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResetLookBody {
    /// From the mail's link.
    #[validate(length(max = 200, message = "This is not one of our links."))]
    pub token: String,
}

/// Body of `POST /api/password-resets/confirm`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResetConfirmBody {
    /// From the mail's link.
    #[validate(length(max = 200, message = "This is not one of our links."))]
    pub token: String,
    /// 10 to 128 characters, not guessable.
    #[validate(length(max = 1000, message = "This password is too long."))]
    pub password: String,
}

/// Body of `POST /api/account/email-changes`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EmailChangeBody {
    /// The new address.
    #[validate(length(max = 1000, message = "This email is too long."))]
    pub email: String,
    /// The account's password.
    #[validate(length(max = 1000, message = "This password is too long."))]
    pub password: String,
}

impl EmailChangeBody {
    /// Reads the address.
    ///
    /// # Errors
    /// `email`, when it is none.
    pub fn read(&self) -> Result<Email, application::Error> {
        email(&self.email)
    }
}

fn email(text: &str) -> Result<Email, application::Error> {
    Email::parse(text).map_err(|error| application::Error::field("email", error.to_string()))
}

/// Body of `POST /api/account/email-confirmations`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EmailConfirmBody {
    /// From the mail's link.
    #[validate(length(max = 200, message = "This is not one of our links."))]
    pub token: String,
}

/// Body of `PATCH /api/account/contact`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PhoneBody {
    /// Ten digits, formatted or not; empty or null removes the number, but saying nothing does not.
    #[schema(required = true)]
    #[serde(deserialize_with = "Option::deserialize")]
    #[validate(length(max = 100, message = "This phone number is too long."))]
    pub phone_number: Option<String>,
}

impl PhoneBody {
    /// Reads the number.
    ///
    /// # Errors
    /// `phoneNumber`, when it is none.
    pub fn read(&self) -> Result<Option<Phone>, application::Error> {
        let mut reader = Reader::default();
        let phone = match given(self.phone_number.as_deref()) {
            None => Some(None),
            Some(text) => reader.check("phoneNumber", Phone::parse(text)).map(Some),
        };
        reader.finish(phone)
    }
}

/// A session as its owner sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OwnSession)]
pub struct OwnSessionDto {
    /// Identifier.
    pub id: i32,
    /// Browser and system in plain words, such as `Chrome on Windows`.
    #[schema(required = true)]
    pub device: Option<String>,
    /// Logged in at.
    pub login_time: DateTime<Utc>,
    /// Last active at.
    pub last_activity: DateTime<Utc>,
    /// Ends at, unless renewed.
    pub expires_at: DateTime<Utc>,
    /// The one that asks.
    pub is_current: bool,
}

impl OwnSessionDto {
    /// As seen from this session.
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

/// Answer of `POST /api/account/sessions/end`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Ended {
    /// How many sessions were ended.
    pub ended: usize,
}
