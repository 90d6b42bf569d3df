use chrono::{DateTime, NaiveDate, Utc};
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Bool, Date, Integer, Nullable, Text, Timestamptz};
use domain::payments::ledger::LawyerShare;
use domain::payments::remittances::obligation::{ObligationProblem, ObligationStatus};
use domain::payments::remittances::payee::{Payee, PayeeId};
use domain::payments::remittances::prepared::PreparedPayment;
use domain::shared::ids::{AuthorityId, LawyerId, PaymentId, RemittanceId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::PayableKind;
use ports::payments::remittances::Obligation;
use ports::shared::store_error::StoreError;

use crate::shared::rows::{parsed, parsed_option};

/// An obligation, with its amounts.
#[derive(QueryableByName)]
pub(super) struct ObligationRow {
    #[diesel(sql_type = Integer)]
    pub(super) payment_id: i32,
    #[diesel(sql_type = Integer)]
    pub(super) user_id: i32,
    #[diesel(sql_type = Text)]
    pub(super) kind: String,
    #[diesel(sql_type = Integer)]
    pub(super) item_id: i32,
    #[diesel(sql_type = Nullable<Text>)]
    pub(super) label: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub(super) number: Option<String>,
    #[diesel(sql_type = Text)]
    pub(super) confirmation_number: String,
    #[diesel(sql_type = Nullable<Integer>)]
    pub(super) authority_id: Option<i32>,
    #[diesel(sql_type = Nullable<Integer>)]
    pub(super) lawyer_id: Option<i32>,
    #[diesel(sql_type = Nullable<Text>)]
    pub(super) payee: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub(super) issuer: Option<String>,
    #[diesel(sql_type = Text)]
    pub(super) status: String,
    #[diesel(sql_type = Nullable<Integer>)]
    pub(super) remittance_id: Option<i32>,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub(super) amount_cents: Option<i64>,
    #[diesel(sql_type = BigInt)]
    pub(super) owed_cents: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub(super) filed_cents: Option<i64>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub(super) downloaded_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = BigInt)]
    pub(super) to_recover: i64,
    #[diesel(sql_type = BigInt)]
    pub(super) with_payee: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub(super) claim_cents: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub(super) sent_cents: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    pub(super) written_off_cents: Option<i64>,
    #[diesel(sql_type = Bool)]
    pub(super) is_held_back: bool,
    #[diesel(sql_type = Timestamptz)]
    pub(super) charged_at: DateTime<Utc>,
    #[diesel(sql_type = Timestamptz)]
    pub(super) send_by: DateTime<Utc>,
    #[diesel(sql_type = Nullable<Date>)]
    pub(super) accepted_on: Option<NaiveDate>,
    #[diesel(sql_type = Nullable<Text>)]
    pub(super) lateness: Option<String>,
}

impl TryFrom<ObligationRow> for Obligation {
    type Error = StoreError;

    fn try_from(row: ObligationRow) -> Result<Self, StoreError> {
        let status = parsed("obligations.status", &row.status, ObligationStatus::parse)?;
        let (stored, owed) = (row.amount_cents.map(Money::from_cents), Money::from_cents(row.owed_cents));
        let prepared = stored.filter(|_| status == ObligationStatus::Prepared).map(|prepared| {
            let in_file = match row.filed_cents {
                Some(cents) => row.downloaded_at.map(|_| Money::from_cents(cents)),
                // An earlier release prepared this payment and didn't store downloads. So a downloaded file may
                // contain the whole amount.
                None => Some(prepared),
            };
            PreparedPayment::new(prepared, owed, row.is_held_back, in_file)
        });
        let share = row.claim_cents.zip(row.sent_cents).map(|(claim, sent)| {
            let [claim, sent, written_off] =
                [claim, sent, row.written_off_cents.unwrap_or_default()].map(Money::from_cents);
            LawyerShare::new(claim, sent, written_off)
        });
        let payee = payee_id(row.authority_id, row.lawyer_id).zip(row.payee);
        Ok(Self {
            payment_id: PaymentId(row.payment_id),
            payable: parsed("payments.kind", &row.kind, PayableKind::parse)?.of(row.item_id),
            user_id: UserId(row.user_id),
            label: row.label,
            number: row.number,
            confirmation_number: row.confirmation_number,
            payee: payee.map(|(id, name)| Payee { id, name }),
            share,
            issuer: row.issuer,
            status,
            remittance_id: row.remittance_id.map(RemittanceId),
            amount: prepared.map(|prepared| prepared.sendable).or(stored).unwrap_or(owed),
            prepared,
            to_recover: Money::from_cents(row.to_recover),
            with_payee: Money::from_cents(row.with_payee),
            is_held_back: row.is_held_back,
            charged_at: row.charged_at,
            send_by: row.send_by,
            accepted_on: row.accepted_on,
            lateness: parsed_option("lateness", row.lateness.as_deref(), ObligationProblem::parse)?,
        })
    }
}

/// The payee of an obligation that was just stored.
#[derive(QueryableByName)]
pub(super) struct AddedObligationRow {
    #[diesel(sql_type = Nullable<Integer>)]
    pub(super) authority_id: Option<i32>,
}

/// Returns the payee that a row names by the id of an authority or of a lawyer; `None` if both ids are null.
pub(super) fn payee_id(authority_id: Option<i32>, lawyer_id: Option<i32>) -> Option<PayeeId> {
    let lawyer = lawyer_id.map(|id| PayeeId::Lawyer(LawyerId(id)));
    lawyer.or(authority_id.map(|id| PayeeId::Authority(AuthorityId(id))))
}

/// The sum that is owed to one authority or lawyer.
#[derive(QueryableByName)]
pub(super) struct OwedRow {
    #[diesel(sql_type = Nullable<Integer>)]
    pub(super) authority_id: Option<i32>,
    #[diesel(sql_type = Nullable<Integer>)]
    pub(super) lawyer_id: Option<i32>,
    #[diesel(sql_type = Nullable<Text>)]
    pub(super) name: Option<String>,
    #[diesel(sql_type = BigInt)]
    pub(super) payments: i64,
    #[diesel(sql_type = BigInt)]
    pub(super) amount: i64,
    #[diesel(sql_type = BigInt)]
    pub(super) held_back: i64,
    #[diesel(sql_type = Timestamptz)]
    pub(super) since: DateTime<Utc>,
    #[diesel(sql_type = BigInt)]
    pub(super) late: i64,
}

/// A transaction whose payment has no obligation yet.
#[derive(QueryableByName)]
pub(super) struct UnrecordedTransactionRow {
    #[diesel(sql_type = Integer)]
    pub(super) id: i32,
    #[diesel(sql_type = Integer)]
    pub(super) payment_id: i32,
    #[diesel(sql_type = Text)]
    pub(super) kind: String,
    #[diesel(sql_type = Integer)]
    pub(super) item_id: i32,
    #[diesel(sql_type = Timestamptz)]
    pub(super) charged_at: DateTime<Utc>,
}

/// A payment whose item is paid according to the city's data.
#[derive(QueryableByName)]
pub(super) struct SettledRow {
    #[diesel(sql_type = Integer)]
    pub(super) payment_id: i32,
    #[diesel(sql_type = Timestamptz)]
    pub(super) as_of: DateTime<Utc>,
}

/// The stages of one payment's money on its way to the authority.
#[derive(QueryableByName)]
pub(super) struct TrailRow {
    #[diesel(sql_type = Integer)]
    pub(super) payment_id: i32,
    #[diesel(sql_type = Timestamptz)]
    pub(super) charged_at: DateTime<Utc>,
    #[diesel(sql_type = Timestamptz)]
    pub(super) send_by: DateTime<Utc>,
    #[diesel(sql_type = Nullable<Text>)]
    pub(super) authority: Option<String>,
    #[diesel(sql_type = Nullable<Date>)]
    pub(super) sent_on: Option<NaiveDate>,
    #[diesel(sql_type = Nullable<Text>)]
    pub(super) reference: Option<String>,
    #[diesel(sql_type = Nullable<Date>)]
    pub(super) accepted_on: Option<NaiveDate>,
}
