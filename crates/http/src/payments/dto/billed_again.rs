//! Request and response bodies for second bills: drivers who were billed again for items that they
//! had paid.

use application::payments::remittances::billed_again::{SecondBillDetails, SecondBillList};
use application::shared::lists::Names;
use chrono::{DateTime, Utc};
use domain::payments::remittances::billed_again::{MAX_NOTE_CHARS, SecondBillOutcome};
use domain::shared::text;
use ports::payments::remittances::billed_again::SecondBill;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::payments::dto::money_trail::MoneyTrailDto;
use crate::payments::dto::proofs::ProofDto;
use crate::payments::dto::remittances::ObligationDto;
use crate::shared::enums as word;
use crate::shared::input::FieldParser;

/// A second bill: a driver was billed again for an item that they had paid.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SecondBill)]
pub struct SecondBillDto {
    /// The second bill's id.
    pub id: i32,
    /// When the driver reported the second bill.
    pub opened_at: DateTime<Utc>,
    /// When staff resolved the second bill. Null while it is open.
    pub settled_at: Option<DateTime<Utc>>,
    /// How staff resolved the second bill; null while it is open.
    pub outcome: Option<word::SecondBillOutcome>,
    /// Staff's explanation of the outcome; null while the second bill is open.
    pub note: Option<String>,
}

impl From<SecondBill> for SecondBillDto {
    fn from(case: SecondBill) -> Self {
        let (id, opened_at) = (case.id.0, case.opened_at);
        match case.settled {
            None => Self { id, opened_at, settled_at: None, outcome: None, note: None },
            Some(settled) => Self {
                id,
                opened_at,
                settled_at: Some(settled.at),
                outcome: Some(settled.outcome.into()),
                note: Some(settled.note),
            },
        }
    }
}

/// A second bill with the data that staff need to resolve it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SecondBillCase)]
pub struct SecondBillCaseDto {
    /// The second bill and its outcome.
    pub case: SecondBillDto,
    /// The name of the staff member who resolved the second bill. Left out while the bill is open, and if the
    /// member's account is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled_by: Option<String>,
    /// The transaction's id. The letter for the court is at `/api/payment-transactions/{id}/court-letter`.
    pub transaction_id: i32,
    /// The money that Lanewise owes to the authority from the payment.
    pub obligation: ObligationDto,
    /// Progress of the money on its way to the authority.
    pub trail: MoneyTrailDto,
    /// Files that show that the remittance with this money was sent, oldest first.
    pub proofs: Vec<ProofDto>,
}

impl SecondBillCaseDto {
    /// Builds the response. `names` has the names of the driver and of staff members.
    fn new(details: SecondBillDetails, names: &Names) -> Self {
        let staff = details.bill.settled.as_ref().and_then(|settled| settled.by);
        Self {
            settled_by: staff.and_then(|staff| names.get(&staff).cloned()),
            transaction_id: details.bill.transaction_id.0,
            case: details.bill.into(),
            obligation: ObligationDto::new(details.obligation, names),
            trail: details.trail.into(),
            proofs: ProofDto::all(details.proofs, names),
        }
    }
}

/// Open and resolved second bills.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SecondBillCases)]
pub struct SecondBillCasesDto {
    /// Open second bills: the oldest 200.
    pub open: Vec<SecondBillCaseDto>,
    /// Resolved second bills: the newest 20.
    pub settled: Vec<SecondBillCaseDto>,
}

impl From<SecondBillList> for SecondBillCasesDto {
    fn from(list: SecondBillList) -> Self {
        let names = list.names;
        let all = |bills: Vec<SecondBillDetails>| {
            bills.into_iter().map(|one| SecondBillCaseDto::new(one, &names)).collect()
        };
        Self { open: all(list.open), settled: all(list.settled) }
    }
}

/// Body of `POST /api/admin/billed-again/{id}/settled`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = SettleSecondBillBody)]
pub struct SettleSecondBillBody {
    /// How staff resolved the second bill.
    #[schema(value_type = word::SecondBillOutcome)]
    pub outcome: String,
    /// An explanation of the outcome for the driver, at most 500 characters.
    pub note: String,
}

impl SettleSecondBillBody {
    /// Parses the outcome and staff's note.
    pub fn parse(&self) -> Result<(SecondBillOutcome, String), application::Error> {
        let mut reader = FieldParser::default();
        let outcome = SecondBillOutcome::parse(&self.outcome);
        let sentence = "Must be one of accepted, sent_again, refunded, another_bill.";
        let outcome = reader.take_valid("outcome", outcome.ok_or(sentence));
        let note = reader.take_valid("note", text::paragraph(&self.note, MAX_NOTE_CHARS));
        reader.finish(outcome.zip(note))
    }
}
