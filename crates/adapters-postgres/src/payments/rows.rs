use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::{Queryable, Selectable};
use domain::payments::card::CardFacts;
use domain::payments::payment::{Payment, PaymentStatus, PaymentTransaction, PaymentType, TransactionStatus};
use domain::shared::ids::{PaymentId, TransactionId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::{Payable, PayableKind};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::error::unknown_value;
use crate::shared::rows::parse_word;
use schema::{payment_transactions, payments};

/// The columns that refer to an item. Exactly one of them is set, unless the item of a lost payment was deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ItemColumns {
    pub(crate) ticket_id: Option<i32>,
    pub(crate) parking_id: Option<i32>,
    pub(crate) toll_id: Option<i32>,
}

impl From<Payable> for ItemColumns {
    fn from(payable: Payable) -> Self {
        let none = Self { ticket_id: None, parking_id: None, toll_id: None };
        match payable {
            Payable::Ticket(id) | Payable::Lawyer(id) => Self { ticket_id: Some(id.0), ..none },
            Payable::Parking(id) => Self { parking_id: Some(id.0), ..none },
            Payable::Toll(id) => Self { toll_id: Some(id.0), ..none },
        }
    }
}

impl ItemColumns {
    /// Returns the item that a payment of this `kind` pays for. Fails if the column for this kind is null.
    pub(crate) fn payable(self, kind: PayableKind) -> StoreResult<Payable> {
        let id = match kind {
            PayableKind::Ticket | PayableKind::Lawyer => self.ticket_id,
            PayableKind::Parking => self.parking_id,
            PayableKind::Toll => self.toll_id,
        };
        id.map(|id| kind.of(id)).ok_or_else(|| unknown_value("the item of a payment"))
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = payments, check_for_backend(Pg))]
pub(crate) struct PaymentRow {
    id: i32,
    user_id: i32,
    kind: String,
    ticket_id: Option<i32>,
    parking_id: Option<i32>,
    toll_id: Option<i32>,
    amount_cents: i64,
    status: String,
    idempotency_key: String,
    confirmation_number: String,
    provider_intent_id: Option<String>,
    client_secret: Option<String>,
    amount_received_cents: Option<i64>,
    refunded_cents: i64,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    charged_at: Option<DateTime<Utc>>,
    settled_at: Option<DateTime<Utc>>,
    card_brand: Option<String>,
    card_last_four: Option<String>,
}

impl TryFrom<PaymentRow> for Payment {
    type Error = StoreError;

    fn try_from(row: PaymentRow) -> Result<Self, StoreError> {
        let item = ItemColumns { ticket_id: row.ticket_id, parking_id: row.parking_id, toll_id: row.toll_id };
        Ok(Self {
            id: PaymentId(row.id),
            user_id: UserId(row.user_id),
            payable: item.payable(parse_word("payments.kind", &row.kind, PayableKind::parse)?)?,
            amount: Money::from_cents(row.amount_cents),
            status: parse_word("payments.status", &row.status, PaymentStatus::parse)?,
            idempotency_key: row.idempotency_key,
            confirmation_number: row.confirmation_number,
            provider_intent_id: row.provider_intent_id,
            client_secret: row.client_secret,
            amount_received: row.amount_received_cents.map(Money::from_cents),
            refunded: Money::from_cents(row.refunded_cents),
            created_at: row.created_at,
            updated_at: row.updated_at,
            charged_at: row.charged_at,
            settled_at: row.settled_at,
            card: card_of_columns(row.card_brand.as_deref(), row.card_last_four.as_deref()),
        })
    }
}

/// Builds a card from its two columns; `None` if a column is null or the digits are invalid.
pub(crate) fn card_of_columns(brand: Option<&str>, last_four: Option<&str>) -> Option<CardFacts> {
    CardFacts::parse(brand?, last_four?)
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = payment_transactions, check_for_backend(Pg))]
pub(crate) struct TransactionRow {
    id: i32,
    user_id: i32,
    payment_id: Option<i32>,
    payment_type: String,
    ticket_id: Option<i32>,
    parking_id: Option<i32>,
    toll_id: Option<i32>,
    violation_type: Option<String>,
    amount_cents: i64,
    refunded_cents: i64,
    processing_fee_cents: i64,
    our_fee_cents: i64,
    confirmation_number: String,
    status: String,
    created_at: DateTime<Utc>,
    recorded_at: Option<DateTime<Utc>>,
}

impl TryFrom<TransactionRow> for PaymentTransaction {
    type Error = StoreError;

    fn try_from(row: TransactionRow) -> Result<Self, StoreError> {
        let item = ItemColumns { ticket_id: row.ticket_id, parking_id: row.parking_id, toll_id: row.toll_id };
        let payment_type =
            parse_word("payment_transactions.payment_type", &row.payment_type, PaymentType::parse)?;
        let kind = match payment_type {
            PaymentType::TrafficTicket => PayableKind::Ticket,
            PaymentType::Parking => PayableKind::Parking,
            PaymentType::Toll => PayableKind::Toll,
        };
        Ok(Self {
            id: TransactionId(row.id),
            user_id: UserId(row.user_id),
            payment_id: row.payment_id.map(PaymentId),
            payable: item.payable(kind)?,
            violation_type: row.violation_type,
            amount: Money::from_cents(row.amount_cents),
            refunded: Money::from_cents(row.refunded_cents),
            processing_fee: Money::from_cents(row.processing_fee_cents),
            our_fee: Money::from_cents(row.our_fee_cents),
            confirmation_number: row.confirmation_number,
            status: parse_word("payment_transactions.status", &row.status, TransactionStatus::parse)?,
            created_at: row.created_at,
            recorded_at: row.recorded_at.unwrap_or(row.created_at),
        })
    }
}
