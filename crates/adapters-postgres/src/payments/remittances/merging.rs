use diesel::sql_types::{Array, BigInt, Integer, Text};
use diesel::{
    ExpressionMethods, PgConnection, QueryDsl, QueryResult, RunQueryDsl, SelectableHelper, delete, sql_query,
    update,
};
use domain::payments::remittances::authority::{Authority, AuthorityDetails};
use domain::shared::ids::AuthorityId;
use ports::payments::remittances::merging::{AuthorityMerges, MergeCounts};
use ports::shared::store_error::StoreResult;

use super::authorities::{AuthorityRow, DetailsColumns};
use crate::driving_record::courts::lock_register;
use crate::shared::rows::{convert_rows, row_by_name};
use crate::store::PgStore;
use schema::{authorities, authority_names, cases, lawyer_areas, lawyers};

/// Maximum number of tickets or obligations that one statement moves.
const CHUNK: i64 = 2_000;

/// Counts the records that refer to authority $1. $2 has the spellings of its names on items. Counting tolls
/// reads the whole table, because an index on their issuer would rarely be used.
const COUNTS: &str = "
    SELECT (SELECT count(*) FROM tickets WHERE issuer = ANY($2) AND removed_at IS NULL) AS tickets,
        (SELECT count(*) FROM parking WHERE issuer = ANY($2) AND removed_at IS NULL) AS parking,
        (SELECT count(*) FROM tolls WHERE issuer = ANY($2) AND removed_at IS NULL) AS tolls,
        (SELECT count(*) FROM tickets WHERE court_id = $1 AND removed_at IS NULL) AS heard,
        (SELECT count(DISTINCT lawyer_id) FROM lawyer_areas WHERE court_id = $1) AS lawyers,
        (SELECT count(*) FROM obligations WHERE authority_id = $1 AND status = 'owed') AS owed,
        (SELECT count(*) FROM remittances WHERE authority_id = $1 AND status = 'prepared') AS prepared,
        (SELECT count(*) FROM remittances WHERE authority_id = $1 AND status <> 'prepared') AS sent";

/// Moves tickets from court $1 to court $2, at most $3.
const MOVE_COURT: &str = "
    UPDATE tickets SET court_id = $2, version = version + 1 WHERE id IN (
        SELECT id FROM tickets WHERE court_id = $1 ORDER BY id LIMIT $3 FOR NO KEY UPDATE)";

/// Deletes the practice areas in court $1 of lawyers who also have court $2 as an area.
const DELETE_REPEATED_AREAS: &str = "
    DELETE FROM lawyer_areas a USING lawyer_areas b
    WHERE a.court_id = $1 AND b.court_id = $2 AND (b.lawyer_id, b.state) = (a.lawyer_id, a.state)";

/// Moves remittances from authority $1, whose name is $3, to authority $2. Locks remittances by
/// ascending id and before their obligations. Recording a sent or accepted remittance uses the same
/// order, which prevents deadlocks.
const MOVE_REMITTANCES: &str = "
    WITH held AS MATERIALIZED (SELECT id FROM remittances WHERE authority_id = $1 ORDER BY id FOR NO KEY UPDATE)
    UPDATE remittances r SET authority_id = $2, sent_to = CASE WHEN r.status <> 'prepared' THEN coalesce(r.sent_to, $3) END
    FROM held WHERE r.id = held.id";

/// Moves obligations from authority $1 to authority $2, at most $3.
const MOVE_OBLIGATIONS: &str = "
    UPDATE obligations SET authority_id = $2 WHERE payment_id IN (
        SELECT payment_id FROM obligations WHERE authority_id = $1 ORDER BY payment_id LIMIT $3 FOR NO KEY UPDATE)";

row_by_name! {
    struct CountsRow {
        tickets: i64,
        parking: i64,
        tolls: i64,
        heard: i64,
        lawyers: i64,
        owed: i64,
        prepared: i64,
        sent: i64,
    }
}

/// Runs the statement `sql`, which moves up to [`CHUNK`] rows from the authority `from` to the authority
/// `to`. Repeats it until no rows are left.
fn move_all(connection: &mut PgConnection, sql: &str, from: AuthorityId, to: AuthorityId) -> QueryResult<()> {
    loop {
        // SQL: raw, because the caller passes the statement as a string.
        let moved = sql_query(sql)
            .bind::<Integer, _>(from.0)
            .bind::<Integer, _>(to.0)
            .bind::<BigInt, _>(CHUNK)
            .execute(connection)?;
        if moved == 0 {
            return Ok(());
        }
    }
}

/// Moves lawyers' practice areas from the court `from` to the court `to`. Locks the lawyers first,
/// so that areas which a concurrent transaction is adding are moved too.
fn move_areas(connection: &mut PgConnection, from: AuthorityId, to: AuthorityId) -> QueryResult<()> {
    let is_in_court = lawyer_areas::court_id.eq(from.0);
    let ids = lawyer_areas::table.filter(is_in_court).select(lawyer_areas::lawyer_id);
    let held: Vec<i32> = lawyers::table
        .filter(lawyers::id.eq_any(ids))
        .order(lawyers::id)
        .select(lawyers::id)
        .for_no_key_update()
        .load(connection)?;
    // SQL: the query builder can't join a table to itself in a DELETE.
    sql_query(DELETE_REPEATED_AREAS)
        .bind::<Integer, _>(from.0)
        .bind::<Integer, _>(to.0)
        .execute(connection)?;
    update(lawyer_areas::table.filter(is_in_court))
        .set(lawyer_areas::court_id.eq(to.0))
        .execute(connection)?;
    update(lawyers::table.filter(lawyers::id.eq_any(held)))
        .set(lawyers::version.eq(lawyers::version + 1))
        .execute(connection)?;
    Ok(())
}

impl AuthorityMerges for PgStore<'_> {
    fn lock_authorities(&mut self, ids: [AuthorityId; 2]) -> StoreResult<Vec<Authority>> {
        let rows: Vec<AuthorityRow> = self.run(|connection| {
            lock_register(connection)?;
            authorities::table
                .filter(authorities::id.eq_any(ids.map(|id| id.0)))
                .select(AuthorityRow::as_select())
                .order(authorities::id)
                .for_no_key_update()
                .load(connection)
        })?;
        convert_rows(rows)
    }

    fn count_records_of_authority(
        &mut self,
        id: AuthorityId,
        issuers: &[String],
    ) -> StoreResult<MergeCounts> {
        let row: CountsRow = self.get_result(
            // SQL: raw, because one statement counts eight different sets of rows.
            sql_query(COUNTS).bind::<Integer, _>(id.0).bind::<Array<Text>, _>(issuers),
        )?;
        let CountsRow { tickets, parking, tolls, heard, lawyers, owed, prepared, sent } = row;
        Ok(MergeCounts { tickets, parking, tolls, heard, lawyers, owed, prepared, sent })
    }

    fn move_authority_names(
        &mut self,
        from: AuthorityId,
        to: AuthorityId,
        details: &AuthorityDetails,
    ) -> StoreResult<Authority> {
        let row: AuthorityRow = self.run(|connection| {
            update(authority_names::table.filter(authority_names::authority_id.eq(from.0)))
                .set(authority_names::authority_id.eq(to.0))
                .execute(connection)?;
            update(authorities::table.find(to.0))
                .set((DetailsColumns::from(details), authorities::version.eq(authorities::version + 1)))
                .returning(AuthorityRow::as_returning())
                .get_result(connection)
        })?;
        row.try_into()
    }

    fn move_court_references(&mut self, from: AuthorityId, to: AuthorityId) -> StoreResult<()> {
        self.run(|connection| {
            move_all(connection, MOVE_COURT, from, to)?;
            update(cases::table.filter(cases::court_id.eq(from.0)))
                .set(cases::court_id.eq(to.0))
                .execute(connection)?;
            move_areas(connection, from, to)
        })
    }

    fn move_authority_money(&mut self, from: &Authority, to: AuthorityId) -> StoreResult<()> {
        self.run(|connection| {
            // SQL: the query builder has no CTEs. This one locks the rows in order before they are updated.
            sql_query(MOVE_REMITTANCES)
                .bind::<Integer, _>(from.id.0)
                .bind::<Integer, _>(to.0)
                .bind::<Text, _>(&from.details.name)
                .execute(connection)?;
            move_all(connection, MOVE_OBLIGATIONS, from.id, to)?;
            // A payment that settled just before the names moved may have added an obligation to the merged
            // authority, and staff may have added it to a lawyer's areas. This lock waits for such changes and
            // blocks later ones. The lock must be taken last: such a payment has locked its item and may be
            // waiting for this authority, so taking the lock earlier could deadlock.
            let merged = authorities::table.find(from.id.0).select(authorities::id).for_update();
            merged.first::<i32>(connection)?;
            move_all(connection, MOVE_OBLIGATIONS, from.id, to)?;
            move_areas(connection, from.id, to)?;
            delete(authorities::table.find(from.id.0)).execute(connection)?;
            Ok(())
        })
    }
}
