use chrono::{DateTime, Utc};
use diesel::dsl::{array_append, exists, not};
use diesel::sql_types::{Binary, Integer, Nullable, Text};
use diesel::{
    ExpressionMethods, NullableExpressionMethods, PgConnection, QueryDsl, QueryResult, Queryable,
    RunQueryDsl, Selectable, SelectableHelper, alias, delete, insert_into, sql_query, update,
};
use domain::accounts::user::User;
use domain::accounts::verification::Claim;
use domain::imports::import::{ImportKind, LineOutcome};
use domain::shared::ids::{ImportId, UserId, WaitingId};
use ports::imports::files::StagedLine;
use ports::imports::waiting::{NewWaitingCitation, WaitReason, WaitingCitation, WaitingCitations};
use ports::shared::paging::{Page, Paged};
use ports::shared::store_error::{StoreError, StoreResult};
use serde_json::Value;

use crate::error::unknown_value;
use crate::imports::rows::{pairs_to_json, parse_pairs};
use crate::shared::rows::convert_rows;
use crate::store::PgStore;
use schema::{import_keys, waiting_citations as waiting};

#[derive(Queryable, Selectable)]
#[diesel(table_name = waiting, check_for_backend(diesel::pg::Pg))]
struct WaitingRow {
    id: i32,
    import_id: Option<i32>,
    line: i32,
    kind: String,
    fields: Value,
    citation: Option<String>,
    email: Option<String>,
    license_number: Option<String>,
    license_state: Option<String>,
    plate: Option<String>,
    plate_state: Option<String>,
    candidate_id: Option<i32>,
    created_at: DateTime<Utc>,
    source: Option<String>,
    reason: Option<String>,
    ordinal: i32,
}

impl TryFrom<WaitingRow> for WaitingCitation {
    type Error = StoreError;

    fn try_from(row: WaitingRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: WaitingId(row.id),
            import: row.import_id.map(ImportId),
            source: row.source,
            reason: row.reason,
            kind: ImportKind::parse(&row.kind).ok_or_else(|| unknown_value("waiting_citations.kind"))?,
            candidate: row.candidate_id.map(UserId),
            plate: row.plate.zip(row.plate_state),
            license: row.license_number.zip(row.license_state),
            email: row.email,
            citation: row.citation,
            fields: parse_pairs(&row.fields),
            ordinal: row.ordinal.unsigned_abs(),
            created_at: row.created_at,
        })
    }
}

/// Converts a waiting citation to a line of its file.
fn to_staged_line(row: &WaitingRow) -> StagedLine {
    StagedLine {
        line: row.line,
        outcome: if row.candidate_id.is_some() { LineOutcome::Queued } else { LineOutcome::Unclaimed },
        user: row.candidate_id.map(UserId),
        fields: parse_pairs(&row.fields),
        problems: vec![],
        key: None,
        is_citation: row.citation.is_some(),
        item: None,
    }
}

/// Generates a query for citations that staff must decide on, or for citations that match no driver yet.
macro_rules! that_wait {
    ($rows:expr, $of:expr) => {{
        let rows = $rows.into_boxed();
        match $of {
            WaitReason::ForDecision => rows.filter(waiting::candidate_id.is_not_null()),
            WaitReason::ForDriver => rows.filter(waiting::candidate_id.is_null()),
        }
    }};
}

/// Proposes `user` as the driver of waiting citations that have no proposed driver yet and name the newly verified
/// detail `claim` (email, license or plate). Leaves out citations that staff declined for this driver. Returns the
/// number of changed citations.
fn set_candidate(connection: &mut PgConnection, user: &User, claim: Claim) -> QueryResult<usize> {
    let Some((number, state)) = user.claimed_detail(claim) else { return Ok(0) };
    let names = match claim {
        Claim::Email => "email = $2 AND $3 = ''",
        Claim::License => "license_number = $2 AND license_state = $3",
        Claim::Plate => "plate = $2 AND plate_state = $3",
    };
    // SQL: the claim decides the columns, which the query builder needs at compile time.
    sql_query(format!(
        "UPDATE waiting_citations SET candidate_id = $1
         WHERE candidate_id IS NULL AND {names} AND NOT $1 = ANY(declined)"
    ))
    .bind::<Integer, _>(user.id.0)
    .bind::<Text, _>(number)
    .bind::<Text, _>(state.unwrap_or_default())
    .execute(connection)
}

impl WaitingCitations for PgStore<'_> {
    fn stage_waiting_citations(
        &mut self,
        id: ImportId,
        kind: ImportKind,
        lines: &[NewWaitingCitation],
        staged_at: DateTime<Utc>,
    ) -> StoreResult<()> {
        if lines.is_empty() {
            return Ok(());
        }
        let rows: Vec<_> = lines
            .iter()
            .map(|line| {
                let (license, plate) =
                    (line.driver_identifiers.license.as_ref(), line.driver_identifiers.plate.as_ref());
                (
                    waiting::import_id.eq(id.0),
                    waiting::line.eq(line.line),
                    waiting::kind.eq(kind.as_str()),
                    waiting::fields.eq(pairs_to_json(&line.fields)),
                    waiting::key.eq(line.key.to_vec()),
                    waiting::citation.eq(&line.citation),
                    waiting::email.eq(&line.driver_identifiers.email),
                    waiting::license_number.eq(license.map(|(number, _)| number)),
                    waiting::license_state.eq(license.map(|(_, state)| state.name())),
                    waiting::plate.eq(plate.map(|(number, _)| number)),
                    waiting::plate_state.eq(plate.map(|(_, state)| state.name())),
                    waiting::candidate_id.eq(line.candidate.map(|user| user.0)),
                    waiting::ordinal.eq(line.ordinal.cast_signed()),
                    waiting::reason.eq(&line.reason),
                    waiting::created_at.eq(staged_at),
                )
            })
            .collect();
        self.execute(insert_into(waiting::table).values(rows))
    }

    fn delete_staged_waiting_citations(&mut self, id: ImportId) -> StoreResult<()> {
        let unconfirmed =
            waiting::table.filter(waiting::import_id.eq(id.0)).filter(waiting::stored_at.is_null());
        self.execute(delete(unconfirmed))
    }

    fn staged_waiting_citations(
        &mut self,
        id: ImportId,
        reason: WaitReason,
        page: Page,
    ) -> StoreResult<Paged<StagedLine>> {
        let (rows, total): (Vec<WaitingRow>, i64) = self.run(|connection| {
            let own =
                || waiting::table.filter(waiting::import_id.eq(id.0)).filter(waiting::stored_at.is_null());
            let rows = that_wait!(own(), reason)
                .order(waiting::line)
                .limit(page.limit)
                .offset(page.offset)
                .select(WaitingRow::as_select())
                .load(connection)?;
            Ok((rows, that_wait!(own(), reason).count().get_result(connection)?))
        })?;
        Ok(Paged::new(rows.iter().map(to_staged_line).collect(), total))
    }

    fn store_staged_waiting_citations(
        &mut self,
        id: ImportId,
        stored_at: DateTime<Utc>,
    ) -> StoreResult<usize> {
        self.run(|connection| {
            let other = alias!(waiting as other);
            let same = other
                .filter(other.field(waiting::kind).eq(waiting::kind))
                .filter(other.field(waiting::key).eq(waiting::key))
                .filter(other.field(waiting::stored_at).is_not_null());
            let staged =
                waiting::table.filter(waiting::import_id.eq(id.0)).filter(waiting::stored_at.is_null());
            let stored_count = update(staged.filter(not(exists(same))))
                .set(waiting::stored_at.eq(stored_at))
                .execute(connection)?;
            // SQL: the query builder has no UPDATE … FROM.
            sql_query(
                "UPDATE waiting_citations o SET candidate_id = w.candidate_id FROM waiting_citations w
                 WHERE w.import_id = $1 AND w.stored_at IS NULL AND o.kind = w.kind AND o.key = w.key
                   AND o.stored_at IS NOT NULL AND o.candidate_id IS NULL AND NOT w.candidate_id = ANY(o.declined)",
            )
            .bind::<Integer, _>(id.0)
            .execute(connection)?;
            delete(staged).execute(connection)?;
            Ok(stored_count)
        })
    }

    fn delete_waiting_citations_of_import(&mut self, id: ImportId) -> StoreResult<usize> {
        self.count_changed(delete(waiting::table.filter(waiting::import_id.eq(id.0))))
    }

    fn waiting_citations(
        &mut self,
        reason: WaitReason,
        candidate: Option<UserId>,
        page: Page,
    ) -> StoreResult<Paged<WaitingCitation>> {
        let (rows, total): (Vec<WaitingRow>, i64) = self.run(|connection| {
            let asked_for = || {
                let stored = that_wait!(waiting::table.filter(waiting::stored_at.is_not_null()), reason);
                match candidate {
                    Some(user) => stored.filter(waiting::candidate_id.eq(user.0)),
                    None => stored,
                }
            };
            let rows = asked_for()
                .order(waiting::id)
                .limit(page.limit)
                .offset(page.offset)
                .select(WaitingRow::as_select())
                .load(connection)?;
            Ok((rows, asked_for().count().get_result(connection)?))
        })?;
        Ok(Paged::new(convert_rows(rows)?, total))
    }

    fn lock_waiting_citations(&mut self, ids: &[WaitingId]) -> StoreResult<Vec<WaitingCitation>> {
        let ids: Vec<i32> = ids.iter().map(|id| id.0).collect();
        self.entities::<WaitingRow, _>(
            waiting::table
                .filter(waiting::id.eq_any(ids))
                .filter(waiting::stored_at.is_not_null())
                .order(waiting::id)
                .select(WaitingRow::as_select())
                .for_update(),
        )
    }

    fn delete_waiting_citation(&mut self, id: WaitingId) -> StoreResult<()> {
        self.execute(delete(waiting::table.find(id.0)))
    }

    fn decline_proposed_driver(&mut self, id: WaitingId) -> StoreResult<()> {
        let offered = waiting::table.find(id.0).filter(waiting::candidate_id.is_not_null());
        let declined = array_append(waiting::declined, waiting::candidate_id.assume_not_null());
        self.execute(
            update(offered).set((waiting::declined.eq(declined), waiting::candidate_id.eq(None::<i32>))),
        )
    }

    fn keys_of_waiting_citations(
        &mut self,
        kind: ImportKind,
        keys: &[[u8; 32]],
    ) -> StoreResult<Vec<[u8; 32]>> {
        let keys: Vec<&[u8]> = keys.iter().map(<[u8; 32]>::as_slice).collect();
        let found: Vec<Vec<u8>> = self.load(
            waiting::table
                .filter(waiting::kind.eq(kind.as_str()))
                .filter(waiting::key.eq_any(keys))
                .filter(waiting::stored_at.is_not_null())
                .select(waiting::key),
        )?;
        Ok(found.into_iter().filter_map(|key| key.try_into().ok()).collect())
    }

    fn declined_drivers(
        &mut self,
        kind: ImportKind,
        keys: &[[u8; 32]],
    ) -> StoreResult<Vec<([u8; 32], UserId)>> {
        let keys: Vec<&[u8]> = keys.iter().map(<[u8; 32]>::as_slice).collect();
        let rows: Vec<(Vec<u8>, Vec<i32>)> = self.load(
            waiting::table
                .filter(waiting::kind.eq(kind.as_str()))
                .filter(waiting::key.eq_any(keys))
                .filter(waiting::stored_at.is_not_null())
                .filter(waiting::declined.ne(Vec::<i32>::new()))
                .select((waiting::key, waiting::declined)),
        )?;
        let of = |(key, users): (Vec<u8>, Vec<i32>)| {
            let key = key.try_into().map_err(|_| unknown_value("waiting_citations.key"))?;
            Ok(users.into_iter().map(move |user| (key, UserId(user))))
        };
        Ok(rows.into_iter().map(of).collect::<StoreResult<Vec<_>>>()?.into_iter().flatten().collect())
    }

    fn propose_driver_for_waiting_citations(&mut self, user: &User, claim: Claim) -> StoreResult<usize> {
        self.run(|connection| set_candidate(connection, user, claim))
    }

    fn queue_source_citation(
        &mut self,
        source: &str,
        new: &NewWaitingCitation,
        queued_at: DateTime<Utc>,
    ) -> StoreResult<bool> {
        let plate = new.driver_identifiers.plate.as_ref();
        let added = self.run(|connection| {
            // SQL: the query builder's `= ANY` for array columns is deprecated.
            let offered = sql_query(
                "UPDATE waiting_citations SET candidate_id = $3
                 WHERE kind = $1 AND key = $2 AND stored_at IS NOT NULL AND candidate_id IS NULL
                   AND NOT $3 = ANY(declined)",
            )
            .bind::<Text, _>(ImportKind::Parking.as_str())
            .bind::<Binary, _>(new.key.as_slice())
            .bind::<Nullable<Integer>, _>(new.candidate.map(|user| user.0))
            .execute(connection)?;
            if offered > 0 {
                return Ok(offered);
            }
            insert_into(waiting::table)
                .values((
                    waiting::line.eq(new.line),
                    waiting::kind.eq(ImportKind::Parking.as_str()),
                    waiting::fields.eq(pairs_to_json(&new.fields)),
                    waiting::key.eq(new.key.to_vec()),
                    waiting::citation.eq(&new.citation),
                    waiting::plate.eq(plate.map(|(number, _)| number)),
                    waiting::plate_state.eq(plate.map(|(_, state)| state.name())),
                    waiting::candidate_id.eq(new.candidate.map(|user| user.0)),
                    waiting::created_at.eq(queued_at),
                    waiting::stored_at.eq(queued_at),
                    waiting::source.eq(source),
                    waiting::reason.eq(&new.reason),
                ))
                .on_conflict_do_nothing()
                .execute(connection)
        })?;
        Ok(added > 0)
    }

    fn store_import_key(
        &mut self,
        kind: ImportKind,
        key: [u8; 32],
        is_citation: bool,
        item: i32,
        import: Option<ImportId>,
    ) -> StoreResult<bool> {
        let added = self.count_changed(
            insert_into(import_keys::table)
                .values((
                    import_keys::kind.eq(kind.as_str()),
                    import_keys::key.eq(key.to_vec()),
                    import_keys::is_citation.eq(is_citation),
                    import_keys::item_id.eq(item),
                    import_keys::import_id.eq(import.map(|import| import.0)),
                ))
                .on_conflict_do_nothing(),
        )?;
        Ok(added > 0)
    }
}
