use chrono::{DateTime, NaiveDate, Utc};
use diesel::dsl::{exists, not};
use diesel::sql_types::{Array, BigInt, Integer, Timestamptz};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, insert_into, sql_query, update};
use domain::payments::ledger::{Account, EntryKind, Posting};
use domain::payments::remittances::obligation::ObligationStatus;
use domain::payments::remittances::payee::PayeeId;
use domain::payments::remittances::remittance::{Remittance, RemittanceStatus, TransferRecord};
use domain::shared::ids::{PaymentId, RemittanceId, UserId};
use domain::shared::money::Money;
use ports::payments::books::NewEntry;
use ports::payments::remittances::{PostedSumsByPayment, Remittances};
use ports::shared::store_error::StoreResult;

use super::held_money::{HELD_MONEY_SQL, HOLDS_SQL};
use super::lawyers;
use super::rows::RemittanceRow;
use crate::shared::rows::{OneColumn, parse_word, row_by_name};
use crate::store::PgStore;
use schema::{lawyer_obligations, ledger_entries, ledger_postings, obligations, remittances};

/// Maximum number of ledger entries that one statement inserts.
const ENTRIES_AT_ONCE: usize = 1000;

/// The tables of obligations to authorities and to lawyers. All obligations of a remittance are
/// in the same table.
const TABLES: [&str; 2] = ["obligations", "lawyer_obligations"];

/// Returns the query for remittances. For a prepared remittance, the figures include only the money that can
/// be sent now, computed for each payment as in `PreparedPayment`.
fn remittance_sql() -> String {
    format!(
        "SELECT r.id, r.authority_id, r.lawyer_id, coalesce(r.sent_to, a.name, w.name) AS payee,
            coalesce(r.trust_account, w.trust_account_name) AS trust_account, r.status, coalesce(left_now.payments, r.payments) AS payments,
            coalesce(left_now.amount_cents, r.amount_cents) AS amount_cents, coalesce(left_now.left_out, 0) AS left_out,
            coalesce(left_now.left_out_cents, 0) AS left_out_cents, r.downloaded_at, r.prepared_by, r.prepared_at, r.sent_on,
            r.reference, r.sent_at, r.accepted_on
         FROM remittances r LEFT JOIN authorities a ON a.id = r.authority_id LEFT JOIN lawyers w ON w.id = r.lawyer_id
         LEFT JOIN LATERAL (
            SELECT count(*) FILTER (WHERE cents > 0)::integer AS payments, coalesce(sum(cents), 0)::bigint AS amount_cents,
                count(*) FILTER (WHERE cents < prepared_cents) AS left_out,
                coalesce(sum(prepared_cents - cents), 0)::bigint AS left_out_cents
            FROM (
                SELECT o.amount_cents AS prepared_cents, money.owed, held.is_held_back FROM obligations o {HELD_MONEY_SQL}
                WHERE o.remittance_id = r.id AND r.status = 'prepared'
                UNION ALL
                SELECT o.amount_cents, o.claim_cents - o.sent_cents, held.is_held_back FROM lawyer_obligations o {HOLDS_SQL}
                WHERE o.remittance_id = r.id AND r.status = 'prepared'
            ) AS part
                CROSS JOIN LATERAL (
                    SELECT CASE WHEN part.is_held_back THEN 0 ELSE greatest(least(prepared_cents, part.owed), 0) END AS cents
                ) AS sendable
         ) AS left_now ON r.status = 'prepared'"
    )
}

row_by_name! {
    struct PositionRow {
        payment_id: i32,
        kind: String,
        account: String,
        amount: i64,
    }
}

/// Returns the statement that puts the money that can be sent to authority $1 into a new remittance: the oldest
/// payments first, at most $4. Skips rows that another transaction has locked.
fn prepare_sql() -> String {
    format!(
        "WITH picked AS (
            SELECT o.payment_id, money.owed FROM obligations o {HELD_MONEY_SQL}
            WHERE o.status = 'owed' AND o.authority_id = $1 AND money.owed > 0 AND NOT held.is_held_back
            ORDER BY o.charged_at, o.payment_id LIMIT $4 FOR UPDATE OF o SKIP LOCKED
        ), made AS (
            INSERT INTO remittances (authority_id, status, payments, amount_cents, prepared_by, prepared_at)
            SELECT $1, 'prepared', count(*), sum(owed), $2, $3 FROM picked HAVING count(*) > 0 RETURNING id
        ), taken AS (
            UPDATE obligations SET status = 'prepared', remittance_id = made.id, amount_cents = picked.owed, filed_cents = 0
            FROM picked, made WHERE obligations.payment_id = picked.payment_id
        )
        SELECT id FROM made"
    )
}

/// Generates the statement that takes a table's obligations out of a remittance.
macro_rules! owed_again {
    ($table:ident, $remittance:expr) => {
        update($table::table.filter($table::remittance_id.eq($remittance.0))).set((
            $table::status.eq(ObligationStatus::Owed.as_str()),
            $table::remittance_id.eq(None::<i32>),
            $table::amount_cents.eq(None::<i64>),
            $table::filed_cents.eq(None::<i64>),
        ))
    };
}

/// Returns the payments and their amounts as two arrays, for SQL's `unnest`.
fn unzip_amounts(amounts: &[(PaymentId, Money)]) -> (Vec<i32>, Vec<i64>) {
    amounts.iter().map(|(payment, amount)| (payment.0, amount.cents())).unzip()
}

impl Remittances for PgStore<'_> {
    fn prepare_remittance(
        &mut self,
        payee: PayeeId,
        prepared_by: UserId,
        prepared_at: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<Option<Remittance>> {
        let sql = match payee {
            PayeeId::Authority(_) => prepare_sql(),
            PayeeId::Lawyer(_) => lawyers::prepare_sql(),
        };
        let made: Option<OneColumn<i32>> = self.optional(
            // SQL: the query builder has no CTEs. With CTEs, one statement selects, inserts and updates rows.
            sql_query(sql)
                .bind::<Integer, _>(payee.number())
                .bind::<Integer, _>(prepared_by.0)
                .bind::<Timestamptz, _>(prepared_at)
                .bind::<BigInt, _>(limit),
        )?;
        made.map_or(Ok(None), |OneColumn(id)| self.remittance(RemittanceId(id)))
    }

    fn lock_remittance(&mut self, id: RemittanceId) -> StoreResult<Option<Remittance>> {
        self.optional_entity::<RemittanceRow, _>(
            // SQL: the query builder has no LATERAL, which `remittance_sql` uses.
            sql_query(format!("{} WHERE r.id = $1 FOR UPDATE OF r", remittance_sql()))
                .bind::<Integer, _>(id.0),
        )
    }

    fn remittance(&mut self, id: RemittanceId) -> StoreResult<Option<Remittance>> {
        self.optional_entity::<RemittanceRow, _>(
            // SQL: the query builder has no LATERAL, which `remittance_sql` uses.
            sql_query(format!("{} WHERE r.id = $1", remittance_sql())).bind::<Integer, _>(id.0),
        )
    }

    fn remittances(&mut self, before: Option<RemittanceId>, limit: i64) -> StoreResult<Vec<Remittance>> {
        self.entities::<RemittanceRow, _>(
            // SQL: the query builder has no LATERAL, which `remittance_sql` uses.
            sql_query(format!("{} WHERE r.id < $1 ORDER BY r.id DESC LIMIT $2", remittance_sql()))
                .bind::<Integer, _>(before.map_or(i32::MAX, |id| id.0))
                .bind::<BigInt, _>(limit),
        )
    }

    fn undo_remittance(&mut self, id: RemittanceId) -> StoreResult<()> {
        self.run(|connection| {
            owed_again!(obligations, id).execute(connection)?;
            owed_again!(lawyer_obligations, id).execute(connection)?;
            diesel::delete(remittances::table.find(id.0)).execute(connection)
        })?;
        Ok(())
    }

    fn record_remittance_download(
        &mut self,
        id: RemittanceId,
        downloaded_at: DateTime<Utc>,
        file: &[(PaymentId, Money)],
    ) -> StoreResult<()> {
        let (payments, cents) = unzip_amounts(file);
        self.run(|connection| {
            update(remittances::table.find(id.0))
                .set(remittances::downloaded_at.eq(downloaded_at))
                .execute(connection)?;
            // SQL: the query builder has no UPDATE … FROM.
            sql_query(
                "UPDATE remittances SET trust_account = trust_account_name FROM lawyers
                 WHERE remittances.id = $1 AND lawyers.id = lawyer_id",
            )
            .bind::<Integer, _>(id.0)
            .execute(connection)?;
            for table in TABLES {
                // SQL: the query builder has no UPDATE … FROM.
                sql_query(format!(
                    "UPDATE {table} o SET filed_cents = file.cents
                     FROM unnest($2::integer[], $3::bigint[]) AS file (payment_id, cents)
                     WHERE o.payment_id = file.payment_id AND o.remittance_id = $1"
                ))
                .bind::<Integer, _>(id.0)
                .bind::<Array<Integer>, _>(&payments)
                .bind::<Array<BigInt>, _>(&cents)
                .execute(connection)?;
            }
            Ok(())
        })
    }

    fn record_sent(
        &mut self,
        id: RemittanceId,
        sending: &TransferRecord,
        recorded_at: DateTime<Utc>,
        sent: &[(PaymentId, Money)],
    ) -> StoreResult<()> {
        let (payments, cents) = unzip_amounts(sent);
        self.run(|connection| {
            update(remittances::table.find(id.0))
                .set((
                    remittances::payments.eq(i32::try_from(sent.len()).unwrap_or(i32::MAX)),
                    remittances::amount_cents.eq(cents.iter().sum::<i64>()),
                    remittances::status.eq(RemittanceStatus::Sent.as_str()),
                    remittances::sent_on.eq(sending.on),
                    remittances::reference.eq(&sending.reference),
                    remittances::sent_at.eq(recorded_at),
                ))
                .execute(connection)?;
            for table in TABLES {
                // SQL: the query builder has no UPDATE … FROM.
                sql_query(format!(
                    "UPDATE {table} o SET status = 'sent', amount_cents = sent.cents, filed_cents = NULL
                     FROM unnest($2::integer[], $3::bigint[]) AS sent (payment_id, cents)
                     WHERE o.payment_id = sent.payment_id AND o.remittance_id = $1"
                ))
                .bind::<Integer, _>(id.0)
                .bind::<Array<Integer>, _>(&payments)
                .bind::<Array<BigInt>, _>(&cents)
                .execute(connection)?;
            }
            let prepared = ObligationStatus::Prepared.as_str();
            owed_again!(obligations, id).filter(obligations::status.eq(prepared)).execute(connection)?;
            owed_again!(lawyer_obligations, id)
                .filter(lawyer_obligations::status.eq(prepared))
                .execute(connection)?;
            Ok(())
        })
    }

    fn mark_accepted_if_complete(&mut self, id: RemittanceId, accepted_on: NaiveDate) -> StoreResult<bool> {
        let accepted = ObligationStatus::Accepted.as_str();
        let to_authority = obligations::table
            .filter(obligations::remittance_id.eq(id.0))
            .filter(obligations::status.ne(accepted));
        let to_lawyer = lawyer_obligations::table
            .filter(lawyer_obligations::remittance_id.eq(id.0))
            .filter(lawyer_obligations::status.ne(accepted));
        let complete = remittances::table
            .find(id.0)
            .filter(remittances::status.eq(RemittanceStatus::Sent.as_str()))
            .filter(not(exists(to_authority)))
            .filter(not(exists(to_lawyer)));
        let changed = self.count_changed(update(complete).set((
            remittances::status.eq(RemittanceStatus::Accepted.as_str()),
            remittances::accepted_on.eq(accepted_on),
        )))?;
        Ok(changed > 0)
    }

    fn lock_payments_with_sums(&mut self, remittance: RemittanceId) -> StoreResult<PostedSumsByPayment> {
        let rows: Vec<PositionRow> = self.run(|connection| {
            // The payments are locked by ascending id, so that two transactions that lock several payments
            // can't deadlock.
            // SQL: raw, like the next statement, which selects the same payments.
            let _: Vec<OneColumn<i32>> = sql_query(
                "SELECT p.id FROM payments p WHERE p.id IN (
                    SELECT payment_id FROM obligations WHERE remittance_id = $1
                    UNION ALL SELECT payment_id FROM lawyer_obligations WHERE remittance_id = $1)
                 ORDER BY p.id FOR NO KEY UPDATE OF p",
            )
            .bind::<Integer, _>(remittance.0)
            .load(connection)?;
            // SQL: the query builder can't cast a sum, which is numeric, to bigint.
            sql_query(
                "SELECT e.payment_id, e.kind, l.account, sum(l.amount_cents)::bigint AS amount
                 FROM ledger_entries e JOIN ledger_postings l ON l.entry_id = e.id
                 WHERE e.payment_id IN (
                    SELECT payment_id FROM obligations WHERE remittance_id = $1
                    UNION ALL SELECT payment_id FROM lawyer_obligations WHERE remittance_id = $1)
                 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
            )
            .bind::<Integer, _>(remittance.0)
            .load(connection)
        })?;
        let mut positions: PostedSumsByPayment = Vec::new();
        for row in rows {
            let kind = parse_word("ledger_entries.kind", &row.kind, EntryKind::parse)?;
            let account = parse_word("ledger_postings.account", &row.account, Account::parse)?;
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
            let posted: Vec<(i64, String)> = self.load(
                insert_into(ledger_entries::table)
                    .values(rows)
                    .on_conflict(ledger_entries::source)
                    .do_nothing()
                    .returning((ledger_entries::id, ledger_entries::source)),
            )?;
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
            self.execute(insert_into(ledger_postings::table).values(lines))?;
        }
        Ok(())
    }
}
