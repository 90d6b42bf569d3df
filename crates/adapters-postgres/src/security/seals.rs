use chrono::{DateTime, Utc};
use diesel::dsl::max;
use diesel::sql_types::Text;
use diesel::{ExpressionMethods, QueryDsl, Queryable, insert_into, sql_query};
use domain::security::seal::{Month, Seal, SealedEntry, TrailEntry};
use ports::security::seals::{SealKey, Seals};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::connection::partitions::{LAST_MONTH, MIN_MONTHS, PARTITIONS_OF};
use crate::shared::rows::OneColumn;
use crate::store::PgStore;
use schema::{audit_log, audit_seals, seal_keys};

/// Tries to take an advisory lock, so that only one process seals the audit trail at a time.
const ADVISORY_LOCK: &str = "SELECT pg_try_advisory_xact_lock(7953754291) AS value";

/// Selects the transactions that are writing to the audit trail. Each transaction locks the table before its
/// entry gets an id, and keeps the lock until it ends.
const WRITERS: &str = "
    SELECT virtualtransaction AS value FROM pg_locks
    WHERE locktype = 'relation' AND relation = 'audit_log'::regclass AND mode = 'RowExclusiveLock' AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

/// Returns the query for the last month that was dropped according to the audit trail. An entry about a dropped month
/// counts only if the month was old enough and has no partition left. Otherwise, an attacker could delete entries and
/// claim that their month was dropped.
fn last_dropped_month_query() -> String {
    format!(
        "SELECT max(subject_id) AS value FROM audit_log WHERE action = 'month_dropped'
             AND subject_id <= to_char(created_at AT TIME ZONE 'UTC' - interval '{MIN_MONTHS} months', 'YYYYMM')::integer
             AND NOT EXISTS (SELECT FROM ({PARTITIONS_OF} 'audit_log'::regclass) AS months WHERE {LAST_MONTH} <= subject_id)"
    )
}

#[derive(Queryable)]
struct EntryRow {
    id: i32,
    actor_id: Option<i32>,
    action: String,
    subject_kind: String,
    subject_id: i32,
    before: String,
    after: String,
    address: Option<String>,
    created_at: DateTime<Utc>,
}

type SealRow = (i32, i32, i32, i32, i32, Vec<u8>, Vec<u8>, Vec<u8>, DateTime<Utc>);

const COLUMNS: (
    audit_seals::number,
    audit_seals::key_id,
    audit_seals::month,
    audit_seals::first_entry,
    audit_seals::last_entry,
    audit_seals::leaves,
    audit_seals::previous,
    audit_seals::mac,
    audit_seals::sealed_at,
) = (
    audit_seals::number,
    audit_seals::key_id,
    audit_seals::month,
    audit_seals::first_entry,
    audit_seals::last_entry,
    audit_seals::leaves,
    audit_seals::previous,
    audit_seals::mac,
    audit_seals::sealed_at,
);

/// Size of a sealed entry, in bytes: the entry's id, and the first half of its MAC.
const LEAF: usize = 20;

/// Converts a row to a seal. Fails if a column has an invalid length.
fn to_seal((number, key, month, first, last, leaves, previous, mac, at): SealRow) -> StoreResult<Seal> {
    let strange = || StoreError::Failed(format!("seal {number} violates the database's constraints").into());
    let leaves = leaves.as_chunks::<LEAF>().0.iter().map(|leaf| {
        let (entry, proof) = leaf.split_first_chunk::<4>()?;
        Some(SealedEntry { entry: i32::from_be_bytes(*entry), proof: proof.try_into().ok()? })
    });
    Ok(Seal {
        number,
        key,
        month: Month(month),
        first,
        last,
        leaves: leaves.collect::<Option<_>>().ok_or_else(strange)?,
        at,
        previous: previous.try_into().map_err(|_| strange())?,
        mac: mac.try_into().map_err(|_| strange())?,
    })
}

/// Encodes sealed entries for the column `leaves`: each entry's id, followed by its proof.
fn encode_entries(leaves: &[SealedEntry]) -> Vec<u8> {
    leaves.iter().flat_map(|leaf| leaf.entry.to_be_bytes().into_iter().chain(leaf.proof)).collect()
}

impl PgStore<'_> {
    /// Runs a statement that selects one number, which may be null.
    fn select_number(&mut self, statement: &str) -> StoreResult<Option<i32>> {
        // SQL: raw, because PostgreSQL's catalog isn't in `schema`.
        Ok(self.get_result::<OneColumn<Option<i32>>>(sql_query(statement))?.0)
    }
}

impl Seals for PgStore<'_> {
    fn try_lock_seals(&mut self) -> StoreResult<bool> {
        // SQL: the query builder has no advisory locks.
        Ok(self.get_result::<OneColumn<bool>>(sql_query(ADVISORY_LOCK))?.0)
    }

    fn seal_keys(&mut self) -> StoreResult<Vec<SealKey>> {
        let rows: Vec<(i32, Vec<u8>)> =
            self.load(seal_keys::table.select((seal_keys::id, seal_keys::sealed_key)).order(seal_keys::id))?;
        Ok(rows.into_iter().map(|(id, sealed)| SealKey { id, sealed }).collect())
    }

    fn next_seal_key_id(&mut self) -> StoreResult<i32> {
        let last: Option<i32> = self.get_result(seal_keys::table.select(max(seal_keys::id)))?;
        Ok(last.unwrap_or_default() + 1)
    }

    fn insert_seal_key(&mut self, key: &SealKey) -> StoreResult<()> {
        let row = (seal_keys::id.eq(key.id), seal_keys::sealed_key.eq(&key.sealed));
        self.execute(insert_into(seal_keys::table).values(row).on_conflict_do_nothing())
    }

    fn last_seal(&mut self) -> StoreResult<Option<Seal>> {
        let row: Option<SealRow> =
            self.first(audit_seals::table.order(audit_seals::number.desc()).select(COLUMNS))?;
        row.map(to_seal).transpose()
    }

    fn insert_seals(&mut self, seals: &[Seal]) -> StoreResult<()> {
        for seal in seals {
            let row = (
                audit_seals::number.eq(seal.number),
                audit_seals::key_id.eq(seal.key),
                audit_seals::month.eq(seal.month.0),
                audit_seals::first_entry.eq(seal.first),
                audit_seals::last_entry.eq(seal.last),
                audit_seals::leaves.eq(encode_entries(&seal.leaves)),
                audit_seals::previous.eq(seal.previous.as_slice()),
                audit_seals::mac.eq(seal.mac.as_slice()),
                audit_seals::sealed_at.eq(seal.at),
            );
            self.execute(insert_into(audit_seals::table).values(row))?;
        }
        Ok(())
    }

    fn seals_after(&mut self, number: i32, limit: i64) -> StoreResult<Vec<Seal>> {
        let rows: Vec<SealRow> = self.load(
            audit_seals::table
                .filter(audit_seals::number.gt(number))
                .order(audit_seals::number)
                .limit(limit)
                .select(COLUMNS),
        )?;
        rows.into_iter().map(to_seal).collect()
    }

    fn newest_audit_entry_id(&mut self) -> StoreResult<i32> {
        let newest: Option<i32> = self.get_result(audit_log::table.select(max(audit_log::id)))?;
        Ok(newest.unwrap_or_default())
    }

    fn open_audit_transaction_ids(&mut self) -> StoreResult<Vec<String>> {
        // SQL: raw, because PostgreSQL's view `pg_locks` isn't in `schema`.
        let rows: Vec<OneColumn<String>> = self.load(sql_query(WRITERS))?;
        Ok(rows.into_iter().map(|OneColumn(writer)| writer).collect())
    }

    fn trail_entries_between(&mut self, first: i32, last: i32, limit: i64) -> StoreResult<Vec<TrailEntry>> {
        let rows: Vec<EntryRow> = self.load(
            audit_log::table
                .filter(audit_log::id.between(first, last))
                .order(audit_log::id)
                .limit(limit)
                .select((
                    audit_log::id,
                    audit_log::actor_id,
                    audit_log::action,
                    audit_log::subject_kind,
                    audit_log::subject_id,
                    audit_log::before.cast::<Text>(),
                    audit_log::after.cast::<Text>(),
                    audit_log::address,
                    audit_log::created_at,
                )),
        )?;
        let entry = |row: EntryRow| TrailEntry {
            id: row.id,
            actor: row.actor_id,
            action: row.action,
            subject_kind: row.subject_kind,
            subject_id: row.subject_id,
            before: row.before,
            after: row.after,
            address: row.address,
            at: row.created_at,
        };
        Ok(rows.into_iter().map(entry).collect())
    }

    fn last_dropped_month(&mut self) -> StoreResult<Option<Month>> {
        Ok(self.select_number(&last_dropped_month_query())?.map(Month))
    }
}
