use chrono::{DateTime, NaiveDate, Utc};
use diesel::sql_types::{BigInt, Date, Integer, Nullable, Text, Timestamptz};
use diesel::{
    ExpressionMethods, OptionalExtension, QueryDsl, QueryableByName, RunQueryDsl, insert_into, sql_query,
    update,
};
use domain::payments::ledger::{Account, EntryKind, Posting};
use domain::payments::remittances::obligation::ObligationStatus;
use domain::payments::remittances::remittance::{Remittance, RemittanceStatus, Sending};
use domain::shared::ids::{AuthorityId, PaymentId, RemittanceId, UserId};
use domain::shared::money::Money;
use ports::payments::books::NewEntry;
use ports::payments::remittances::{Positions, Remittances};
use ports::shared::store_error::{StoreError, StoreResult};

use super::obligations::MONEY;
use crate::schema::{ledger_entries, ledger_postings, obligations, remittances};
use crate::shared::rows::{entities, entity, parsed};
use crate::store::PgStore;

/// Entries that are written at once.
const ENTRIES_AT_ONCE: usize = 1000;

const REMITTANCE: &str = "
    SELECT r.id, r.authority_id, a.name AS authority, r.status, r.payments, r.amount_cents, r.prepared_by, r.prepared_at, r.sent_on,
        r.reference, r.sent_at, r.accepted_on
    FROM remittances r JOIN authorities a ON a.id = r.authority_id";

#[derive(QueryableByName)]
struct RemittanceRow {
    #[diesel(sql_type = Integer)]
    id: i32,
    #[diesel(sql_type = Integer)]
    authority_id: i32,
    #[diesel(sql_type = Text)]
    authority: String,
    #[diesel(sql_type = Text)]
    status: String,
    #[diesel(sql_type = Integer)]
    payments: i32,
    #[diesel(sql_type = BigInt)]
    amount_cents: i64,
    #[diesel(sql_type = Nullable<Integer>)]
    prepared_by: Option<i32>,
    #[diesel(sql_type = Timestamptz)]
    prepared_at: DateTime<Utc>,
    #[diesel(sql_type = Nullable<Date>)]
    sent_on: Option<NaiveDate>,
    #[diesel(sql_type = Nullable<Text>)]
    reference: Option<String>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    sent_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<Date>)]
    accepted_on: Option<NaiveDate>,
}

impl TryFrom<RemittanceRow> for Remittance {
    type Error = StoreError;

    fn try_from(row: RemittanceRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: RemittanceId(row.id),
            authority_id: AuthorityId(row.authority_id),
            authority: row.authority,
            status: parsed("remittances.status", &row.status, RemittanceStatus::parse)?,
            payments: row.payments.into(),
            amount: Money::from_cents(row.amount_cents),
            prepared_by: row.prepared_by.map(UserId),
            prepared_at: row.prepared_at,
            sent: row.sent_on.zip(row.reference).map(|(on, reference)| Sending { on, reference }),
            sent_at: row.sent_at,
            accepted_on: row.accepted_on,
        })
    }
}

#[derive(QueryableByName)]
struct IdRow {
    #[diesel(sql_type = Integer)]
    id: i32,
}

#[derive(QueryableByName)]
struct PositionRow {
    #[diesel(sql_type = Integer)]
    payment_id: i32,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    account: String,
    #[diesel(sql_type = BigInt)]
    amount: i64,
}

/// Takes what can be sent to authority $1 into a remittance of its own: the oldest first, $4 at the most. A row that another call
/// has taken meanwhile is passed over.
fn prepare_sql() -> String {
    format!(
        "WITH picked AS (
            SELECT o.payment_id, money.owed FROM obligations o {MONEY}
            WHERE o.status = 'owed' AND o.authority_id = $1 AND money.owed > 0 AND NOT held.is_held_back
            ORDER BY o.charged_at, o.payment_id LIMIT $4 FOR UPDATE OF o SKIP LOCKED
        ), made AS (
            INSERT INTO remittances (authority_id, status, payments, amount_cents, prepared_by, prepared_at)
            SELECT $1, 'prepared', count(*), sum(owed), $2, $3 FROM picked HAVING count(*) > 0 RETURNING id
        ), taken AS (
            UPDATE obligations SET status = 'prepared', remittance_id = made.id, amount_cents = picked.owed
            FROM picked, made WHERE obligations.payment_id = picked.payment_id
        )
        SELECT id FROM made"
    )
}

impl Remittances for PgStore<'_> {
    fn prepare(
        &mut self,
        to: AuthorityId,
        by: UserId,
        at: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<Option<Remittance>> {
        let made: Option<IdRow> = self.run(|connection| {
            sql_query(prepare_sql())
                .bind::<Integer, _>(to.0)
                .bind::<Integer, _>(by.0)
                .bind::<Timestamptz, _>(at)
                .bind::<BigInt, _>(limit)
                .get_result(connection)
                .optional()
        })?;
        made.map_or(Ok(None), |made| self.remittance(RemittanceId(made.id)))
    }

    fn lock_remittance(&mut self, id: RemittanceId) -> StoreResult<Option<Remittance>> {
        let row: Option<RemittanceRow> = self.run(|connection| {
            sql_query(format!("{REMITTANCE} WHERE r.id = $1 FOR UPDATE OF r"))
                .bind::<Integer, _>(id.0)
                .get_result(connection)
                .optional()
        })?;
        entity(row)
    }

    fn remittance(&mut self, id: RemittanceId) -> StoreResult<Option<Remittance>> {
        let row: Option<RemittanceRow> = self.run(|connection| {
            sql_query(format!("{REMITTANCE} WHERE r.id = $1"))
                .bind::<Integer, _>(id.0)
                .get_result(connection)
                .optional()
        })?;
        entity(row)
    }

    fn remittances(&mut self, before: Option<RemittanceId>, limit: i64) -> StoreResult<Vec<Remittance>> {
        let rows: Vec<RemittanceRow> = self.run(|connection| {
            sql_query(format!("{REMITTANCE} WHERE r.id < $1 ORDER BY r.id DESC LIMIT $2"))
                .bind::<Integer, _>(before.map_or(i32::MAX, |id| id.0))
                .bind::<BigInt, _>(limit)
                .load(connection)
        })?;
        entities(rows)
    }

    fn take_apart(&mut self, id: RemittanceId) -> StoreResult<()> {
        self.run(|connection| {
            update(obligations::table.filter(obligations::remittance_id.eq(id.0)))
                .set((
                    obligations::status.eq(ObligationStatus::Owed.as_str()),
                    obligations::remittance_id.eq(None::<i32>),
                    obligations::amount_cents.eq(None::<i64>),
                ))
                .execute(connection)?;
            diesel::delete(remittances::table.find(id.0)).execute(connection)
        })?;
        Ok(())
    }

    fn note_sent(&mut self, id: RemittanceId, sending: &Sending, at: DateTime<Utc>) -> StoreResult<()> {
        self.run(|connection| {
            update(remittances::table.find(id.0))
                .set((
                    remittances::status.eq(RemittanceStatus::Sent.as_str()),
                    remittances::sent_on.eq(sending.on),
                    remittances::reference.eq(&sending.reference),
                    remittances::sent_at.eq(at),
                ))
                .execute(connection)?;
            update(obligations::table.filter(obligations::remittance_id.eq(id.0)))
                .set(obligations::status.eq(ObligationStatus::Sent.as_str()))
                .execute(connection)
        })?;
        Ok(())
    }

    fn note_accepted_when_all_is(&mut self, id: RemittanceId, on: NaiveDate) -> StoreResult<bool> {
        let changed = self.run(|connection| {
            sql_query(
                "UPDATE remittances SET status = 'accepted', accepted_on = $2 WHERE id = $1 AND status = 'sent'
                    AND NOT EXISTS (SELECT FROM obligations o WHERE o.remittance_id = $1 AND o.status <> 'accepted')",
            )
            .bind::<Integer, _>(id.0)
            .bind::<Date, _>(on)
            .execute(connection)
        })?;
        Ok(changed > 0)
    }

    fn lock_positions(&mut self, remittance: RemittanceId) -> StoreResult<Positions> {
        let rows: Vec<PositionRow> = self.run(|connection| {
            // One after the other, in one order, so that two who come for several never wait for each other.
            let _: Vec<IdRow> = sql_query(
                "SELECT p.id FROM payments p JOIN obligations o ON o.payment_id = p.id WHERE o.remittance_id = $1
                 ORDER BY p.id FOR NO KEY UPDATE OF p",
            )
            .bind::<Integer, _>(remittance.0)
            .load(connection)?;
            sql_query(
                "SELECT e.payment_id, e.kind, l.account, sum(l.amount_cents)::bigint AS amount
                 FROM obligations o JOIN ledger_entries e ON e.payment_id = o.payment_id JOIN ledger_postings l ON l.entry_id = e.id
                 WHERE o.remittance_id = $1 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
            )
            .bind::<Integer, _>(remittance.0)
            .load(connection)
        })?;
        let mut positions: Positions = Vec::new();
        for row in rows {
            let kind = parsed("ledger_entries.kind", &row.kind, EntryKind::parse)?;
            let account = parsed("ledger_postings.account", &row.account, Account::parse)?;
            let sum = (kind, Posting { account, amount: Money::from_cents(row.amount) });
            match positions.last_mut().filter(|(payment, _)| payment.0 == row.payment_id) {
                Some((_, sums)) => sums.push(sum),
                None => positions.push((PaymentId(row.payment_id), vec![sum])),
            }
        }
        Ok(positions)
    }

    fn post_entries(&mut self, entries: &[NewEntry]) -> StoreResult<()> {
        for some in entries.chunks(ENTRIES_AT_ONCE) {
            let rows: Vec<_> = some
                .iter()
                .map(|entry| {
                    (
                        ledger_entries::kind.eq(entry.kind.as_str()),
                        ledger_entries::source.eq(&entry.source),
                        ledger_entries::subject.eq(&entry.subject),
                        ledger_entries::payment_id.eq(entry.payment_id.map(|id| id.0)),
                        ledger_entries::happened_at.eq(entry.happened_at),
                    )
                })
                .collect();
            let posted: Vec<(i64, String)> = self.run(|connection| {
                insert_into(ledger_entries::table)
                    .values(rows)
                    .on_conflict(ledger_entries::source)
                    .do_nothing()
                    .returning((ledger_entries::id, ledger_entries::source))
                    .get_results(connection)
            })?;
            let mut lines = Vec::new();
            for (id, source) in &posted {
                let entry = some.iter().find(|entry| entry.source == *source);
                lines.extend(entry.into_iter().flat_map(|entry| &entry.postings).map(|line| {
                    (
                        ledger_postings::entry_id.eq(*id),
                        ledger_postings::account.eq(line.account.as_str()),
                        ledger_postings::amount_cents.eq(line.amount.cents()),
                    )
                }));
            }
            self.run(|connection| insert_into(ledger_postings::table).values(lines).execute(connection))?;
        }
        Ok(())
    }
}
