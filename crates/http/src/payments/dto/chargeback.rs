//! Chargebacks as staff see them.

use std::collections::BTreeMap;

use application::payments::chargebacks::evidence::{Draft, Statement};
use chrono::{DateTime, Utc};
use domain::payments::chargeback::{Chargeback, ChargebackStatus};
use domain::payments::evidence::EvidenceField;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::input::Reader;
use crate::shared::words as word;

/// A payment that a driver's bank asks about, or has taken back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Chargeback)]
pub struct ChargebackDto {
    /// Identifier.
    pub id: i32,
    /// Of which payment.
    pub payment_id: i32,
    /// Whose payment.
    pub user_id: i32,
    /// The driver's name. Only in staff lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driver_name: Option<String>,
    /// The confirmation number: `CONF-` and ten characters.
    pub confirmation_number: String,
    /// The provider's id.
    pub provider_id: String,
    /// How much the bank wants, two decimals.
    pub amount: String,
    /// Why, in the provider's word, such as `fraudulent`.
    pub reason: String,
    /// Where it stands.
    pub status: word::ChargebackStatus,
    /// Until when evidence is taken; none when the bank takes none.
    #[schema(required = true)]
    pub evidence_due_by: Option<DateTime<Utc>>,
    /// The bank has decided, or asks no more.
    pub is_over: bool,
    /// The bank waits for our answer.
    pub waits_for_us: bool,
    /// The bank has the money, whether it has decided or not.
    pub is_withheld: bool,
    /// When our evidence was given to the bank.
    #[schema(required = true)]
    pub submitted_at: Option<DateTime<Utc>>,
    /// Opened by the bank at.
    pub opened_at: DateTime<Utc>,
    /// Decided at, as far as was heard.
    #[schema(required = true)]
    pub closed_at: Option<DateTime<Utc>>,
}

impl From<Chargeback> for ChargebackDto {
    fn from(chargeback: Chargeback) -> Self {
        Self {
            is_over: chargeback.status.is_over(),
            waits_for_us: chargeback.status.waits_for_us(),
            is_withheld: chargeback.withholds() || chargeback.status == ChargebackStatus::Lost,
            id: chargeback.id.0,
            payment_id: chargeback.payment_id.0,
            user_id: chargeback.user_id.0,
            driver_name: None,
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

/// A field of evidence.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EvidenceText)]
pub struct EvidenceTextDto {
    /// Which field.
    pub field: word::EvidenceField,
    /// What stands in it; empty for nothing.
    pub text: String,
    /// The most characters that are taken.
    pub most: usize,
}

/// Evidence so far: what staff have saved, or else what was gathered from what is on record.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EvidenceDraft)]
pub struct EvidenceDraftDto {
    /// The chargeback, as the provider has just said.
    pub chargeback: ChargebackDto,
    /// All fields, in their order.
    pub evidence: Vec<EvidenceTextDto>,
    /// Evidence is taken now.
    pub is_taken: bool,
    /// To be sent back.
    pub version: i32,
}

impl EvidenceDraftDto {
    /// A draft, as it is at this time.
    pub fn new(draft: Draft, now: DateTime<Utc>) -> Self {
        let text = |(field, text): (EvidenceField, Option<&str>)| EvidenceTextDto {
            field: field.into(),
            text: text.unwrap_or_default().to_owned(),
            most: field.most(),
        };
        Self {
            evidence: draft.evidence.fields().map(text).collect(),
            is_taken: draft.chargeback.takes_evidence(now),
            version: draft.chargeback.version,
            chargeback: draft.chargeback.into(),
        }
    }
}

/// Body of `POST /api/admin/chargebacks/{id}/evidence`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EvidenceBody {
    /// Texts by field. A field that is left out is empty.
    #[schema(value_type = BTreeMap<String, String>)]
    pub evidence: BTreeMap<String, String>,
    /// As it came with the draft: when another of the staff has saved meanwhile it is `409 changed_meanwhile`.
    pub version: i32,
    /// Give it to the bank, which most banks take once; otherwise it is saved.
    pub submit: bool,
}

impl EvidenceBody {
    /// What staff want to say.
    ///
    /// # Errors
    /// A field that there is not.
    pub fn read(&self) -> Result<Statement, application::Error> {
        let mut reader = Reader::default();
        let read: Option<BTreeMap<EvidenceField, String>> = self
            .evidence
            .iter()
            .map(|(name, text)| EvidenceField::parse(name).map(|field| (field, text.clone())))
            .collect();
        let texts = reader.check("evidence", read.ok_or("There is no such field."));
        reader.finish(texts.map(|texts| Statement { texts, version: self.version, submits: self.submit }))
    }
}
