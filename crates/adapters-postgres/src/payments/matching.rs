use chrono::{DateTime, Utc};
use diesel::dsl::{min, not};
use diesel::sql_types::{BigInt, Text, Timestamptz};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, JoinOnDsl, NullableExpressionMethods, QueryDsl, RunQueryDsl,
    delete, insert_into, sql_query, update,
};
use domain::payments::matching::{DifferenceKind, MovementKind, ObjectBalances};
use domain::payments::payment::PaymentStatus;
use domain::shared::ids::PaymentId;
use domain::shared::money::Money;
use ports::payments::books::{Difference, Matching, MatchingProgress, Movement, MovementSync, OpenMovement};
use ports::shared::store_error::StoreResult;

use crate::shared::rows::{OneColumn, parse_word, row_by_name};
use crate::store::PgStore;
use schema::{book_differences, book_matching, payments, provider_movements};

/// Maximum number of balance changes that one statement inserts.
const MOVEMENTS_AT_ONCE: usize = 1000;
/// Statuses of payments whose money has been received.
const HAS_COME_IN: [PaymentStatus; 4] =
    [PaymentStatus::Settled, PaymentStatus::RefundDue, PaymentStatus::Refunded, PaymentStatus::ChargedBack];

row_by_name! {
    struct ObjectBalancesRow {
        subject: String,
        ours: i64,
        questioned: i64,
        questions: i64,
        theirs: i64,
        movements: i64,
        currency: String,
        is_foreign: bool,
        moved_at: DateTime<Utc>,
    }
}

const NOT_POSTED: &str = "
    SELECT id FROM payments
    WHERE status IN ('settled', 'refund_due', 'refunded', 'charged_back') AND amount_received_cents > 0
        AND NOT EXISTS (SELECT FROM ledger_entries WHERE source = 'charge:' || provider_intent_id)
    UNION
    SELECT payment_id FROM refunds
    WHERE provider_refund_id IS NOT NULL AND status IN ('pending', 'succeeded', 'failed', 'paid_otherwise')
        AND NOT EXISTS (SELECT FROM ledger_entries WHERE source = 'refund:' || provider_refund_id)
    UNION
    SELECT payment_id FROM refunds
    WHERE status = 'paid_otherwise'
        AND NOT EXISTS (SELECT FROM ledger_entries WHERE source = 'paid_otherwise:' || refunds.id)
    UNION
    SELECT p.id FROM payments p JOIN payment_transactions t ON t.payment_id = p.id
    WHERE p.status = 'refund_due' AND t.status IN ('Completed', 'Won')
    ORDER BY id LIMIT $1";

/// Selects the provider's objects whose balance differs between the ledger and the provider, and
/// objects with a balance of the kind `in_question`. Entries of that kind only offset unexplained
/// differences, so their postings are summed separately.
const DIFFER: &str = "
    WITH ours AS (
        SELECT e.subject, sum(p.amount_cents) FILTER (WHERE e.kind <> 'in_question') AS own,
            sum(p.amount_cents) FILTER (WHERE e.kind = 'in_question') AS questioned,
            count(*) FILTER (WHERE e.kind = 'in_question') AS questions,
            max(e.happened_at) FILTER (WHERE e.kind <> 'in_question') AS at
        FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id AND p.account = 'provider'
        WHERE e.subject IS NOT NULL GROUP BY 1
    ), theirs AS (
        SELECT subject, sum(amount_cents - fee_cents) AS net, count(*) AS n, max(currency) AS currency, max(happened_at) AS at,
            max(provider_intent_id) AS intent,
            bool_or(kind IN ('charge', 'refund', 'refund_failure', 'chargeback', 'chargeback_reversal')) AS is_of_a_payment
        FROM provider_movements GROUP BY 1
    )
    SELECT subject, coalesce(own, 0)::bigint AS ours, coalesce(questioned, 0)::bigint AS questioned,
        coalesce(questions, 0) AS questions, coalesce(net, 0)::bigint AS theirs, coalesce(n, 0) AS movements,
        coalesce(currency, 'usd') AS currency,
        own IS NULL AND coalesce(is_of_a_payment, false)
            AND NOT EXISTS (SELECT FROM payments WHERE payments.provider_intent_id = theirs.intent)
            AND NOT EXISTS (SELECT FROM lost_payments l WHERE l.provider_intent_id = theirs.intent AND NOT EXISTS (
                SELECT FROM attention_closed c WHERE c.kind = 'orphan' AND c.provider_id = l.provider_intent_id)) AS is_foreign,
        coalesce(greatest(ours.at, theirs.at), to_timestamp(0)) AS moved_at
    FROM ours FULL JOIN theirs USING (subject)
    WHERE coalesce(own, 0) <> coalesce(net, 0) OR coalesce(questioned, 0) <> 0
    ORDER BY subject";

/// Stores a difference. Its payment is the payment of the object's ledger entry or, without one, of
/// the balance change's intent.
const WRITE_DIFFERENCE: &str = "
    INSERT INTO book_differences (subject, kind, ours_cents, theirs_cents, currency, moved_at, payment_id)
    VALUES ($1, $2, $3, $4, $5, $6, coalesce(
        (SELECT payment_id FROM ledger_entries WHERE subject = $1 AND payment_id IS NOT NULL LIMIT 1),
        (SELECT payments.id FROM provider_movements m JOIN payments USING (provider_intent_id) WHERE m.subject = $1 LIMIT 1)))";

impl Matching for PgStore<'_> {
    fn first_payment_at(&mut self) -> StoreResult<Option<DateTime<Utc>>> {
        self.get_result(payments::table.select(min(payments::created_at)))
    }

    fn unposted_payments(&mut self, limit: i64) -> StoreResult<Vec<PaymentId>> {
        // SQL: raw, because the statement is a union of four different queries.
        let rows: Vec<OneColumn<i32>> = self.load(sql_query(NOT_POSTED).bind::<BigInt, _>(limit))?;
        Ok(rows.into_iter().map(|OneColumn(id)| PaymentId(id)).collect())
    }

    fn matching_progress(&mut self) -> StoreResult<MatchingProgress> {
        type Row = (
            Option<DateTime<Utc>>,
            Option<DateTime<Utc>>,
            Option<DateTime<Utc>>,
            Option<DateTime<Utc>>,
            Option<String>,
            Option<DateTime<Utc>>,
            i64,
        );
        let (matched_at, read_until, started_at, since, after, newest, read): Row =
            self.get_result(book_matching::table.select((
                book_matching::matched_at,
                book_matching::read_until,
                book_matching::reading_started_at,
                book_matching::reading_since,
                book_matching::reading_after,
                book_matching::reading_newest,
                book_matching::reading_count,
            )))?;
        let reading = started_at.zip(since);
        let reading =
            reading.map(|(started_at, since)| MovementSync { started_at, since, after, newest, read });
        Ok(MatchingProgress { matched_at, read_until, reading })
    }

    fn lock_matching(&mut self) -> StoreResult<()> {
        let _held: bool =
            self.get_result(book_matching::table.select(book_matching::singleton).for_update())?;
        Ok(())
    }

    fn set_matching_progress(&mut self, progress: &MatchingProgress) -> StoreResult<()> {
        let reading = progress.reading.as_ref();
        self.execute(update(book_matching::table).set((
            book_matching::matched_at.eq(progress.matched_at),
            book_matching::read_until.eq(progress.read_until),
            book_matching::reading_started_at.eq(reading.map(|reading| reading.started_at)),
            book_matching::reading_since.eq(reading.map(|reading| reading.since)),
            book_matching::reading_after.eq(reading.and_then(|reading| reading.after.as_deref())),
            book_matching::reading_newest.eq(reading.and_then(|reading| reading.newest)),
            book_matching::reading_count.eq(reading.map_or(0, |reading| reading.read)),
        )))
    }

    fn store_movements(&mut self, movements: &[Movement]) -> StoreResult<()> {
        use provider_movements as movements_table;
        for some in movements.chunks(MOVEMENTS_AT_ONCE) {
            let rows: Vec<_> = some
                .iter()
                .map(|one| {
                    (
                        movements_table::id.eq(&one.id),
                        movements_table::kind.eq(one.kind.as_str()),
                        movements_table::amount_cents.eq(one.amount.cents()),
                        movements_table::fee_cents.eq(one.fee.cents()),
                        movements_table::currency.eq(&one.currency),
                        movements_table::subject.eq(&one.subject),
                        movements_table::provider_intent_id.eq(&one.intent_id),
                        movements_table::happened_at.eq(one.happened_at),
                    )
                })
                .collect();
            self.execute(insert_into(movements_table::table).values(rows).on_conflict_do_nothing())?;
        }
        Ok(())
    }

    fn open_movements(&mut self) -> StoreResult<Vec<OpenMovement>> {
        use provider_movements as movements_table;
        type Row = (String, String, i64, i64, String, String, Option<String>, DateTime<Utc>, Option<i32>);
        let rows: Vec<Row> = self.load(
            movements_table::table
                .left_join(
                    payments::table.on(payments::provider_intent_id
                        .eq(movements_table::provider_intent_id)
                        .and(payments::status.eq_any(HAS_COME_IN.map(PaymentStatus::as_str)))),
                )
                .filter(not(movements_table::is_closed))
                .order((movements_table::happened_at, movements_table::id))
                .select((
                    movements_table::id,
                    movements_table::kind,
                    movements_table::amount_cents,
                    movements_table::fee_cents,
                    movements_table::currency,
                    movements_table::subject,
                    movements_table::provider_intent_id,
                    movements_table::happened_at,
                    payments::id.nullable(),
                )),
        )?;
        rows.into_iter()
            .map(|(id, kind, amount, fee, currency, subject, intent_id, happened_at, payment)| {
                let kind = parse_word("provider_movements.kind", &kind, MovementKind::parse)?;
                let (amount, fee) = (Money::from_cents(amount), Money::from_cents(fee));
                Ok(OpenMovement {
                    movement: Movement { id, kind, amount, fee, currency, subject, intent_id, happened_at },
                    payment_id: payment.map(PaymentId),
                })
            })
            .collect()
    }

    fn mark_movement_posted(&mut self, id: &str) -> StoreResult<()> {
        self.execute(update(provider_movements::table.find(id)).set(provider_movements::is_closed.eq(true)))
    }

    fn differing_balances(&mut self) -> StoreResult<Vec<ObjectBalances>> {
        // SQL: the query builder has no CTEs and no FULL JOIN.
        let rows: Vec<ObjectBalancesRow> = self.load(sql_query(DIFFER))?;
        let sides = |row: ObjectBalancesRow| ObjectBalances {
            subject: row.subject,
            ours: Money::from_cents(row.ours),
            questioned: Money::from_cents(row.questioned),
            questions: row.questions,
            theirs: Money::from_cents(row.theirs),
            movements: row.movements,
            currency: row.currency,
            is_foreign: row.is_foreign,
            moved_at: row.moved_at,
        };
        Ok(rows.into_iter().map(sides).collect())
    }

    fn replace_differences(&mut self, differences: &[(DifferenceKind, ObjectBalances)]) -> StoreResult<()> {
        self.run(|connection| {
            delete(book_differences::table).execute(connection)?;
            for (kind, sides) in differences {
                // SQL: the query builder has no coalesce. Here, coalesce takes the first of two subqueries.
                sql_query(WRITE_DIFFERENCE)
                    .bind::<Text, _>(&sides.subject)
                    .bind::<Text, _>(kind.as_str())
                    .bind::<BigInt, _>(sides.ours.cents())
                    .bind::<BigInt, _>(sides.theirs.cents())
                    .bind::<Text, _>(&sides.currency)
                    .bind::<Timestamptz, _>(sides.moved_at)
                    .execute(connection)?;
            }
            Ok(())
        })
    }

    fn differences(&mut self, limit: i64) -> StoreResult<Vec<Difference>> {
        use book_differences as differ;
        type Row = (String, String, i64, i64, String, Option<i32>, Option<String>, DateTime<Utc>);
        let rows: Vec<Row> = self.load(
            differ::table
                .left_join(payments::table)
                .order((
                    differ::kind.eq(DifferenceKind::Foreign.as_str()),
                    differ::moved_at.desc(),
                    differ::subject,
                ))
                .select((
                    differ::subject,
                    differ::kind,
                    differ::ours_cents,
                    differ::theirs_cents,
                    differ::currency,
                    differ::payment_id,
                    payments::confirmation_number.nullable(),
                    differ::moved_at,
                ))
                .limit(limit),
        )?;
        rows.into_iter()
            .map(|(subject, kind, ours, theirs, currency, payment, confirmation_number, moved_at)| {
                Ok(Difference {
                    subject,
                    kind: parse_word("book_differences.kind", &kind, DifferenceKind::parse)?,
                    ours: Money::from_cents(ours),
                    theirs: Money::from_cents(theirs),
                    currency,
                    payment_id: payment.map(PaymentId),
                    confirmation_number,
                    moved_at,
                })
            })
            .collect()
    }

    fn count_differences_to_correct(&mut self) -> StoreResult<i64> {
        self.get_result(
            book_differences::table
                .filter(book_differences::kind.ne(DifferenceKind::Foreign.as_str()))
                .count(),
        )
    }
}
