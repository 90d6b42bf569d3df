use chrono::{DateTime, NaiveDate, Utc};
use diesel::sql_types::{Bool, Date, Integer, Text};
use diesel::{
    ExpressionMethods, OptionalExtension, QueryDsl, QueryableByName, RunQueryDsl, insert_into, sql_query,
};
use domain::payments::ledger::{Account, EntryKind, Posting};
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::ids::PaymentId;
use domain::shared::money::Money;
use ports::payments::books::{Books, MonthSum, NewEntry, PostedSums};
use ports::shared::store_error::StoreResult;

use crate::connection::prepared::{Prepared, execute_prepared};
use crate::shared::rows::{OneColumn, parse_word, row_by_name};
use crate::shared::search::without_nul;
use crate::store::PgStore;
use schema::{ledger_changes, ledger_entries, ledger_postings};

row_by_name! {
    struct SumRow {
        kind: String,
        account: String,
        amount: i64,
    }
}

#[derive(QueryableByName)]
struct MonthRow {
    #[diesel(sql_type = Date)]
    month: NaiveDate,
    #[diesel(embed)]
    sum: SumRow,
    #[diesel(sql_type = Bool)]
    is_old_revenue: bool,
}

const OF_PAYMENT: &str = "
    SELECT e.kind, p.account, sum(p.amount_cents)::bigint AS amount
    FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id WHERE e.payment_id = $1 GROUP BY 1, 2";

const OF_SUBJECT: &str = "
    SELECT e.kind, p.account, sum(p.amount_cents)::bigint AS amount
    FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id WHERE e.subject = $1 GROUP BY 1, 2";

const UNBALANCED: &str = "
    SELECT count(*) AS n FROM (
        SELECT e.id FROM ledger_entries e LEFT JOIN ledger_postings p ON p.entry_id = e.id
        GROUP BY e.id HAVING sum(p.amount_cents) IS DISTINCT FROM 0
    ) AS unbalanced";

/// Selects sums of the ledger by month, kind and account. Rows are first grouped by hour, because converting
/// each row to its local month would take most of the time. Grouping by hour is exact, because months in the
/// time zone $1 start on the hour.
const BY_MONTH: &str = "
    SELECT date_trunc('month', at AT TIME ZONE $1)::date AS month, kind, account, is_old_revenue,
        sum(amount)::bigint AS amount
    FROM (
        SELECT date_bin('1 hour', e.happened_at, 'epoch') AS at, e.kind, p.account,
            CASE p.account WHEN 'lawyers' THEN coalesce((
                SELECT payments.settled_at < c.since FROM payments, ledger_changes c
                WHERE payments.id = e.payment_id AND c.name = 'lawyers_owed'
            ), false) ELSE false END AS is_old_revenue,
            sum(p.amount_cents) AS amount
        FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id GROUP BY 1, 2, 3, 4
    ) AS hours GROUP BY 1, 2, 3, 4 ORDER BY 1 DESC, 2, 3, 4";

/// Converts a row to the posted sum of one account, with the kind of the ledger entries.
fn to_posting(row: &SumRow) -> StoreResult<(EntryKind, Posting)> {
    let kind = parse_word("ledger_entries.kind", &row.kind, EntryKind::parse)?;
    let account = parse_word("ledger_postings.account", &row.account, Account::parse)?;
    Ok((kind, Posting { account, amount: Money::from_cents(row.amount) }))
}

/// Converts sums by kind and account. `entries` is the number of ledger entries.
fn posted_sums(rows: &[SumRow], entries: i64) -> StoreResult<PostedSums> {
    let sums = rows.iter().map(to_posting).collect::<StoreResult<_>>()?;
    Ok(PostedSums { sums, entries })
}

impl Books for PgStore<'_> {
    fn post_entry(&mut self, entry: &NewEntry) -> StoreResult<bool> {
        self.run(|connection| {
            let id: Option<i64> = insert_into(ledger_entries::table)
                .values((
                    ledger_entries::kind.eq(entry.kind.as_str()),
                    ledger_entries::source.eq(&entry.source),
                    ledger_entries::subject.eq(&entry.subject),
                    ledger_entries::payment_id.eq(entry.payment_id.map(|id| id.0)),
                    ledger_entries::happened_at.eq(entry.happened_at),
                ))
                .on_conflict(ledger_entries::source)
                .do_nothing()
                .returning(ledger_entries::id)
                .prepared()
                .get_result(connection)
                .optional()?;
            let Some(id) = id else { return Ok(false) };
            let lines: Vec<_> = entry
                .postings
                .iter()
                .map(|line| {
                    (
                        ledger_postings::entry_id.eq(id),
                        ledger_postings::account.eq(line.account.as_str()),
                        ledger_postings::amount_cents.eq(line.amount.cents()),
                    )
                })
                .collect();
            execute_prepared(connection, insert_into(ledger_postings::table).values(lines))?;
            Ok(true)
        })
    }

    fn posted_sums_of_payment(&mut self, payment: PaymentId) -> StoreResult<PostedSums> {
        let (rows, entries) = self.run(|connection| {
            // SQL: the query builder can't cast a sum, which is numeric, to bigint.
            let rows = sql_query(OF_PAYMENT).bind::<Integer, _>(payment.0).prepared().load(connection)?;
            let of = ledger_entries::table.filter(ledger_entries::payment_id.eq(payment.0));
            Ok((rows, of.count().get_result(connection)?))
        })?;
        posted_sums(&rows, entries)
    }

    fn posted_sums_of_object(&mut self, subject: &str) -> StoreResult<PostedSums> {
        let (rows, entries) = self.run(|connection| {
            // SQL: the query builder can't cast a sum, which is numeric, to bigint.
            let rows =
                sql_query(OF_SUBJECT).bind::<Text, _>(without_nul(subject)).prepared().load(connection)?;
            let of = ledger_entries::table.filter(ledger_entries::subject.eq(without_nul(subject)));
            Ok((rows, of.count().get_result(connection)?))
        })?;
        posted_sums(&rows, entries)
    }

    fn trial_balance(&mut self) -> StoreResult<Vec<Posting>> {
        let rows: Vec<SumRow> = self.load(
            // SQL: the query builder can't cast a sum, which is numeric, to bigint.
            sql_query(
                "SELECT 'moved' AS kind, account, sum(amount_cents)::bigint AS amount FROM ledger_postings GROUP BY account",
            )
            .prepared(),
        )?;
        let mut all: Vec<Posting> =
            rows.iter().map(|row| to_posting(row).map(|(_, line)| line)).collect::<StoreResult<_>>()?;
        all.sort_by_key(|line| line.account);
        Ok(all)
    }

    fn unbalanced_entries(&mut self) -> StoreResult<i64> {
        // SQL: the query builder can't count groups.
        let OneColumn(entries) = self.get_result(sql_query(UNBALANCED).prepared())?;
        Ok(entries)
    }

    fn lawyers_owed_since(&mut self) -> StoreResult<DateTime<Utc>> {
        self.run(|connection| {
            ledger_changes::table.find("lawyers_owed").select(ledger_changes::since).first(connection)
        })
    }

    fn sums_by_month(&mut self) -> StoreResult<Vec<MonthSum>> {
        let rows: Vec<MonthRow> = self.load(
            // SQL: the query builder can't select from a subquery. This one groups the entries by hour.
            sql_query(BY_MONTH).bind::<Text, _>(BUSINESS_ZONE.name()).prepared(),
        )?;
        let sum = |row: &MonthRow| {
            let (kind, posting) = to_posting(&row.sum)?;
            Ok(MonthSum { month: row.month, kind, posting, is_old_revenue: row.is_old_revenue })
        };
        rows.iter().map(sum).collect()
    }
}
