//! The second factor of staff.

use application::accounts::proof::Proof;
use application::accounts::second_factor::{Begun, Standing};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

/// What somebody who is logged in proves themself by once more.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProofBody {
    /// The account's password.
    #[validate(length(max = 1000, message = "This password is too long."))]
    pub password: String,
    /// The second factor's code, or a recovery code; needed when it is on.
    #[validate(length(max = 100, message = "This code is too long."))]
    pub code: Option<String>,
}

impl ProofBody {
    /// As the use cases want it.
    pub fn proof(&self) -> Proof<'_> {
        Proof { password: &self.password, code: self.code.as_deref() }
    }
}

/// Body of `POST /api/session/confirm`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AgainBody {
    /// The account's password; needed without a second factor.
    #[validate(length(max = 1000, message = "This password is too long."))]
    pub password: Option<String>,
    /// The second factor's code, or a recovery code; needed when it is on.
    #[validate(length(max = 100, message = "This code is too long."))]
    pub code: Option<String>,
}

/// Body of `POST /api/account/second-factor/confirm` and `POST /api/authenticate/second-factor`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CodeBody {
    /// Six digits; at the login a recovery code will do.
    #[validate(length(max = 100, message = "This code is too long."))]
    pub code: String,
}

/// How the caller's second factor stands.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SecondFactor)]
pub struct SecondFactorDto {
    /// It is asked for at the login.
    pub is_on: bool,
    /// Staff can do nothing without one.
    pub is_needed: bool,
    /// Recovery codes that are left.
    pub recovery_codes: i32,
}

impl From<Standing> for SecondFactorDto {
    fn from(standing: Standing) -> Self {
        Self {
            is_on: standing.is_on,
            is_needed: standing.is_needed,
            recovery_codes: i32::try_from(standing.recovery_codes).unwrap_or_default(),
        }
    }
}

/// A secret that a first code has to confirm.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Enrolment)]
pub struct EnrolmentDto {
    /// In base32, for typing.
    pub secret: String,
    /// For an app.
    pub uri: String,
    /// The same as a QR code, an SVG picture.
    pub qr_svg: String,
}

impl From<Begun> for EnrolmentDto {
    fn from(begun: Begun) -> Self {
        Self { secret: begun.secret, uri: begun.enrolment.uri, qr_svg: begun.enrolment.qr_svg }
    }
}

/// Recovery codes, shown once.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RecoveryCodes)]
pub struct RecoveryCodesDto {
    /// Each good for one login.
    pub codes: Vec<String>,
}

/// The login goes on with a code: `POST /api/authenticate/second-factor`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SecondFactorAsked)]
pub struct SecondFactorAsked {
    /// Always true.
    pub second_factor: bool,
}
