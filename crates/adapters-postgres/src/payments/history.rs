use chrono::{DateTime, Utc};
use diesel::sql_types::{BigInt, Integer, Nullable, Text, Timestamptz};
use diesel::{QueryableByName, RunQueryDsl, sql_query};
use domain::legal_help::hire::HireStatus;
use domain::payments::payment::{PaymentStatus, TransactionStatus};
use domain::payments::receipt::PaidStatus;
use domain::shared::ids::{HireId, TransactionId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::PayableKind;
use ports::driving_record::items::Items;
use ports::payments::history::{History, HistoryFilter, PaidItem, PaidRecord};
use ports::shared::paging::{Page, Paged};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::error::unknown_value;
use crate::payments::cards::card;
use crate::shared::search::{containing, without_nul};
use crate::store::PgStore;

/// Everything that driver $1 has paid, each branch by an index over the driver. An item paid by card stands for its
/// transaction alone.
const PAID: &str = "
    SELECT 'transaction' AS source, t.id,
        CASE t.payment_type WHEN 'traffic_ticket' THEN 'ticket' ELSE t.payment_type END AS kind,
        coalesce(t.ticket_id, t.parking_id, t.toll_id) AS item_id, t.violation_type AS label,
        t.amount_cents, t.confirmation_number, t.created_at AS paid_at, t.status, p.status AS payment_status,
        p.card_brand, p.card_last_four
    FROM payment_transactions t LEFT JOIN payments p ON p.id = t.payment_id
    WHERE t.user_id = $1
    UNION ALL
    SELECT 'hire', h.id, 'lawyer', h.ticket_id, h.violation_type,
        h.amount_cents, h.confirmation_number, h.created_at, h.status, p.status,
        p.card_brand, p.card_last_four
    FROM lawyer_hires h LEFT JOIN payments p ON p.id = h.payment_id
    WHERE h.user_id = $1
    UNION ALL
    SELECT 'item', i.id, 'ticket', i.id, i.violation_type, NULL, NULL, i.paid_at, 'Recorded', NULL, NULL, NULL
    FROM tickets i
    WHERE i.user_id = $1 AND i.is_paid AND i.removed_at IS NULL
        AND NOT EXISTS (SELECT FROM payment_transactions t WHERE t.ticket_id = i.id)
    UNION ALL
    SELECT 'item', i.id, 'parking', i.id, i.violation_type, NULL, NULL, i.paid_at, 'Recorded', NULL, NULL, NULL
    FROM parking i
    WHERE i.user_id = $1 AND i.is_paid AND NOT EXISTS (SELECT FROM payment_transactions t WHERE t.parking_id = i.id)
    UNION ALL
    SELECT 'item', i.id, 'toll', i.id, i.toll_road, NULL, NULL, i.paid_at, 'Recorded', NULL, NULL, NULL
    FROM tolls i
    WHERE i.user_id = $1 AND i.is_paid AND NOT EXISTS (SELECT FROM payment_transactions t WHERE t.toll_id = i.id)";

/// Of them, those of kind $2 with $3 in what a person would search for; no kind or pattern finds all.
const WANTED: &str = "($2::text IS NULL OR kind = $2) AND ($3::text IS NULL OR label ILIKE $3 OR confirmation_number ILIKE $3)";

#[derive(QueryableByName)]
struct PaidRow {
    #[diesel(sql_type = Text)]
    source: String,
    #[diesel(sql_type = Integer)]
    id: i32,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Nullable<Integer>)]
    item_id: Option<i32>,
    #[diesel(sql_type = Nullable<Text>)]
    label: Option<String>,
    #[diesel(sql_type = Nullable<BigInt>)]
    amount_cents: Option<i64>,
    #[diesel(sql_type = Nullable<Text>)]
    confirmation_number: Option<String>,
    #[diesel(sql_type = Timestamptz)]
    paid_at: DateTime<Utc>,
    #[diesel(sql_type = Text)]
    status: String,
    #[diesel(sql_type = Nullable<Text>)]
    payment_status: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    card_brand: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    card_last_four: Option<String>,
}

#[derive(QueryableByName)]
struct Sum {
    #[diesel(sql_type = BigInt)]
    sum: i64,
}

impl History for PgStore<'_> {
    fn paid_items(
        &mut self,
        user: UserId,
        filter: &HistoryFilter,
        page: Page,
    ) -> StoreResult<Paged<PaidItem>> {
        let kind = filter.kind.map(PayableKind::as_str);
        let pattern = filter.query.as_deref().map(|query| containing(&without_nul(query)));
        let (total, rows): (Sum, Vec<PaidRow>) = self.run(|connection| {
            Ok((
                sql_query(format!("SELECT count(*) AS sum FROM ({PAID}) AS paid WHERE {WANTED}"))
                    .bind::<Integer, _>(user.0)
                    .bind::<Nullable<Text>, _>(kind)
                    .bind::<Nullable<Text>, _>(&pattern)
                    .get_result(connection)?,
                sql_query(format!(
                    "SELECT * FROM ({PAID}) AS paid WHERE {WANTED} \
                     ORDER BY paid_at DESC, source, kind, id DESC LIMIT $4 OFFSET $5"
                ))
                .bind::<Integer, _>(user.0)
                .bind::<Nullable<Text>, _>(kind)
                .bind::<Nullable<Text>, _>(&pattern)
                .bind::<BigInt, _>(page.limit)
                .bind::<BigInt, _>(page.offset)
                .load(connection)?,
            ))
        })?;
        let items = rows.into_iter().map(|row| self.paid_item(row)).collect::<StoreResult<_>>()?;
        Ok(Paged::new(items, total.sum))
    }

    fn charged(&mut self, user: UserId, from: DateTime<Utc>, until: DateTime<Utc>) -> StoreResult<Money> {
        let sum: Sum = self.run(|connection| {
            sql_query(format!(
                "SELECT coalesce(sum(amount_cents), 0)::bigint AS sum FROM ({PAID}) AS paid \
                 WHERE paid_at >= $2 AND paid_at < $3 AND status NOT IN ('Refunded', 'Cancelled') \
                 AND coalesce(payment_status, '') NOT IN ('refund_due', 'refund_pending', 'refunded')"
            ))
            .bind::<Integer, _>(user.0)
            .bind::<Timestamptz, _>(from)
            .bind::<Timestamptz, _>(until)
            .get_result(connection)
        })?;
        Ok(Money::from_cents(sum.sum))
    }
}

impl PgStore<'_> {
    fn paid_item(&mut self, row: PaidRow) -> StoreResult<PaidItem> {
        let kind = PayableKind::parse(&row.kind).ok_or_else(|| unknown_value("the kind of a payment"))?;
        let record = match row.source.as_str() {
            "transaction" => PaidRecord::Transaction(TransactionId(row.id)),
            "hire" => PaidRecord::Hire(HireId(row.id)),
            _ => PaidRecord::ByHand,
        };
        let amount = match row.amount_cents {
            Some(cents) => Money::from_cents(cents),
            None => self.fine_of(kind, row.id)?,
        };
        Ok(PaidItem {
            status: status(record, &row)?,
            card: card(row.card_brand.as_deref(), row.card_last_four.as_deref()),
            record,
            kind,
            item_id: row.item_id,
            label: row.label,
            amount,
            confirmation_number: row.confirmation_number,
            paid_at: row.paid_at,
        })
    }

    /// What staff marked paid has no amount in the books: its fine is read from its text, as everywhere.
    fn fine_of(&mut self, kind: PayableKind, id: i32) -> StoreResult<Money> {
        self.payable_item(kind.of(id))?
            .map(|item| item.fine)
            .ok_or_else(|| StoreError::Failed("a paid item is gone".into()))
    }
}

/// The payment knows best; a record without one says it itself.
fn status(record: PaidRecord, row: &PaidRow) -> StoreResult<PaidStatus> {
    if let Some(word) = &row.payment_status {
        let payment = PaymentStatus::parse(word).ok_or_else(|| unknown_value("payments.status"))?;
        return Ok(PaidStatus::of(payment));
    }
    Ok(match record {
        PaidRecord::ByHand => PaidStatus::Recorded,
        PaidRecord::Transaction(_) if row.status == TransactionStatus::Refunded.as_str() => {
            PaidStatus::Refunded
        }
        PaidRecord::Hire(_) if row.status == HireStatus::Cancelled.as_str() => PaidStatus::RefundPending,
        PaidRecord::Transaction(_) | PaidRecord::Hire(_) => PaidStatus::Completed,
    })
}
