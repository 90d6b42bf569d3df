//! Request and response bodies for chargebacks.

use std::collections::BTreeMap;

use application::payments::chargebacks::evidence::{EvidenceDraft, EvidenceUpdate};
use chrono::{DateTime, Utc};
use domain::payments::chargeback::{Chargeback, ChargebackStatus};
use domain::payments::evidence::EvidenceField;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::enums as word;
use crate::shared::input::FieldParser;

/// A chargeback: the driver's bank questions a payment or has taken its money back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Chargeback)]
pub struct ChargebackDto {
    pub id: i32,
    /// The id of the payment that the bank questions or took back.
    pub payment_id: i32,
    /// The id of the driver who paid.
    pub user_id: i32,
    /// The driver's name, only in lists for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driver_name: Option<String>,
    /// The confirmation number: `CONF-` and ten characters.
    pub confirmation_number: String,
    /// The citation number. Left out except in lists. Null if it isn't known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub citation_number: Option<Option<String>>,
    /// The issuer of the citation. Left out except in lists. Null if it isn't known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub issuer: Option<Option<String>>,
    /// The provider's id of the chargeback.
    pub provider_id: String,
    /// The amount that the bank claims, with two decimals.
    pub amount: String,
    /// The reason in the provider's notation, such as `fraudulent`.
    pub reason: String,
    pub status: word::ChargebackStatus,
    /// Deadline for evidence. Null if the bank accepts none.
    pub evidence_due_by: Option<DateTime<Utc>>,
    /// Whether the bank has decided or closed its inquiry.
    pub is_over: bool,
    /// Whether the bank waits for our response.
    pub waits_for_us: bool,
    /// Whether the bank holds the money or has won it.
    pub is_withheld: bool,
    /// When our evidence was submitted to the bank; null until then.
    pub submitted_at: Option<DateTime<Utc>>,
    /// When the bank opened the chargeback.
    pub opened_at: DateTime<Utc>,
    /// When the bank decided, as far as Lanewise knows; null until then.
    pub closed_at: Option<DateTime<Utc>>,
}

impl From<Chargeback> for ChargebackDto {
    fn from(chargeback: Chargeback) -> Self {
        Self {
            is_over: chargeback.status.is_over(),
            waits_for_us: chargeback.status.needs_response(),
            is_withheld: chargeback.is_withholding() || chargeback.status == ChargebackStatus::Lost,
            id: chargeback.id.0,
            payment_id: chargeback.payment_id.0,
            user_id: chargeback.user_id.0,
            driver_name: None,
            citation_number: None,
            issuer: None,
            confirmation_number: chargeback.confirmation_number,
            provider_id: chargeback.provider_id,
            amount: chargeback.amount.to_string(),
            reason: chargeback.reason,
            status: chargeback.status.into(),
            evidence_due_by: chargeback.evidence_due_by,
            submitted_at: chargeback.submitted_at,
            opened_at: chargeback.opened_at,
            closed_at: chargeback.closed_at,
        }
    }
}

/// A field of the evidence.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EvidenceText)]
pub struct EvidenceTextDto {
    /// The name of the evidence field.
    pub field: word::EvidenceField,
    /// The field's text. May be empty.
    pub text: String,
    /// Maximum length of the text, in characters.
    pub most: usize,
}

/// The evidence for a chargeback: the draft that staff saved or, without one, a draft from stored data.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EvidenceDraft)]
pub struct EvidenceDraftDto {
    /// The chargeback, as the provider has just reported it.
    pub chargeback: ChargebackDto,
    /// All fields of the evidence, in the form's order.
    pub evidence: Vec<EvidenceTextDto>,
    /// Whether the bank accepts evidence now.
    pub is_taken: bool,
    /// The version of the draft. A request that saves or submits evidence must contain it.
    pub version: i32,
}

impl EvidenceDraftDto {
    /// Builds the response. `now` decides whether the deadline for evidence has passed.
    pub fn new(draft: EvidenceDraft, now: DateTime<Utc>) -> Self {
        let text = |(field, text): (EvidenceField, Option<&str>)| EvidenceTextDto {
            field: field.into(),
            text: text.unwrap_or_default().to_owned(),
            most: field.max_chars(),
        };
        Self {
            evidence: draft.evidence.fields().map(text).collect(),
            is_taken: draft.chargeback.accepts_evidence(now),
            version: draft.chargeback.version,
            chargeback: draft.chargeback.into(),
        }
    }
}

/// Body of `POST /api/admin/chargebacks/{id}/evidence`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EvidenceBody {
    /// The text of each evidence field. A field that is left out is empty.
    #[schema(value_type = BTreeMap<String, String>)]
    pub evidence: BTreeMap<String, String>,
    /// The version of the draft that the caller saw. If another staff member has saved since, the
    /// request fails with `409 changed_meanwhile`.
    pub version: i32,
    /// True to submit the evidence to the bank, which most banks accept only once. False to save a draft.
    pub submit: bool,
}

impl EvidenceBody {
    /// Parses the evidence, and whether to save or submit it. Fails if a field doesn't exist.
    pub fn parse(&self) -> Result<EvidenceUpdate, application::Error> {
        let mut reader = FieldParser::default();
        let read: Option<BTreeMap<EvidenceField, String>> = self
            .evidence
            .iter()
            .map(|(name, text)| EvidenceField::parse(name).map(|field| (field, text.clone())))
            .collect();
        let texts = reader.take_valid("evidence", read.ok_or("This field doesn’t exist."));
        reader.finish(texts.map(|texts| EvidenceUpdate {
            texts,
            version: self.version,
            submits: self.submit,
        }))
    }
}
