//! Request and response bodies for the second factor of staff and lawyers.

use application::accounts::proof::IdentityProof;
use application::accounts::second_factor::{PendingSecondFactor, SecondFactorStatus};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

/// Proof of the caller's identity: the password, and also a code if the second factor is on.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProofBody {
    #[validate(length(max = 1000, message = "This password is too long."))]
    pub password: String,
    /// The second factor's code, or a recovery code. Required when the second factor is on.
    #[validate(length(max = 100, message = "This code is too long."))]
    pub code: Option<String>,
}

impl ProofBody {
    /// Returns the password and, if the request has one, the code, as proof of the user's identity.
    pub fn proof(&self) -> IdentityProof<'_> {
        IdentityProof { password: &self.password, code: self.code.as_deref() }
    }
}

/// Body of `POST /api/session/confirm`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StepUpBody {
    /// The account's password. Required when there is no second factor.
    #[validate(length(max = 1000, message = "This password is too long."))]
    pub password: Option<String>,
    /// The second factor's code, or a recovery code. Required when the second factor is on.
    #[validate(length(max = 100, message = "This code is too long."))]
    pub code: Option<String>,
}

/// Body of `POST /api/account/second-factor/confirm` and `POST /api/authenticate/second-factor`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CodeBody {
    /// Six digits. A login also accepts a recovery code.
    #[validate(length(max = 100, message = "This code is too long."))]
    pub code: String,
}

/// The state of the caller's second factor.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SecondFactor)]
pub struct SecondFactorDto {
    /// Whether the second factor is on, so that a login asks for a code.
    pub is_on: bool,
    /// Whether this installation requires a second factor from staff and lawyers.
    pub is_needed: bool,
    /// Number of unused recovery codes.
    pub recovery_codes: i32,
}

impl From<SecondFactorStatus> for SecondFactorDto {
    fn from(status: SecondFactorStatus) -> Self {
        Self {
            is_on: status.is_on,
            is_needed: status.is_needed,
            recovery_codes: i32::try_from(status.recovery_codes).unwrap_or_default(),
        }
    }
}

/// A new secret for the caller's second factor. The second factor is off until a first code confirms the secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Enrollment)]
pub struct EnrollmentDto {
    /// The secret in base32, for typing by hand.
    pub secret: String,
    /// The secret as an `otpauth:` URI for an authenticator app.
    pub uri: String,
    /// The `otpauth:` URI as a QR code, in SVG.
    pub qr_svg: String,
}

impl From<PendingSecondFactor> for EnrollmentDto {
    fn from(setup: PendingSecondFactor) -> Self {
        Self { secret: setup.secret, uri: setup.enrollment.uri, qr_svg: setup.enrollment.qr_svg }
    }
}

/// Recovery codes, shown once.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RecoveryCodes)]
pub struct RecoveryCodesDto {
    /// The recovery codes. Each code works once, for a login or to confirm the user's identity.
    pub codes: Vec<String>,
}

/// Response to a correct password if the second factor is on. The login continues with
/// a code: `POST /api/authenticate/second-factor`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SecondFactorRequired)]
pub struct SecondFactorRequired {
    /// Always true. From this field, the page knows that the login isn't complete.
    pub second_factor: bool,
}
