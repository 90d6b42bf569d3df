//! Responses about money that is sent to authorities and lawyers.

use application::payments::remittances::owed::MoneyOwed;
use application::payments::remittances::sending::RemittanceDetails;
use application::shared::lists::Names;
use chrono::{DateTime, NaiveDate, Utc};
use domain::payments::remittances::payee::PayeeId;
use domain::payments::remittances::remittance::Remittance;
use ports::payments::remittances::{AmountOwed, Obligation};
use serde::Serialize;
use utoipa::ToSchema;

use crate::payments::dto::proofs::ProofDto;
use crate::shared::enums as word;

/// An authority or a lawyer whom money is owed to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Payee)]
pub struct PayeeDto {
    /// Whether the payee is an authority or a lawyer.
    pub kind: word::PayeeKind,
    /// The id of the authority or the lawyer.
    pub id: i32,
    /// Name of the authority or the lawyer.
    pub name: String,
}

impl PayeeDto {
    /// Builds the response. `name` is the name of the authority or the lawyer.
    fn new(id: PayeeId, name: String) -> Self {
        Self { kind: id.kind().into(), id: id.number(), name }
    }
}

/// Money of one payment that is owed to an authority or a lawyer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Obligation)]
pub struct ObligationDto {
    pub payment_id: i32,
    /// The kind of item paid.
    #[serde(rename = "type")]
    pub kind: word::PayableKind,
    /// The id of the paid item.
    pub item_id: i32,
    /// The id of the driver who paid.
    pub user_id: i32,
    /// The driver's full name or, if none is stored, the part of the email address before the `@`. Left out if
    /// the account is closed, and in the responses to `POST …/back` and `POST …/written-off`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driver_name: Option<String>,
    /// The violation type or toll road; null if unknown.
    pub label: Option<String>,
    /// The number that the issuer gave the item, if known.
    pub number: Option<String>,
    /// The confirmation number: `CONF-` and ten characters.
    pub confirmation_number: String,
    /// The authority or lawyer that the money is owed to. Null if the issuer isn't in the register of authorities.
    pub payee: Option<PayeeDto>,
    /// The issuer's name, as stored with the item. Null for a lawyer's fee.
    pub issuer: Option<String>,
    /// Status of the money on its way to the payee.
    pub status: word::ObligationStatus,
    /// The id of the remittance that contains the money; null if none does.
    pub remittance_id: Option<i32>,
    /// The amount owed, with two decimals. In a prepared remittance, the amount that can be sent;
    /// after sending, the amount sent.
    pub amount: String,
    /// The amount owed when the remittance was prepared, with two decimals. Left out unless the remittance is
    /// prepared and not sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prepared_amount: Option<String>,
    /// The amount in the last downloaded file, with two decimals. Left out if it is unknown, and after sending.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_amount: Option<String>,
    /// The amount that the payee must return, with two decimals.
    pub to_recover: String,
    /// The amount that the payee received and may keep, with two decimals: for an item that is
    /// still paid, or as part of a lawyer's fee.
    pub with_payee: String,
    /// Whether the money can't be sent now, because of a refund in progress or a chargeback.
    pub is_held_back: bool,
    /// When the card was charged.
    pub charged_at: DateTime<Utc>,
    /// Deadline for sending the money.
    pub send_by: DateTime<Utc>,
    /// The day on which the payee accepted the money; null until then.
    pub accepted_on: Option<NaiveDate>,
    /// Why staff must check the money. Null if no check is needed.
    pub lateness: Option<word::ObligationProblem>,
}

impl ObligationDto {
    /// Builds the response, with the driver's name from `names`.
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

    /// Converts the obligations to responses, with the drivers' names from `names`.
    pub fn all(obligations: Vec<Obligation>, names: &Names) -> Vec<Self> {
        obligations.into_iter().map(|one| Self::new(one, names)).collect()
    }
}

/// Money owed to one authority or lawyer, or to one issuer that isn't in the register of authorities.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AmountOwed)]
pub struct AmountOwedDto {
    /// The authority or lawyer. Null if the issuer isn't in the register of authorities.
    pub payee: Option<PayeeDto>,
    /// The issuer's name on the items, if the issuer isn't in the register of authorities. Null if
    /// the issuer is in the register, or if the items name no issuer.
    pub issuer: Option<String>,
    /// Number of payments that can be sent.
    pub payments: i64,
    /// Total of these payments, with two decimals.
    pub amount: String,
    /// Number of further payments that can't be sent now, because of a refund in progress or a chargeback.
    pub held_back: i64,
    /// When the oldest of these payments started to be owed.
    pub since: DateTime<Utc>,
    /// Number of these payments whose deadline for sending has passed.
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
    /// Money owed, by payee. The payee who has been owed money the longest comes first.
    pub owed: Vec<AmountOwedDto>,
    /// Money that authorities and lawyers must return: the oldest 500.
    pub to_recover: Vec<ObligationDto>,
    /// Payments that were sent, but whose citations a city's data still lists as open: the oldest 500.
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
    pub id: i32,
    /// The authority or lawyer that receives the money.
    pub payee: PayeeDto,
    /// Name of the lawyer's trust account. Null for an authority.
    pub trust_account: Option<String>,
    /// Whether the remittance is prepared, sent or accepted.
    pub status: word::RemittanceStatus,
    /// Number of payments that can be sent. After sending, the number of payments sent.
    pub payments: i64,
    /// Total of these payments, with two decimals.
    pub amount: String,
    /// Number of payments that can't be sent in full, because of a refund or chargeback since the remittance
    /// was prepared. 0 after sending.
    pub left_out_payments: i64,
    /// The part of the prepared amount that can no longer be sent, with two decimals. 0.00 after sending.
    pub left_out_amount: String,
    /// When staff last downloaded the remittance's file before sending the money; null if they haven't.
    pub downloaded_at: Option<DateTime<Utc>>,
    /// When the remittance was prepared.
    pub prepared_at: DateTime<Utc>,
    /// The day on which the money was sent; null until then.
    pub sent_on: Option<NaiveDate>,
    /// The reference of the transfer; null until the money is sent.
    pub reference: Option<String>,
    /// The day on which the payee accepted the money; null until then.
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
    /// The money owed from each payment in the remittance.
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
