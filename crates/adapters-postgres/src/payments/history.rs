//! A driver's payment history, and the amount that the driver's cards were charged.
//!
//! SQL: the query builder can't select from the union of everything that a driver paid.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use diesel::sql_types::{BigInt, Integer, Nullable, Text, Timestamptz};
use diesel::{RunQueryDsl, sql_query};
use domain::legal_help::case::step::CaseStep;
use domain::payments::payment::{PaymentStatus, TransactionStatus};
use domain::payments::receipt::ReceiptStatus;
use domain::payments::refund::RefundReason;
use domain::payments::remittances::obligation::MoneyTrail;
use domain::shared::citation_number::normalize_citation_number;
use domain::shared::ids::{HireId, PaymentId, TransactionId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::PayableKind;
use domain::shared::search::fold_text;
use ports::driving_record::items::Items;
use ports::payments::history::{History, HistoryFilter, PaidItem, PaidRecord};
use ports::payments::remittances::Obligations;
use ports::payments::remittances::billed_again::{SecondBill, SecondBills};
use ports::shared::paging::{Page, Paged};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::connection::prepared::Prepared;
use crate::error::unknown_value;
use crate::payments::rows::card_of_columns;
use crate::shared::rows::{OneColumn, parse_word, row_by_name};
use crate::shared::search::{substring_pattern, without_nul};
use crate::store::PgStore;

/// Selects everything that driver $1 has paid. Each part uses an index that starts with the driver. The last three
/// parts select items that are marked as paid. They leave out an item if a transaction already lists its payment,
/// unless that payment was refunded, is being refunded, or was charged back.
const PAID: &str = "
    SELECT 'transaction' AS source, t.id,
        CASE t.payment_type WHEN 'traffic_ticket' THEN 'ticket' ELSE t.payment_type END AS kind,
        coalesce(t.ticket_id, t.parking_id, t.toll_id) AS item_id, t.violation_type AS label,
        t.amount_cents, t.confirmation_number, t.created_at AS paid_at, t.status, t.payment_id
    FROM payment_transactions t
    WHERE t.user_id = $1
    UNION ALL
    SELECT 'hire', h.id, 'lawyer', h.ticket_id, h.violation_type,
        h.amount_cents, h.confirmation_number, h.created_at, c.step, h.payment_id
    FROM lawyer_hires h JOIN cases c ON c.hire_id = h.id
    WHERE h.user_id = $1
    UNION ALL
    SELECT 'payment', p.id, p.kind, coalesce(p.ticket_id, p.parking_id, p.toll_id),
        coalesce(k.violation_type, g.violation_type, l.toll_road),
        coalesce(p.amount_received_cents, p.amount_cents), p.confirmation_number, coalesce(p.charged_at, p.created_at), p.status, p.id
    FROM payments p LEFT JOIN tickets k ON k.id = p.ticket_id LEFT JOIN parking g ON g.id = p.parking_id
        LEFT JOIN tolls l ON l.id = p.toll_id
    WHERE p.user_id = $1 AND p.status IN ('refund_due', 'refunded', 'charged_back')
        AND NOT EXISTS (SELECT FROM payment_transactions t WHERE t.payment_id = p.id)
        AND NOT EXISTS (SELECT FROM lawyer_hires h WHERE h.payment_id = p.id)
    UNION ALL
    SELECT 'item', i.id, 'ticket', i.id, i.violation_type, NULL, NULL, i.paid_at, 'Recorded', NULL
    FROM tickets i
    WHERE i.user_id = $1 AND i.is_paid AND i.removed_at IS NULL
        AND NOT EXISTS (SELECT FROM payment_transactions t WHERE t.ticket_id = i.id AND t.status NOT IN ('Refunded', 'Refund Pending', 'Charged Back'))
    UNION ALL
    SELECT 'item', i.id, 'parking', i.id, i.violation_type, NULL, NULL, i.paid_at, 'Recorded', NULL
    FROM parking i
    WHERE i.user_id = $1 AND i.is_paid AND i.removed_at IS NULL
        AND NOT EXISTS (SELECT FROM payment_transactions t WHERE t.parking_id = i.id AND t.status NOT IN ('Refunded', 'Refund Pending', 'Charged Back'))
    UNION ALL
    SELECT 'item', i.id, 'toll', i.id, i.toll_road, NULL, NULL, i.paid_at, 'Recorded', NULL
    FROM tolls i
    WHERE i.user_id = $1 AND i.is_paid AND i.removed_at IS NULL
        AND NOT EXISTS (SELECT FROM payment_transactions t WHERE t.toll_id = i.id AND t.status NOT IN ('Refunded', 'Refund Pending', 'Charged Back'))";

/// Joins each payment's refunded amount, the amount that is being refunded, the refund's
/// reason, and any chargeback. Leaves out canceled and failed refunds, and refunds that wait
/// for a staff decision.
const WITH_REFUNDS: &str = "
    LEFT JOIN LATERAL (
        SELECT coalesce(sum(r.amount_cents) FILTER (WHERE r.status IN ('succeeded', 'paid_otherwise')), 0)::bigint AS refunded_cents,
            coalesce(sum(r.amount_cents) FILTER (WHERE r.status IN ('due', 'pending', 'refused')), 0)::bigint AS under_way_cents,
            (array_agg(r.reason ORDER BY r.id DESC))[1] AS reason, (array_agg(r.note ORDER BY r.id DESC))[1] AS note
        FROM refunds r WHERE r.payment_id = paid.payment_id AND r.status NOT IN ('called_off', 'failed')
            AND NOT (r.status = 'refused' AND r.asked_at IS NULL)
    ) AS gone ON true
    LEFT JOIN LATERAL (
        SELECT CASE WHEN bool_or(c.status = 'lost') THEN 'Charged Back'
            WHEN bool_or(c.status IN ('needs_response', 'under_review')) THEN 'Chargeback' END AS taken,
            coalesce(sum(c.amount_cents) FILTER (WHERE c.status IN ('lost', 'needs_response', 'under_review')), 0)::bigint AS taken_cents
        FROM chargebacks c WHERE c.payment_id = paid.payment_id
    ) AS bank ON true";

/// Joins the items that were paid, for their citation numbers.
const WITH_CITATIONS: &str = "
    LEFT JOIN tickets ct ON paid.kind IN ('ticket', 'lawyer') AND ct.id = paid.item_id
    LEFT JOIN parking cp ON paid.kind = 'parking' AND cp.id = paid.item_id
    LEFT JOIN tolls cl ON paid.kind = 'toll' AND cl.id = paid.item_id";

/// SQL condition for kind $2, item $4, and a search for the string $3 or the citation number $5. A parameter that
/// is null is ignored.
const FILTER_SQL: &str = "($2::text IS NULL OR kind = $2)
    AND ($3::text IS NULL OR search_fold(label) LIKE $3 OR lower(confirmation_number) LIKE $3 OR CASE WHEN kind = 'parking' THEN EXISTS (
        SELECT FROM parking c WHERE c.id = item_id AND upper(translate(c.citation_number, ' -', '') COLLATE \"C\") LIKE $5)
    WHEN kind = 'toll' THEN EXISTS (
        SELECT FROM tolls c WHERE c.id = item_id AND upper(translate(c.citation_number, ' -', '') COLLATE \"C\") LIKE $5)
    ELSE EXISTS (
        SELECT FROM tickets c WHERE c.id = item_id AND upper(translate(c.citation_number, ' -', '') COLLATE \"C\") LIKE $5) END)
    AND ($4::integer IS NULL OR item_id = $4)";

row_by_name! {
    struct PaidRow {
        source: String,
        id: i32,
        kind: String,
        item_id: Option<i32>,
        citation_number: Option<String>,
        issuer: Option<String>,
        label: Option<String>,
        amount_cents: Option<i64>,
        confirmation_number: Option<String>,
        paid_at: DateTime<Utc>,
        status: String,
        payment_id: Option<i32>,
        refunded_cents: i64,
        under_way_cents: i64,
        reason: Option<String>,
        note: Option<String>,
        card_brand: Option<String>,
        card_last_four: Option<String>,
        taken: Option<String>,
        payment_status: Option<String>,
    }
}

impl History for PgStore<'_> {
    fn paid_items(
        &mut self,
        user: UserId,
        filter: &HistoryFilter,
        page: Page,
    ) -> StoreResult<Paged<PaidItem>> {
        let kind = filter.kind.map(PayableKind::as_str);
        let pattern = filter.query.as_deref().map(|query| substring_pattern(&without_nul(&fold_text(query))));
        let number =
            filter.query.as_deref().map(normalize_citation_number).filter(|number| !number.is_empty());
        let number = number.map(|number| substring_pattern(&without_nul(&number)));
        let (OneColumn(total), rows): (_, Vec<PaidRow>) = self.run(|connection| {
            Ok((
                sql_query(format!("SELECT count(*) AS sum FROM ({PAID}) AS paid WHERE {FILTER_SQL}"))
                    .bind::<Integer, _>(user.0)
                    .bind::<Nullable<Text>, _>(kind)
                    .bind::<Nullable<Text>, _>(&pattern)
                    .bind::<Nullable<Integer>, _>(filter.item)
                    .bind::<Nullable<Text>, _>(&number)
                    .prepared()
                    .get_result(connection)?,
                sql_query(format!(
                    "SELECT paid.*, gone.*, bank.taken, p.status AS payment_status, p.card_brand, p.card_last_four, \
                     coalesce(ct.citation_number, cp.citation_number, cl.citation_number) AS citation_number, \
                     coalesce(ct.issuer, cp.issuer, cl.issuer) AS issuer FROM (SELECT * FROM ({PAID}) AS paid WHERE {FILTER_SQL} \
                     ORDER BY paid_at DESC, payment_id DESC NULLS LAST, source, kind, id DESC LIMIT $6 OFFSET $7) AS paid {WITH_REFUNDS} {WITH_CITATIONS} \
                     LEFT JOIN payments p ON p.id = paid.payment_id \
                     ORDER BY paid_at DESC, payment_id DESC NULLS LAST, source, kind, id DESC"
                ))
                .bind::<Integer, _>(user.0)
                .bind::<Nullable<Text>, _>(kind)
                .bind::<Nullable<Text>, _>(&pattern)
                .bind::<Nullable<Integer>, _>(filter.item)
                .bind::<Nullable<Text>, _>(&number)
                .bind::<BigInt, _>(page.limit)
                .bind::<BigInt, _>(page.offset)
                .prepared()
                .load(connection)?,
            ))
        })?;
        let payments: Vec<PaymentId> = rows.iter().filter_map(|row| row.payment_id.map(PaymentId)).collect();
        let trails: BTreeMap<PaymentId, MoneyTrail> = self.money_trails(&payments)?.into_iter().collect();
        let cases: BTreeMap<PaymentId, SecondBill> =
            self.newest_second_bills(&payments)?.into_iter().map(|case| (case.payment_id, case)).collect();
        let items = rows
            .into_iter()
            .map(|row| {
                let payment = row.payment_id.map(PaymentId);
                let trail = payment.and_then(|id| trails.get(&id).cloned());
                let billed_again = payment.and_then(|id| cases.get(&id).cloned());
                Ok(PaidItem { trail, billed_again, ..self.paid_item(row)? })
            })
            .collect::<StoreResult<_>>()?;
        Ok(Paged::new(items, total))
    }

    fn amount_charged(
        &mut self,
        user: UserId,
        from: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> StoreResult<Money> {
        let OneColumn(sum) = self.get_result(sql_query(format!(
                "SELECT coalesce(sum(greatest(amount_cents - refunded_cents - under_way_cents - taken_cents, 0)), 0)::bigint AS sum \
                 FROM ({PAID}) AS paid {WITH_REFUNDS} WHERE NOT EXISTS (\
                     SELECT FROM payments p WHERE p.id = paid.payment_id AND p.status = 'refund_due') \
                 AND paid_at >= $2 AND paid_at < $3 \
                 AND NOT (payment_id IS NULL AND status IN ('Refunded', 'Cancelled'))"
            ))
            .bind::<Integer, _>(user.0)
            .bind::<Timestamptz, _>(from)
            .bind::<Timestamptz, _>(until)
            .prepared())?;
        Ok(Money::from_cents(sum))
    }
}

impl PgStore<'_> {
    /// Converts a row to a paid item. If the row has no amount, the amount is the item's fine.
    fn paid_item(&mut self, row: PaidRow) -> StoreResult<PaidItem> {
        let kind = PayableKind::parse(&row.kind).ok_or_else(|| unknown_value("the kind of a payment"))?;
        let record = match row.source.as_str() {
            "transaction" => PaidRecord::Transaction(TransactionId(row.id)),
            "hire" => PaidRecord::Hire(HireId(row.id)),
            "payment" => PaidRecord::Returned(PaymentId(row.id)),
            _ => PaidRecord::ByHand,
        };
        let amount = match row.amount_cents {
            Some(cents) => Money::from_cents(cents),
            None => self.fine_of(kind, row.id)?,
        };
        Ok(PaidItem {
            status: receipt_status(record, &row, amount),
            refund_reason: refund_reason(&row)?,
            trail: None,
            billed_again: None,
            refunded: Money::from_cents(row.refunded_cents),
            card: card_of_columns(row.card_brand.as_deref(), row.card_last_four.as_deref()),
            record,
            kind,
            item_id: row.item_id,
            citation_number: row.citation_number,
            issuer: row.issuer,
            label: row.label,
            amount,
            confirmation_number: row.confirmation_number,
            paid_at: row.paid_at,
        })
    }

    /// Returns the fine of an item that staff marked as paid. The books don't have the fine, so it is
    /// computed from the item.
    fn fine_of(&mut self, kind: PayableKind, id: i32) -> StoreResult<Money> {
        self.payable_item(kind.of(id))?
            .map(|item| item.fine)
            .ok_or_else(|| StoreError::Failed("a paid item is missing".into()))
    }
}

/// Determines the status of a paid item from its payment's status, refunds and chargebacks. For a record
/// without a payment, the status follows from its row.
fn receipt_status(record: PaidRecord, row: &PaidRow, amount: Money) -> ReceiptStatus {
    if row.payment_id.is_some() {
        let (refunded, under_way) =
            (Money::from_cents(row.refunded_cents), Money::from_cents(row.under_way_cents));
        let goes_back = matches!(record, PaidRecord::Returned(_)) && refunded < amount;
        let charged_back = row.taken.as_deref().and_then(TransactionStatus::parse);
        let status = if goes_back {
            ReceiptStatus::RefundPending
        } else {
            ReceiptStatus::of(amount, refunded, under_way)
        };
        let payment = row.payment_status.as_deref().and_then(PaymentStatus::parse);
        let status = payment.map_or(status, |payment| status.adjust_for_payment(payment));
        return status.adjust_for_chargeback(charged_back);
    }
    match record {
        PaidRecord::ByHand => ReceiptStatus::Recorded,
        PaidRecord::Transaction(_) if row.status == TransactionStatus::Refunded.as_str() => {
            ReceiptStatus::Refunded
        }
        // For a hire, the status in the row is the step of its case.
        PaidRecord::Hire(_) if CaseStep::parse(&row.status).is_some_and(CaseStep::is_broken_off) => {
            ReceiptStatus::RefundPending
        }
        PaidRecord::Transaction(_) | PaidRecord::Hire(_) | PaidRecord::Returned(_) => {
            ReceiptStatus::Completed
        }
    }
}

/// Returns why a payment was refunded: the note that staff wrote or, without one, the sentence for the
/// refund's reason. `None` if the row has no reason.
fn refund_reason(row: &PaidRow) -> StoreResult<Option<String>> {
    let Some(word) = &row.reason else { return Ok(None) };
    let reason = parse_word("refunds.reason", word, RefundReason::parse)?;
    Ok(Some(row.note.clone().unwrap_or_else(|| reason.sentence().to_owned())))
}
