use chrono::{DateTime, NaiveDate, Utc};
use diesel::Queryable;
use domain::payments::ledger::LawyerShare;
use domain::payments::remittances::obligation::{MoneyTrail, ObligationProblem, ObligationStatus};
use domain::payments::remittances::payee::{Payee, PayeeId};
use domain::payments::remittances::prepared::PreparedPayment;
use domain::payments::remittances::remittance::{
    ExcludedPayments, Remittance, RemittanceStatus, TransferRecord,
};
use domain::shared::ids::{AuthorityId, LawyerId, PaymentId, RemittanceId, TransactionId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::PayableKind;
use ports::payments::remittances::{Obligation, UnrecordedTransaction};
use ports::shared::store_error::StoreError;

use crate::shared::item_columns::{ItemColumns, item_of_columns};
use crate::shared::rows::{parse_optional_word, parse_word, row_by_name};

/// Statuses of obligations whose money was sent to the payee.
pub(super) const WITH_PAYEE: [ObligationStatus; 2] = [ObligationStatus::Sent, ObligationStatus::Accepted];

row_by_name! {
    pub(super) struct ObligationRow {
        pub(super) payment_id: i32,
        pub(super) user_id: i32,
        pub(super) kind: String,
        pub(super) item_id: i32,
        pub(super) label: Option<String>,
        pub(super) number: Option<String>,
        pub(super) confirmation_number: String,
        pub(super) authority_id: Option<i32>,
        pub(super) lawyer_id: Option<i32>,
        pub(super) payee: Option<String>,
        pub(super) issuer: Option<String>,
        pub(super) status: String,
        pub(super) remittance_id: Option<i32>,
        pub(super) amount_cents: Option<i64>,
        pub(super) owed_cents: i64,
        pub(super) filed_cents: Option<i64>,
        pub(super) downloaded_at: Option<DateTime<Utc>>,
        pub(super) to_recover: i64,
        pub(super) with_payee: i64,
        pub(super) claim_cents: Option<i64>,
        pub(super) sent_cents: Option<i64>,
        pub(super) written_off_cents: Option<i64>,
        pub(super) is_held_back: bool,
        pub(super) charged_at: DateTime<Utc>,
        pub(super) send_by: DateTime<Utc>,
        pub(super) accepted_on: Option<NaiveDate>,
        pub(super) lateness: Option<String>,
    }
}

impl TryFrom<ObligationRow> for Obligation {
    type Error = StoreError;

    fn try_from(row: ObligationRow) -> Result<Self, StoreError> {
        let status = parse_word("obligations.status", &row.status, ObligationStatus::parse)?;
        let (stored, owed) = (row.amount_cents.map(Money::from_cents), Money::from_cents(row.owed_cents));
        let prepared = stored.filter(|_| status == ObligationStatus::Prepared).map(|prepared| {
            let in_file = match row.filed_cents {
                Some(cents) => row.downloaded_at.map(|_| Money::from_cents(cents)),
                // An earlier release prepared this payment and didn't record downloads. So a
                // downloaded file may contain the whole amount.
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
            payable: parse_word("payments.kind", &row.kind, PayableKind::parse)?.of(row.item_id),
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
            lateness: parse_optional_word("lateness", row.lateness.as_deref(), ObligationProblem::parse)?,
        })
    }
}

row_by_name! {
    /// A remittance, with the figures that `remittance_sql` selects.
    pub(super) struct RemittanceRow {
        id: i32,
        authority_id: Option<i32>,
        lawyer_id: Option<i32>,
        payee: String,
        trust_account: Option<String>,
        status: String,
        payments: i32,
        amount_cents: i64,
        left_out: i64,
        left_out_cents: i64,
        downloaded_at: Option<DateTime<Utc>>,
        prepared_by: Option<i32>,
        prepared_at: DateTime<Utc>,
        sent_on: Option<NaiveDate>,
        reference: Option<String>,
        sent_at: Option<DateTime<Utc>>,
        accepted_on: Option<NaiveDate>,
    }
}

impl TryFrom<RemittanceRow> for Remittance {
    type Error = StoreError;

    fn try_from(row: RemittanceRow) -> Result<Self, StoreError> {
        let no_payee = || StoreError::Failed("a remittance has no payee".into());
        let payee = payee_id(row.authority_id, row.lawyer_id).ok_or_else(no_payee)?;
        Ok(Self {
            id: RemittanceId(row.id),
            payee: Payee { id: payee, name: row.payee },
            trust_account: row.trust_account,
            status: parse_word("remittances.status", &row.status, RemittanceStatus::parse)?,
            payments: row.payments.into(),
            amount: Money::from_cents(row.amount_cents),
            left_out: ExcludedPayments {
                payments: row.left_out,
                amount: Money::from_cents(row.left_out_cents),
            },
            downloaded_at: row.downloaded_at,
            prepared_by: row.prepared_by.map(UserId),
            prepared_at: row.prepared_at,
            sent: row.sent_on.zip(row.reference).map(|(on, reference)| TransferRecord { on, reference }),
            sent_at: row.sent_at,
            accepted_on: row.accepted_on,
        })
    }
}

/// Returns the payee that a row names by the id of an authority or of a lawyer; `None` if both ids are null.
pub(super) fn payee_id(authority_id: Option<i32>, lawyer_id: Option<i32>) -> Option<PayeeId> {
    let lawyer = lawyer_id.map(|id| PayeeId::Lawyer(LawyerId(id)));
    lawyer.or(authority_id.map(|id| PayeeId::Authority(AuthorityId(id))))
}

row_by_name! {
    /// The sum that is owed to one authority or lawyer.
    pub(super) struct OwedRow {
        pub(super) authority_id: Option<i32>,
        pub(super) lawyer_id: Option<i32>,
        pub(super) name: Option<String>,
        pub(super) payments: i64,
        pub(super) amount: i64,
        pub(super) held_back: i64,
        pub(super) since: DateTime<Utc>,
        pub(super) late: i64,
    }
}

/// A transaction whose payment has no obligation yet.
#[derive(Queryable)]
pub(super) struct UnrecordedTransactionRow {
    id: i32,
    payment_id: i32,
    kind: String,
    item: ItemColumns,
    payment_times: (Option<DateTime<Utc>>, Option<DateTime<Utc>>),
    created_at: DateTime<Utc>,
}

impl TryFrom<UnrecordedTransactionRow> for UnrecordedTransaction {
    type Error = StoreError;

    fn try_from(row: UnrecordedTransactionRow) -> Result<Self, StoreError> {
        let (charged_at, settled_at) = row.payment_times;
        let item = item_of_columns(row.item, "payments.ticket_id")?;
        Ok(Self {
            id: TransactionId(row.id),
            payment_id: PaymentId(row.payment_id),
            payable: parse_word("payments.kind", &row.kind, PayableKind::parse)?.of(item.id),
            charged_at: charged_at.or(settled_at).unwrap_or(row.created_at),
        })
    }
}

row_by_name! {
    /// A payment whose item is paid according to the city's data.
    pub(super) struct SettledRow {
        pub(super) payment_id: i32,
        pub(super) as_of: DateTime<Utc>,
    }
}

/// The stages of one payment's money on its way to the authority.
#[derive(Queryable)]
pub(super) struct TrailRow {
    payment_id: i32,
    charged_at: DateTime<Utc>,
    send_by: DateTime<Utc>,
    authority: Option<String>,
    sent_to: Option<String>,
    sent_on: Option<NaiveDate>,
    reference: Option<String>,
    accepted_on: Option<NaiveDate>,
}

impl TrailRow {
    /// Returns the payment's id and trail. After a merge of authorities, the remittance still names the
    /// authority to which the money was sent.
    pub(super) fn trail(self) -> (PaymentId, MoneyTrail) {
        let trail = MoneyTrail {
            charged_at: self.charged_at,
            send_by: self.send_by,
            authority: self.sent_to.or(self.authority),
            sent_on: self.sent_on,
            reference: self.reference,
            accepted_on: self.accepted_on,
        };
        (PaymentId(self.payment_id), trail)
    }
}
