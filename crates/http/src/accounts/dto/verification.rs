//! Request and response bodies for verified licenses, plates and email addresses.

use application::accounts::account::email::EmailConfirmation;
use application::accounts::verification::{BulkVerification, CheckedClaim};
use chrono::{DateTime, NaiveDate, Utc};
use domain::accounts::plate_dates::PlateDates;
use domain::accounts::verification::{Claim, VerificationBasis};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::accounts::dto::user::parse_plate_dates;
use crate::shared::input::FieldParser;

/// Body of `POST /api/admin/users/{id}/verify`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VerifyBody {
    /// The claim to verify: the license or the plate, each together with its state.
    pub claim: String,
    /// The license number or plate that staff checked. If the driver's license or plate has changed
    /// since then, nothing is verified.
    #[validate(length(max = 100, message = "This is too long."))]
    pub number: String,
    /// The state of the license or plate that staff checked. Left out if the driver gave none.
    #[validate(length(max = 100, message = "This is too long."))]
    pub state: Option<String>,
    /// How staff verified the license or plate, in their own words. Stored with the verification.
    #[validate(length(max = 1000, message = "This is too long."))]
    pub basis: String,
    /// Day on which the driver got the plate, `YYYY-MM-DD`. If only one of `plateFrom` and `plateUntil` is
    /// sent, the other is removed. Without both, the plate keeps its days.
    pub plate_from: Option<String>,
    /// Last day on which the plate was the driver's, `YYYY-MM-DD`.
    pub plate_until: Option<String>,
}

impl VerifyBody {
    /// Parses the license or plate that staff checked, and how staff verified it.
    pub fn parse(&self) -> Result<(CheckedClaim<'_>, VerificationBasis), application::Error> {
        let (claim, basis) = claim_and_basis(&self.claim, &self.basis)?;
        Ok((CheckedClaim { claim, number: &self.number, state: self.state.as_deref() }, basis))
    }

    /// Parses the first and the last day on which the plate belongs to the driver. Returns `None` if the
    /// body has neither day.
    ///
    /// # Errors
    /// Lists the invalid dates, or says that only a plate has dates.
    pub fn plate_dates(&self, today: NaiveDate) -> Result<Option<PlateDates>, application::Error> {
        let days = (self.plate_from.as_deref(), self.plate_until.as_deref());
        if days == (None, None) {
            return Ok(None);
        }
        if parse_claim(&self.claim) != Ok(Claim::Plate) {
            return Err(application::Error::field("plateFrom", "Only a plate has dates."));
        }
        let mut reader = FieldParser::default();
        let dates = parse_plate_dates(&mut reader, days, today);
        reader.finish(dates).map(Some)
    }
}

/// Body of `POST /api/admin/verifications`, which verifies many users at once. Unlike [`VerifyBody`], this body
/// can't set the dates of a plate, so the stored dates remain.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VerifyListedBody {
    /// The claim to verify for each user: the license or the plate, each together with its state.
    pub claim: String,
    /// How staff verified the licenses or plates, in their own words. Stored with each verification.
    #[validate(length(max = 1000, message = "This is too long."))]
    pub basis: String,
    /// When the caller read the list, by the server's clock: the `Date` header of its response. Licenses and plates that
    /// were entered later aren't verified.
    pub listed_at: Option<DateTime<Utc>>,
}

impl VerifyListedBody {
    /// Parses which claim to verify and how staff verified it.
    pub fn parse(&self) -> Result<(Claim, VerificationBasis), application::Error> {
        claim_and_basis(&self.claim, &self.basis)
    }
}

/// Parses which claim to verify and how staff verified it. Lists all invalid fields as errors.
fn claim_and_basis(claim_text: &str, basis: &str) -> Result<(Claim, VerificationBasis), application::Error> {
    let mut reader = FieldParser::default();
    let claim = reader.take_valid("claim", parse_claim(claim_text));
    let basis = reader.take_valid("basis", VerificationBasis::parse(basis));
    reader.finish(claim.zip(basis))
}

/// Body of `POST /api/admin/users/{id}/unverify`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UnverifyBody {
    /// The claim to withdraw: the license or the plate.
    pub claim: String,
}

impl UnverifyBody {
    /// Parses which claim is no longer verified.
    pub fn parse(&self) -> Result<Claim, application::Error> {
        let mut reader = FieldParser::default();
        let claim = reader.take_valid("claim", parse_claim(&self.claim));
        reader.finish(claim)
    }
}

/// Parses which claim a request is about: the license or the plate.
fn parse_claim(word: &str) -> Result<Claim, &'static str> {
    Claim::parse(word).ok_or("Choose license or plate.")
}

/// The result of verifying the users of a filtered list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BulkVerification)]
pub struct BulkVerificationDto {
    /// Number of users who were verified.
    pub verified: usize,
    /// Number of users who were not verified, for example because another user has entered the same license or plate, or
    /// because the user entered it after `listedAt`.
    pub contested: usize,
    /// Whether the request must be repeated for the rest of the list.
    pub is_more: bool,
}

impl From<BulkVerification> for BulkVerificationDto {
    fn from(verification: BulkVerification) -> Self {
        Self {
            verified: verification.verified,
            contested: verification.skipped,
            is_more: verification.is_more,
        }
    }
}

/// The result of opening an emailed confirmation link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ConfirmedEmail)]
pub struct ConfirmedEmailDto {
    /// True when the account now has a new address, false when its existing address was confirmed.
    pub is_changed: bool,
}

impl From<EmailConfirmation> for ConfirmedEmailDto {
    fn from(confirmation: EmailConfirmation) -> Self {
        Self { is_changed: confirmation == EmailConfirmation::Changed }
    }
}
