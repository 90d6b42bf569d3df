//! The money's way to authorities.

use application::payments::remittances::owed::Overview;
use application::payments::remittances::sending::{Choices, Shown};
use application::shared::lists::Names;
use chrono::{DateTime, NaiveDate, Utc};
use domain::payments::remittances::obligation::Trail;
use domain::payments::remittances::prepared::SentOrLeftOut;
use domain::payments::remittances::remittance::{
    MOST_PAYMENTS, Remittance, Sending, SendingError, day_gone_by,
};
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::csv_cell::harmless;
use domain::shared::ids::PaymentId;
use domain::shared::money::Money;
use domain::shared::text;
use ports::payments::remittances::{Obligation, OwedTo};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::payments::dto::proofs::ProofDto;
use crate::shared::input::{MoneyInput, Reader};
use crate::shared::words as word;

/// What one payment's money owes to an authority.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Obligation)]
pub struct ObligationDto {
    /// The payment.
    pub payment_id: i32,
    /// What it paid for.
    #[serde(rename = "type")]
    pub kind: word::PayableKind,
    /// Which one.
    pub item_id: i32,
    /// Who paid.
    pub user_id: i32,
    /// Their name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driver_name: Option<String>,
    /// Violation or road.
    #[schema(required = true)]
    pub label: Option<String>,
    /// The issuer's number of the item, where it is known.
    #[schema(required = true)]
    pub number: Option<String>,
    /// The confirmation number: `CONF-` and ten characters.
    pub confirmation_number: String,
    /// Who issued the item, as it says itself.
    #[schema(required = true)]
    pub issuer: Option<String>,
    /// How far it is.
    pub status: word::ObligationStatus,
    /// Its remittance.
    #[schema(required = true)]
    pub remittance_id: Option<i32>,
    /// Amount owed; in a prepared remittance the amount that can be sent; then the amount sent. Two decimals.
    pub amount: String,
    /// Amount owed when its remittance was prepared, two decimals; only while it is prepared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prepared_amount: Option<String>,
    /// Amount in the last downloaded file, two decimals; only while it is prepared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_amount: Option<String>,
    /// What is to come back from the authority, two decimals.
    pub to_recover: String,
    /// What the authority has for what is still paid, two decimals.
    pub with_authority: String,
    /// A refund under way or a bank keeps it from being sent.
    pub is_held_back: bool,
    /// The card was charged.
    pub charged_at: DateTime<Utc>,
    /// Until when it is to be sent.
    pub send_by: DateTime<Utc>,
    /// Accepted on.
    #[schema(required = true)]
    pub accepted_on: Option<NaiveDate>,
    /// What is wrong with it.
    #[schema(required = true)]
    pub lateness: Option<word::Lateness>,
}

impl ObligationDto {
    /// Names the driver.
    pub fn new(one: Obligation, names: &Names) -> Self {
        Self {
            payment_id: one.payment_id.0,
            kind: one.payable.kind().into(),
            item_id: one.payable.item_id(),
            user_id: one.user_id.0,
            driver_name: names.get(&one.user_id).cloned(),
            label: one.label,
            number: one.number,
            confirmation_number: one.confirmation_number,
            issuer: one.issuer,
            status: one.status.into(),
            remittance_id: one.remittance_id.map(|id| id.0),
            amount: one.amount.to_string(),
            prepared_amount: one.prepared.map(|prepared| prepared.prepared.to_string()),
            file_amount: one.prepared.and_then(|prepared| prepared.in_file).map(|file| file.to_string()),
            to_recover: one.to_recover.to_string(),
            with_authority: one.with_authority.to_string(),
            is_held_back: one.is_held_back,
            charged_at: one.charged_at,
            send_by: one.send_by,
            accepted_on: one.accepted_on,
            lateness: one.lateness.map(Into::into),
        }
    }

    /// Each of them.
    pub fn all(obligations: Vec<Obligation>, names: &Names) -> Vec<Self> {
        obligations.into_iter().map(|one| Self::new(one, names)).collect()
    }
}

/// What is owed to one authority, or to nobody known under one issuer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OwedTo)]
pub struct OwedToDto {
    /// The authority; null while nobody knows whose these are.
    #[schema(required = true)]
    pub authority_id: Option<i32>,
    /// Its name; without an authority what the items say, if anything.
    #[schema(required = true)]
    pub name: Option<String>,
    /// How many payments can be sent.
    pub payments: i64,
    /// What they come to, two decimals.
    pub amount: String,
    /// How many more wait for a refund or a bank.
    pub held_back: i64,
    /// Since when the oldest is owed.
    pub since: DateTime<Utc>,
    /// How many were to be sent by now.
    pub late: i64,
}

impl From<OwedTo> for OwedToDto {
    fn from(owed: OwedTo) -> Self {
        Self {
            authority_id: owed.authority_id.map(|id| id.0),
            name: owed.name,
            payments: owed.payments,
            amount: owed.amount.to_string(),
            held_back: owed.held_back,
            since: owed.since,
            late: owed.late,
        }
    }
}

/// The money's way, at a glance.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MoneyOwed)]
pub struct OverviewDto {
    /// What is owed, by whom it is owed to: the longest owed first.
    pub owed: Vec<OwedToDto>,
    /// What authorities are to give back, the oldest 500.
    pub to_recover: Vec<ObligationDto>,
    /// What was sent and is open by a city's data all the same, the oldest 500.
    pub open_at_source: Vec<ObligationDto>,
}

impl From<Overview> for OverviewDto {
    fn from(overview: Overview) -> Self {
        let names = overview.names;
        Self {
            owed: overview.owed.into_iter().map(OwedToDto::from).collect(),
            to_recover: ObligationDto::all(overview.to_recover, &names),
            open_at_source: ObligationDto::all(overview.open_at_source, &names),
        }
    }
}

/// What is owed to one authority, sent together.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Remittance)]
pub struct RemittanceDto {
    /// Identifier.
    pub id: i32,
    /// To whom.
    pub authority_id: i32,
    /// Its name.
    pub authority: String,
    /// How far it is.
    pub status: word::RemittanceStatus,
    /// Number of payments that can be sent; once it was sent, the number sent.
    pub payments: i64,
    /// What they come to, two decimals.
    pub amount: String,
    /// Payments that were refunded, wholly or in part, or are held back since it was prepared. Totals and files leave that money out.
    pub left_out_payments: i64,
    /// Amount left out, two decimals.
    pub left_out_amount: String,
    /// When the last file was downloaded before it was sent.
    #[schema(required = true)]
    pub downloaded_at: Option<DateTime<Utc>>,
    /// When it was put together.
    pub prepared_at: DateTime<Utc>,
    /// Sent on.
    #[schema(required = true)]
    pub sent_on: Option<NaiveDate>,
    /// The reference under which it was sent.
    #[schema(required = true)]
    pub reference: Option<String>,
    /// Accepted on.
    #[schema(required = true)]
    pub accepted_on: Option<NaiveDate>,
}

impl From<Remittance> for RemittanceDto {
    fn from(remittance: Remittance) -> Self {
        let (sent_on, reference) = remittance.sent.map(|sent| (sent.on, sent.reference)).unzip();
        Self {
            id: remittance.id.0,
            authority_id: remittance.authority_id.0,
            authority: remittance.authority,
            status: remittance.status.into(),
            payments: remittance.payments,
            amount: remittance.amount.to_string(),
            left_out_payments: remittance.left_out.payments,
            left_out_amount: remittance.left_out.amount.to_string(),
            downloaded_at: remittance.downloaded_at,
            prepared_at: remittance.prepared_at,
            sent_on,
            reference,
            accepted_on: remittance.accepted_on,
        }
    }
}

/// A remittance with what is in it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RemittanceDetails)]
pub struct RemittanceDetailsDto {
    /// The remittance.
    pub remittance: RemittanceDto,
    /// What is in it. What an authority gave back is not any more.
    pub obligations: Vec<ObligationDto>,
    /// Files that show that it was sent, the oldest first.
    pub proofs: Vec<ProofDto>,
}

impl From<Shown> for RemittanceDetailsDto {
    fn from(shown: Shown) -> Self {
        Self {
            remittance: shown.remittance.into(),
            obligations: ObligationDto::all(shown.obligations, &shown.names),
            proofs: ProofDto::all(shown.proofs, &shown.names),
        }
    }
}

/// Body of `POST /api/admin/remittances`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PrepareBody {
    /// To whom.
    pub authority_id: i32,
}

/// Maximum number of choices in one call. A new file leaves all refunded payments out, so none are needed after it.
const MOST_CHOICES: usize = 300;

/// Body of `POST /api/admin/remittances/{id}/sent`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SentBody {
    /// The day, `YYYY-MM-DD`: today at the latest, a year ago at the earliest.
    pub sent_on: String,
    /// The bank's or the authority's reference, which drivers read; 100 characters at most.
    pub reference: String,
    /// Choices for payments that were refunded after the last file was downloaded.
    #[serde(default)]
    #[schema(max_items = 300)]
    pub refunded: Vec<ChoiceBody>,
}

/// The choice for a payment that was refunded after the last file was downloaded.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = RefundedPaymentChoice)]
pub struct ChoiceBody {
    /// The payment.
    pub payment_id: i32,
    /// `sent`: it is to be recovered; `left_out`: it was never sent.
    #[schema(value_type = word::SentOrLeftOut)]
    pub was: String,
}

impl SentBody {
    /// The day, the reference and staff's choices.
    ///
    /// # Errors
    /// Lists the invalid fields.
    pub fn read(&self, now: DateTime<Utc>) -> Result<(Sending, Choices), application::Error> {
        let mut reader = Reader::default();
        let sending = reader.date("sentOn", &self.sent_on).and_then(|on| {
            Sending::parse(on, &self.reference, now, BUSINESS_ZONE)
                .map_err(|wrong| {
                    let field =
                        if matches!(wrong, SendingError::Reference(_)) { "reference" } else { "sentOn" };
                    reader.note(field, &said(wrong));
                })
                .ok()
        });
        if self.refunded.len() > MOST_CHOICES {
            reader.note("refunded", "Download the file again: it leaves out what was refunded.");
        }
        let mut choices = Choices::new();
        for ChoiceBody { payment_id, was } in &self.refunded {
            let was = SentOrLeftOut::parse(was).ok_or("Each is sent or left_out.");
            if let Some(was) = reader.check("refunded", was) {
                choices.insert(PaymentId(*payment_id), was);
            }
        }
        reader.finish(sending.map(|sending| (sending, choices)))
    }
}

/// Body of `POST /api/admin/remittances/{id}/accepted`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AcceptedBody {
    /// The day, `YYYY-MM-DD`: today at the latest, a year ago at the earliest.
    pub accepted_on: String,
    /// Confirmation numbers, or the issuer's; without any it is all of it.
    #[schema(min_items = 1, max_items = 5000)]
    pub numbers: Option<Vec<String>>,
}

impl AcceptedBody {
    /// When, and what.
    ///
    /// # Errors
    /// Lists the invalid fields.
    pub fn read(self, now: DateTime<Utc>) -> Result<(NaiveDate, Option<Vec<String>>), application::Error> {
        let mut reader = Reader::default();
        let day = reader
            .date("acceptedOn", &self.accepted_on)
            .and_then(|on| reader.check("acceptedOn", day_gone_by(on, now, BUSINESS_ZONE).map_err(said)));
        let most = usize::try_from(MOST_PAYMENTS).unwrap_or(usize::MAX);
        if self.numbers.as_ref().is_some_and(|numbers| numbers.is_empty() || numbers.len() > most) {
            reader.note("numbers", &format!("1 to {most} numbers."));
        }
        reader.finish(day.map(|day| (day, self.numbers)))
    }
}

fn said(wrong: SendingError) -> String {
    match wrong {
        SendingError::Reference(wrong) => wrong.to_string(),
        SendingError::ToCome => "This day is to come.".to_owned(),
        SendingError::LongAgo => "This day is more than a year ago.".to_owned(),
    }
}

/// Body of `POST /api/admin/obligations/{id}/back` and of `…/written-off`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecoveryBody {
    /// How much.
    pub amount: MoneyInput,
    /// How it came back, or why it does not; 500 characters at most.
    pub how: String,
}

impl RecoveryBody {
    /// How much, and how.
    ///
    /// # Errors
    /// Lists the invalid fields.
    pub fn read(&self) -> Result<(Money, String), application::Error> {
        let mut reader = Reader::default();
        let sentence = "An amount of dollars, such as 150.00.";
        let amount = reader.check("amount", self.amount.parse().ok_or(sentence));
        let how = reader.check("how", text::paragraph(&self.how, 500));
        reader.finish(amount.zip(how))
    }
}

/// Where a payment's money is on its way to the authority.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Trail)]
pub struct TrailDto {
    /// The card was charged.
    pub charged_at: DateTime<Utc>,
    /// Until when it is to be sent.
    pub send_by: DateTime<Utc>,
    /// To whom, once that is known.
    #[schema(required = true)]
    pub authority: Option<String>,
    /// Sent on.
    #[schema(required = true)]
    pub sent_on: Option<NaiveDate>,
    /// The reference under which it was sent.
    #[schema(required = true)]
    pub reference: Option<String>,
    /// Accepted on.
    #[schema(required = true)]
    pub accepted_on: Option<NaiveDate>,
}

impl From<Trail> for TrailDto {
    fn from(trail: Trail) -> Self {
        let Trail { charged_at, send_by, authority, sent_on, reference, accepted_on } = trail;
        Self { charged_at, send_by, authority, sent_on, reference, accepted_on }
    }
}

/// What is in a remittance as a table for the authority.
///
/// # Errors
/// Fails if a row can't be written, which doesn't happen in memory.
pub fn remittance_csv(shown: &Shown) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(vec![]);
    writer.write_record([
        "type",
        "item",
        "number",
        "violation",
        "driver",
        "confirmationNumber",
        "charged",
        "amount",
    ])?;
    // What is left out of a prepared remittance isn't in its file.
    for one in shown.obligations.iter().filter(|one| one.amount > Money::ZERO) {
        let cell = |text: Option<&str>| harmless(text.unwrap_or_default());
        writer.write_record([
            one.payable.kind().to_string(),
            one.payable.item_id().to_string(),
            cell(one.number.as_deref()),
            cell(one.label.as_deref()),
            cell(shown.names.get(&one.user_id).map(String::as_str)),
            one.confirmation_number.clone(),
            one.charged_at.with_timezone(&BUSINESS_ZONE).date_naive().to_string(),
            one.amount.to_string(),
        ])?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}
