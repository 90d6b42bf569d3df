//! Request and response bodies for money that is sent to authorities and lawyers.

use application::payments::remittances::owed::MoneyOwed;
use application::payments::remittances::sending::{InclusionChoices, RemittanceDetails};
use application::shared::lists::Names;
use chrono::{DateTime, NaiveDate, Utc};
use domain::payments::remittances::obligation::MoneyTrail;
use domain::payments::remittances::payee::PayeeId;
use domain::payments::remittances::prepared::InclusionChoice;
use domain::payments::remittances::remittance::{
    MAX_PAYMENTS, Remittance, TransferRecord, TransferRecordError, check_past_day,
};
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::ids::{AuthorityId, LawyerId, PaymentId};
use domain::shared::money::Money;
use domain::shared::text;
use ports::payments::remittances::{AmountOwed, Obligation};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::payments::dto::proofs::ProofDto;
use crate::shared::enums as word;
use crate::shared::input::{MoneyInput, Reader};

/// An authority or a lawyer whom money is owed to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Payee)]
pub struct PayeeDto {
    /// Whether it is an authority or a lawyer.
    pub kind: word::PayeeKind,
    /// The id of the authority or the lawyer.
    pub id: i32,
    /// Name of the authority or the lawyer.
    pub name: String,
}

impl PayeeDto {
    fn new(id: PayeeId, name: String) -> Self {
        Self { kind: id.kind().into(), id: id.number(), name }
    }
}

/// Money of one payment that is owed to an authority or a lawyer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Obligation)]
pub struct ObligationDto {
    /// The payment's id.
    pub payment_id: i32,
    /// The kind of item paid.
    #[serde(rename = "type")]
    pub kind: word::PayableKind,
    /// The id of the paid item.
    pub item_id: i32,
    /// The id of the driver who paid.
    pub user_id: i32,
    /// The driver's full name, if one is stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driver_name: Option<String>,
    /// The violation or road.
    #[schema(required = true)]
    pub label: Option<String>,
    /// The number that the issuer gave the item, if known.
    #[schema(required = true)]
    pub number: Option<String>,
    /// The confirmation number: `CONF-` and ten characters.
    pub confirmation_number: String,
    /// The authority or lawyer that the money is owed to. Null if the issuer isn't in the register.
    #[schema(required = true)]
    pub payee: Option<PayeeDto>,
    /// The issuer's name, as the item has it. Null for a lawyer's fee.
    #[schema(required = true)]
    pub issuer: Option<String>,
    /// Status of the money on its way to the payee.
    pub status: word::ObligationStatus,
    /// The id of the remittance that contains the money.
    #[schema(required = true)]
    pub remittance_id: Option<i32>,
    /// The amount owed, with two decimals. In a prepared remittance, the amount that can be sent;
    /// after sending, the amount sent.
    pub amount: String,
    /// The amount owed when the remittance was prepared, with two decimals. Only while the
    /// remittance isn't sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prepared_amount: Option<String>,
    /// The amount in the last downloaded file, with two decimals. Only while the remittance isn't
    /// sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_amount: Option<String>,
    /// The amount that the payee must return, with two decimals.
    pub to_recover: String,
    /// The amount that the payee has and may keep, with two decimals: for an item that is still paid, or of a lawyer's fee.
    pub with_payee: String,
    /// Whether the money can't be sent now, because of a refund in progress or a chargeback.
    pub is_held_back: bool,
    /// When the card was charged.
    pub charged_at: DateTime<Utc>,
    /// Deadline for sending the money.
    pub send_by: DateTime<Utc>,
    /// The day on which the payee accepted the money.
    #[schema(required = true)]
    pub accepted_on: Option<NaiveDate>,
    /// Why staff must check the money. Null if they needn't.
    #[schema(required = true)]
    pub lateness: Option<word::ObligationProblem>,
}

impl ObligationDto {
    /// Builds the response, with the driver's name.
    pub fn new(obligation: Obligation, names: &Names) -> Self {
        Self {
            payment_id: obligation.payment_id.0,
            kind: obligation.payable.kind().into(),
            item_id: obligation.payable.item_id(),
            user_id: obligation.user_id.0,
            driver_name: names.get(&obligation.user_id).cloned(),
            label: obligation.label,
            number: obligation.number,
            confirmation_number: obligation.confirmation_number,
            payee: obligation.payee.map(|payee| PayeeDto::new(payee.id, payee.name)),
            issuer: obligation.issuer,
            status: obligation.status.into(),
            remittance_id: obligation.remittance_id.map(|id| id.0),
            amount: obligation.amount.to_string(),
            prepared_amount: obligation.prepared.map(|prepared| prepared.prepared.to_string()),
            file_amount: obligation
                .prepared
                .and_then(|prepared| prepared.in_file)
                .map(|file| file.to_string()),
            to_recover: obligation.to_recover.to_string(),
            with_payee: obligation.with_payee.to_string(),
            is_held_back: obligation.is_held_back,
            charged_at: obligation.charged_at,
            send_by: obligation.send_by,
            accepted_on: obligation.accepted_on,
            lateness: obligation.lateness.map(Into::into),
        }
    }

    /// Builds the responses for several obligations.
    pub fn all(obligations: Vec<Obligation>, names: &Names) -> Vec<Self> {
        obligations.into_iter().map(|one| Self::new(one, names)).collect()
    }
}

/// Money owed to one authority or lawyer, or to one issuer that isn't in the register of authorities.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AmountOwed)]
pub struct AmountOwedDto {
    /// The authority or lawyer. Null if the issuer isn't in the register.
    #[schema(required = true)]
    pub payee: Option<PayeeDto>,
    /// If the issuer isn't in the register, the issuer's name on the items, if any.
    #[schema(required = true)]
    pub issuer: Option<String>,
    /// Number of payments that can be sent.
    pub payments: i64,
    /// Total of these payments, with two decimals.
    pub amount: String,
    /// Number of further payments that can't be sent now, because of a refund in progress or a
    /// chargeback.
    pub held_back: i64,
    /// Since when the oldest of these payments has been owed.
    pub since: DateTime<Utc>,
    /// Number of payments that are past their deadline for sending.
    pub late: i64,
}

impl From<AmountOwed> for AmountOwedDto {
    fn from(owed: AmountOwed) -> Self {
        let (payee, issuer) = match owed.payee {
            Some(payee) => (Some(PayeeDto::new(payee, owed.name.unwrap_or_default())), None),
            None => (None, owed.name),
        };
        Self {
            payee,
            issuer,
            payments: owed.payments,
            amount: owed.amount.to_string(),
            held_back: owed.held_back,
            since: owed.since,
            late: owed.late,
        }
    }
}

/// An overview of the money owed to authorities and lawyers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MoneyOwed)]
pub struct MoneyOwedDto {
    /// Money owed by payee, the one that has been owed longest first.
    pub owed: Vec<AmountOwedDto>,
    /// Money that authorities and lawyers must return: the oldest 500.
    pub to_recover: Vec<ObligationDto>,
    /// Payments that were sent, although a city's data still lists their citations as open: the
    /// oldest 500.
    pub open_at_source: Vec<ObligationDto>,
}

impl From<MoneyOwed> for MoneyOwedDto {
    fn from(overview: MoneyOwed) -> Self {
        let names = overview.names;
        Self {
            owed: overview.owed.into_iter().map(AmountOwedDto::from).collect(),
            to_recover: ObligationDto::all(overview.to_recover, &names),
            open_at_source: ObligationDto::all(overview.open_at_source, &names),
        }
    }
}

/// Money owed to one authority or lawyer that is sent in one transfer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Remittance)]
pub struct RemittanceDto {
    /// The remittance's id.
    pub id: i32,
    /// The authority or lawyer that receives the money.
    pub payee: PayeeDto,
    /// Name of the lawyer's trust account. Null for an authority.
    #[schema(required = true)]
    pub trust_account: Option<String>,
    /// Whether the remittance is prepared, sent or accepted.
    pub status: word::RemittanceStatus,
    /// Number of payments that can be sent. After sending, the number of payments sent.
    pub payments: i64,
    /// Total of these payments, with two decimals.
    pub amount: String,
    /// Number of payments that were fully or partly refunded or charged back since the remittance
    /// was prepared. Totals and files leave that money out.
    pub left_out_payments: i64,
    /// The amount left out, with two decimals.
    pub left_out_amount: String,
    /// When staff last downloaded the remittance's file before sending the money.
    #[schema(required = true)]
    pub downloaded_at: Option<DateTime<Utc>>,
    /// When the remittance was prepared.
    pub prepared_at: DateTime<Utc>,
    /// The day on which the money was sent.
    #[schema(required = true)]
    pub sent_on: Option<NaiveDate>,
    /// The reference of the transfer.
    #[schema(required = true)]
    pub reference: Option<String>,
    /// The day on which the payee accepted the money.
    #[schema(required = true)]
    pub accepted_on: Option<NaiveDate>,
}

impl From<Remittance> for RemittanceDto {
    fn from(remittance: Remittance) -> Self {
        let (sent_on, reference) = remittance.sent.map(|sent| (sent.on, sent.reference)).unzip();
        Self {
            id: remittance.id.0,
            payee: PayeeDto::new(remittance.payee.id, remittance.payee.name),
            trust_account: remittance.trust_account,
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

/// A remittance with its obligations and proofs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RemittanceDetails)]
pub struct RemittanceDetailsDto {
    /// The remittance itself, with its totals.
    pub remittance: RemittanceDto,
    /// Obligations in the remittance. An obligation leaves it when the payee returns its money.
    pub obligations: Vec<ObligationDto>,
    /// Files that show that the remittance was sent, oldest first.
    pub proofs: Vec<ProofDto>,
}

impl From<RemittanceDetails> for RemittanceDetailsDto {
    fn from(shown: RemittanceDetails) -> Self {
        Self {
            remittance: shown.remittance.into(),
            obligations: ObligationDto::all(shown.obligations, &shown.names),
            proofs: ProofDto::all(shown.proofs, &shown.names),
        }
    }
}

/// Body of `POST /api/admin/remittances`: an authority or a lawyer.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PrepareBody {
    /// The authority's id.
    pub authority_id: Option<i32>,
    /// The lawyer's id.
    pub lawyer_id: Option<i32>,
}

impl PrepareBody {
    /// Returns the authority or the lawyer.
    ///
    /// # Errors
    /// A field error unless it is exactly one of them.
    pub fn payee(&self) -> Result<PayeeId, application::Error> {
        match (self.authority_id, self.lawyer_id) {
            (Some(authority), None) => Ok(AuthorityId(authority).into()),
            (None, Some(lawyer)) => Ok(LawyerId(lawyer).into()),
            _ => Err(application::Error::field("authorityId", "Choose an authority or a lawyer.")),
        }
    }
}

/// Maximum number of answers in one request. If more payments were refunded, staff download a new
/// file. It leaves out all refunded payments, so no answers are needed.
const MAX_CHOICES: usize = 300;

/// Body of `POST /api/admin/remittances/{id}/sent`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SentBody {
    /// The day on which the money was sent, `YYYY-MM-DD`: at most a year ago, not in the future.
    pub sent_on: String,
    /// The bank's or the payee's reference. Drivers who paid a fine can read it. At most 100 characters.
    pub reference: String,
    /// For each payment that was refunded after the last file was downloaded: whether its money was
    /// sent.
    #[serde(default)]
    #[schema(max_items = 300)]
    pub refunded: Vec<RefundedPaymentChoiceBody>,
}

/// Whether the money of a payment was sent, if the payment was refunded after the last file was
/// downloaded.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = RefundedPaymentChoice)]
pub struct RefundedPaymentChoiceBody {
    /// The payment's id.
    pub payment_id: i32,
    /// `sent`: the money was sent and must be recovered. `left_out`: the money wasn't sent.
    #[schema(value_type = word::InclusionChoice)]
    pub was: String,
}

impl SentBody {
    /// Parses the day, the reference and staff's answers about refunded payments.
    ///
    /// # Errors
    /// Lists the invalid fields.
    pub fn read(&self, now: DateTime<Utc>) -> Result<(TransferRecord, InclusionChoices), application::Error> {
        let mut reader = Reader::default();
        let sending = reader.date("sentOn", &self.sent_on).and_then(|on| {
            TransferRecord::parse(on, &self.reference, now, BUSINESS_ZONE)
                .map_err(|wrong| {
                    let field = if matches!(wrong, TransferRecordError::Reference(_)) {
                        "reference"
                    } else {
                        "sentOn"
                    };
                    reader.add_error(field, &error_message(wrong));
                })
                .ok()
        });
        if self.refunded.len() > MAX_CHOICES {
            reader
                .add_error("refunded", "Download the file again. The new file leaves out refunded payments.");
        }
        let mut choices = InclusionChoices::new();
        for RefundedPaymentChoiceBody { payment_id, was } in &self.refunded {
            let was = InclusionChoice::parse(was).ok_or("Each is sent or left_out.");
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
    /// The day on which the payee accepted the money, `YYYY-MM-DD`: at most a year ago, not in
    /// the future.
    pub accepted_on: String,
    /// Confirmation numbers or citation numbers of the accepted payments. Leave it out if all
    /// payments were accepted.
    #[schema(min_items = 1, max_items = 5000)]
    pub numbers: Option<Vec<String>>,
}

impl AcceptedBody {
    /// Parses the acceptance date and the confirmation numbers of the accepted payments.
    ///
    /// # Errors
    /// Lists the invalid fields.
    pub fn read(self, now: DateTime<Utc>) -> Result<(NaiveDate, Option<Vec<String>>), application::Error> {
        let mut reader = Reader::default();
        let day = reader.date("acceptedOn", &self.accepted_on).and_then(|on| {
            reader.check("acceptedOn", check_past_day(on, now, BUSINESS_ZONE).map_err(error_message))
        });
        let most = usize::try_from(MAX_PAYMENTS).unwrap_or(usize::MAX);
        if self.numbers.as_ref().is_some_and(|numbers| numbers.is_empty() || numbers.len() > most) {
            reader.add_error("numbers", &format!("1 to {most} numbers."));
        }
        reader.finish(day.map(|day| (day, self.numbers)))
    }
}

fn error_message(wrong: TransferRecordError) -> String {
    match wrong {
        TransferRecordError::Reference(wrong) => wrong.to_string(),
        TransferRecordError::InFuture => "This day is in the future.".to_owned(),
        TransferRecordError::TooLongAgo => "This day is more than a year ago.".to_owned(),
    }
}

/// Body of `POST /api/admin/obligations/{id}/back` and of `…/written-off`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecoveryBody {
    /// The amount returned or written off.
    pub amount: MoneyInput,
    /// How the payee returned the money, or why it won't, at most 500 characters.
    pub how: String,
    /// The lawyer's id, if it is a lawyer's money.
    pub lawyer_id: Option<i32>,
}

impl RecoveryBody {
    /// Parses the amount and the explanation.
    ///
    /// # Errors
    /// Lists the invalid fields.
    pub fn read(&self) -> Result<(Money, String), application::Error> {
        let mut reader = Reader::default();
        let sentence = "Enter an amount in dollars, such as 150.00.";
        let amount = reader.check("amount", self.amount.parse().ok_or(sentence));
        let how = reader.check("how", text::paragraph(&self.how, 500));
        reader.finish(amount.zip(how))
    }
}

/// Progress of a payment's money on its way to the authority.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MoneyTrail)]
pub struct MoneyTrailDto {
    /// When the card was charged.
    pub charged_at: DateTime<Utc>,
    /// Deadline for sending the money.
    pub send_by: DateTime<Utc>,
    /// The authority's name, once known.
    #[schema(required = true)]
    pub authority: Option<String>,
    /// The day on which the money was sent.
    #[schema(required = true)]
    pub sent_on: Option<NaiveDate>,
    /// The reference of the transfer.
    #[schema(required = true)]
    pub reference: Option<String>,
    /// The day on which the authority accepted the money.
    #[schema(required = true)]
    pub accepted_on: Option<NaiveDate>,
}

impl From<MoneyTrail> for MoneyTrailDto {
    fn from(trail: MoneyTrail) -> Self {
        let MoneyTrail { charged_at, send_by, authority, sent_on, reference, accepted_on } = trail;
        Self { charged_at, send_by, authority, sent_on, reference, accepted_on }
    }
}
