//! What of users is verified.

use application::accounts::account::email::Confirmed;
use application::accounts::verification::Verified;
use domain::accounts::verification::{Basis, Claim};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::input::Reader;

/// Body of `POST /api/admin/users/{id}/verify` and of `POST /api/admin/verifications`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VerifyBody {
    /// The license or the plate, each with its state.
    pub claim: String,
    /// By what it was verified: stays on record.
    #[validate(length(max = 1000, message = "This is too long."))]
    pub basis: String,
}

impl VerifyBody {
    /// Reads it.
    ///
    /// # Errors
    /// The fields that are wrong.
    pub fn read(&self) -> Result<(Claim, Basis), application::Error> {
        let mut reader = Reader::default();
        let claim = reader.check("claim", claim(&self.claim));
        let basis = reader.check("basis", Basis::parse(&self.basis));
        reader.finish(claim.zip(basis))
    }
}

/// Body of `POST /api/admin/users/{id}/unverify`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UnverifyBody {
    /// The license or the plate.
    pub claim: String,
}

impl UnverifyBody {
    /// Reads it.
    ///
    /// # Errors
    /// `claim`, when it is none.
    pub fn read(&self) -> Result<Claim, application::Error> {
        let mut reader = Reader::default();
        let claim = reader.check("claim", claim(&self.claim));
        reader.finish(claim)
    }
}

fn claim(word: &str) -> Result<Claim, &'static str> {
    Claim::parse(word).ok_or("Choose license or plate.")
}

/// What came of verifying a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = VerifiedList)]
pub struct VerifiedListDto {
    /// So many were verified.
    pub verified: usize,
    /// So many were not, because somebody else has given the same.
    pub contested: usize,
    /// There are more than one step takes.
    pub is_more: bool,
}

impl From<Verified> for VerifiedListDto {
    fn from(of: Verified) -> Self {
        Self { verified: of.verified, contested: of.contested, is_more: of.is_more }
    }
}

/// What a link in a mail did.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ConfirmedEmail)]
pub struct ConfirmedEmailDto {
    /// The account has another address now; false when its own was confirmed.
    pub is_changed: bool,
}

impl From<Confirmed> for ConfirmedEmailDto {
    fn from(of: Confirmed) -> Self {
        Self { is_changed: of == Confirmed::Changed }
    }
}
