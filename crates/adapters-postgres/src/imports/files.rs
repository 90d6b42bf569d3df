//! Uploaded files, and the states of their imports.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::dsl::sql;
use diesel::sql_types::{Binary, Integer, Text};
use diesel::{
    Connection, ExpressionMethods, JoinOnDsl, OptionalExtension, QueryDsl, RunQueryDsl, SelectableHelper,
    delete, insert_into, sql_query, update,
};
use domain::imports::import::{ImportKind, ImportStatus, LineOutcome};
use domain::imports::line::DriverIdentifiers;
use domain::imports::matching::FoundDrivers;
use domain::shared::ids::{ImportId, TicketId, UserId};
use ports::imports::files::{
    FiledItem, Import, Imports, LineCounts, NewCitation, NewImport, StagedLine, StoredItems,
};
use ports::shared::paging::{Page, Paged};
use ports::shared::store_error::StoreResult;
use serde_json::{Value, json};

use crate::error::unknown_value;
use crate::imports::rows::{
    ImportRow, LineRow, NAME, mapping_to_json, pairs_to_json, status_names, to_import, to_line,
};
use crate::shared::search::without_nul;
use crate::store::PgStore;
use schema::{import_files, import_lines, import_pieces, imports, users};

diesel::define_sql_function! {
    /// Returns `length` bytes, starting with byte number `first`. The first byte has number 1.
    fn substring(bytes: Binary, first: Integer, length: Integer) -> Binary;
}

/// Copies a file's pieces into one column, because servers of release 0.1 can't read pieces. Otherwise, an
/// import that such a server processes would stay in status `checking` forever.
const IN_ONE_PIECE: &str = "
    INSERT INTO import_files (import_id, content)
    SELECT import_id, string_agg(content, ''::bytea ORDER BY number) FROM import_pieces WHERE import_id = $1 GROUP BY import_id";

/// Maximum size of a piece of a file, in bytes.
const PIECE_BYTES: usize = 256 * 1024;
/// [`PIECE_BYTES`] as an `i32`, for SQL.
const PIECE: i32 = 256 * 1024;

impl Imports for PgStore<'_> {
    fn insert_import(&mut self, new: &NewImport<'_>) -> StoreResult<Import> {
        let columns: Value = new
            .columns
            .iter()
            .map(|column| {
                let samples: Vec<String> = column.samples.iter().map(|text| without_nul(text)).collect();
                json!({"header": without_nul(&column.header), "samples": samples})
            })
            .collect();
        let id: i32 = self.run(|connection| {
            let id: i32 = insert_into(imports::table)
                .values((
                    imports::kind.eq(new.kind.as_str()),
                    imports::status.eq(ImportStatus::Uploaded.as_str()),
                    imports::file_name.eq(new.file_name),
                    imports::file_columns.eq(columns),
                    imports::total_lines.eq(new.total),
                    imports::created_by.eq(new.by.0),
                    imports::created_at.eq(new.at),
                ))
                .returning(imports::id)
                .get_result(connection)?;
            for (number, piece) in (0..).zip(new.content.chunks(PIECE_BYTES)) {
                insert_into(import_pieces::table)
                    .values((
                        import_pieces::import_id.eq(id),
                        import_pieces::number.eq(number),
                        import_pieces::content.eq(piece),
                    ))
                    .execute(connection)?;
            }
            // SQL: the query builder has no string_agg.
            sql_query(IN_ONE_PIECE).bind::<Integer, _>(id).execute(connection)?;
            Ok(id)
        })?;
        self.import(ImportId(id))?.ok_or_else(|| unknown_value("imports.id"))
    }

    fn import(&mut self, id: ImportId) -> StoreResult<Option<Import>> {
        let row: Option<(ImportRow, String)> = self.first(
            imports::table
                .inner_join(users::table.on(users::id.eq(imports::created_by)))
                .filter(imports::id.eq(id.0))
                .select((ImportRow::as_select(), sql::<Text>(NAME))),
        )?;
        row.map(to_import).transpose()
    }

    fn lock_import(&mut self, id: ImportId) -> StoreResult<Option<Import>> {
        let row = imports::table.find(id.0).select(imports::id).for_no_key_update();
        self.first::<i32>(row)?;
        self.import(id)
    }

    fn imports(&mut self, page: Page) -> StoreResult<Paged<Import>> {
        let (rows, total): (Vec<(ImportRow, String)>, i64) = self.run(|connection| {
            let rows = imports::table
                .inner_join(users::table.on(users::id.eq(imports::created_by)))
                .order(imports::id.desc())
                .limit(page.limit)
                .offset(page.offset)
                .select((ImportRow::as_select(), sql::<Text>(NAME)))
                .load(connection)?;
            Ok((rows, imports::table.count().get_result(connection)?))
        })?;
        Ok(Paged::new(rows.into_iter().map(to_import).collect::<StoreResult<_>>()?, total))
    }

    fn count_open_imports(&mut self) -> StoreResult<i64> {
        self.get_result(imports::table.filter(imports::ended_at.is_null()).count())
    }

    fn import_piece(&mut self, id: ImportId, start: i32, length: i32) -> StoreResult<Option<Vec<u8>>> {
        self.run(|connection| {
            let piece = substring(import_pieces::content, start % PIECE + 1, length);
            let found: Option<Vec<u8>> = import_pieces::table
                .find((id.0, start / PIECE))
                .select(piece)
                .first(connection)
                .optional()?;
            if found.is_some() {
                return Ok(found);
            }
            // Earlier releases stored a whole file in the column `content`, so the piece is cut
            // out of this column.
            let piece = substring(import_files::content, start + 1, length);
            import_files::table.find(id.0).select(piece).first(connection).optional()
        })
    }

    fn change_import_status(
        &mut self,
        id: ImportId,
        allowed: &[ImportStatus],
        new_status: ImportStatus,
        mapping: Option<&[Option<&'static str>]>,
        changed_by: Option<UserId>,
    ) -> StoreResult<bool> {
        let moved = self.count_changed(
            update(imports::table.find(id.0).filter(imports::status.eq_any(status_names(allowed)))).set((
                imports::status.eq(new_status.as_str()),
                imports::done_lines.eq(0),
                mapping.map(|names| imports::mapping.eq(mapping_to_json(names))),
                changed_by.map(|changed_by| imports::confirmed_by.eq(changed_by.0)),
            )),
        )?;
        Ok(moved > 0)
    }

    fn set_import_defaults(
        &mut self,
        id: ImportId,
        due_days: Option<i32>,
        issuer: Option<&str>,
    ) -> StoreResult<()> {
        self.execute(
            update(imports::table.find(id.0))
                .set((imports::due_days.eq(due_days), imports::issuer.eq(issuer))),
        )
    }

    fn set_stores_valid_lines_only(&mut self, id: ImportId, valid_lines_only: bool) -> StoreResult<()> {
        let own = imports::table.find(id.0);
        self.execute(update(own).set(imports::sets_aside.eq(valid_lines_only)))
    }

    fn lock_and_count_undeletable_items(&mut self, import: &Import) -> StoreResult<i64> {
        self.run(|connection| crate::imports::undoing::lock_and_count_undeletable(connection, import))
    }

    fn undo_import(&mut self, import: &Import, undone_at: DateTime<Utc>) -> StoreResult<usize> {
        self.run(|connection| crate::imports::undoing::undo_import(connection, import, undone_at))
    }

    fn delete_old_invalid_lines(&mut self, before: DateTime<Utc>) -> StoreResult<usize> {
        self.run(|connection| crate::imports::undoing::delete_old_invalid_lines(connection, before))
    }

    fn delete_staged_lines(&mut self, id: ImportId) -> StoreResult<()> {
        self.execute(delete(import_lines::table.filter(import_lines::import_id.eq(id.0))))
    }

    fn stage_lines(&mut self, id: ImportId, lines: &[StagedLine], counts: LineCounts) -> StoreResult<bool> {
        self.run(|connection| {
            let checking =
                imports::table.find(id.0).filter(imports::status.eq(ImportStatus::Checking.as_str()));
            let is_on = update(checking)
                .set((
                    imports::done_lines.eq(counts.done),
                    imports::new_lines.eq(counts.new),
                    imports::existing_lines.eq(counts.existing),
                    imports::bad_lines.eq(counts.bad),
                    imports::large_lines.eq(counts.large),
                    imports::estimated_lines.eq(counts.estimated),
                    imports::queued_lines.eq(counts.queued),
                    imports::unclaimed_lines.eq(counts.unclaimed),
                ))
                .execute(connection)?
                > 0;
            if is_on && !lines.is_empty() {
                let rows: Vec<_> = lines
                    .iter()
                    .map(|line| {
                        (
                            import_lines::import_id.eq(id.0),
                            import_lines::line.eq(line.line),
                            import_lines::outcome.eq(line.outcome.as_str()),
                            import_lines::user_id.eq(line.user.map(|user| user.0)),
                            import_lines::fields.eq(pairs_to_json(&line.fields)),
                            import_lines::problems.eq(pairs_to_json(&line.problems)),
                            import_lines::key.eq(line.key.map(|key| key.to_vec())),
                            import_lines::is_citation.eq(line.is_citation),
                            import_lines::item_id.eq(line.item),
                        )
                    })
                    .collect();
                insert_into(import_lines::table).values(rows).execute(connection)?;
            }
            Ok(is_on)
        })
    }

    fn staged_lines(
        &mut self,
        id: ImportId,
        outcome: Option<LineOutcome>,
        page: Page,
    ) -> StoreResult<Paged<StagedLine>> {
        let (rows, total): (Vec<LineRow>, i64) = self.run(|connection| {
            let wanted = || {
                let all = import_lines::table.filter(import_lines::import_id.eq(id.0)).into_boxed();
                match outcome {
                    Some(outcome) => all.filter(import_lines::outcome.eq(outcome.as_str())),
                    None => all,
                }
            };
            let rows = wanted()
                .order(import_lines::line)
                .limit(page.limit)
                .offset(page.offset)
                .select(LineRow::as_select())
                .load(connection)?;
            Ok((rows, wanted().count().get_result(connection)?))
        })?;
        Ok(Paged::new(rows.into_iter().map(to_line).collect::<StoreResult<_>>()?, total))
    }

    fn invalid_lines_after(&mut self, id: ImportId, after: i32, limit: i64) -> StoreResult<Vec<StagedLine>> {
        let rows: Vec<LineRow> = self.load(
            import_lines::table
                .filter(import_lines::import_id.eq(id.0))
                .filter(import_lines::outcome.eq(LineOutcome::Invalid.as_str()))
                .filter(import_lines::line.gt(after))
                .order(import_lines::line)
                .limit(limit)
                .select(LineRow::as_select()),
        )?;
        rows.into_iter().map(to_line).collect()
    }

    fn last_line_of_next_batch(&mut self, id: ImportId, after: i32, count: i32) -> StoreResult<Option<i32>> {
        self.run(|connection| crate::imports::storing::last_line_of_next_batch(connection, id, after, count))
    }

    fn set_import_progress(&mut self, id: ImportId, done: i32) -> StoreResult<()> {
        let storing = imports::table.find(id.0).filter(imports::status.eq(ImportStatus::Storing.as_str()));
        self.execute(update(storing).set(imports::done_lines.eq(done)))
    }

    fn lock_for_storing_and_count_closed_accounts(&mut self, id: ImportId) -> StoreResult<i64> {
        self.run(|connection| {
            crate::imports::storing::lock_for_storing_and_count_closed_accounts(connection, id)
        })
    }

    fn new_citations(
        &mut self,
        id: ImportId,
        kind: ImportKind,
        lines: (i32, i32),
    ) -> StoreResult<Vec<NewCitation>> {
        self.run(|connection| crate::imports::storing::new_citations(connection, id, kind, lines))
    }

    fn store_lines(
        &mut self,
        id: ImportId,
        kind: ImportKind,
        lines: (i32, i32),
        stored_at: DateTime<Utc>,
    ) -> StoreResult<StoredItems> {
        self.run(|connection| crate::imports::storing::store_items(connection, id, kind, lines, stored_at))
    }

    fn imported_tickets(&mut self, id: ImportId) -> StoreResult<Vec<TicketId>> {
        self.run(|connection| crate::imports::storing::imported_tickets(connection, id))
    }

    fn finish_import(
        &mut self,
        id: ImportId,
        stored: StoredItems,
        finished_at: DateTime<Utc>,
    ) -> StoreResult<bool> {
        self.run(|connection| crate::imports::storing::finish_storing(connection, id, stored, finished_at))
    }

    fn end_import(
        &mut self,
        id: ImportId,
        allowed: &[ImportStatus],
        new_status: ImportStatus,
        message: Option<&str>,
        ended_at: DateTime<Utc>,
    ) -> StoreResult<bool> {
        self.run(|connection| {
            let ended =
                update(imports::table.find(id.0).filter(imports::status.eq_any(status_names(allowed))))
                    .set((
                        imports::status.eq(new_status.as_str()),
                        imports::message.eq(message),
                        imports::file_columns.eq(json!([])),
                        imports::ended_at.eq(ended_at),
                    ))
                    .execute(connection)?;
            if ended > 0 {
                crate::imports::storing::delete_file_and_lines(connection, id.0)?;
            }
            Ok(ended > 0)
        })
    }

    fn end_stale_imports(&mut self, before: DateTime<Utc>, ended_at: DateTime<Utc>) -> StoreResult<usize> {
        self.run(|connection| {
            let stale = imports::table
                .filter(imports::ended_at.is_null())
                .filter(imports::created_at.lt(before))
                .filter(imports::status.ne(ImportStatus::Storing.as_str()));
            let ids: Vec<i32> = stale.select(imports::id).load(connection)?;
            let mut canceled = 0;
            // Each import is canceled in its own transaction, so that a failure doesn't affect the other imports. The
            // failed import is retried later.
            for id in &ids {
                let ended = connection.transaction(|connection| {
                    let is_open = imports::table.find(id).filter(imports::ended_at.is_null());
                    let ended = update(is_open.filter(imports::status.ne(ImportStatus::Storing.as_str())))
                        .set((
                            imports::status.eq(ImportStatus::Cancelled.as_str()),
                            imports::file_columns.eq(json!([])),
                            imports::ended_at.eq(ended_at),
                        ))
                        .execute(connection)?;
                    if ended > 0 {
                        crate::imports::storing::delete_file_and_lines(connection, *id)?;
                    }
                    Ok::<_, diesel::result::Error>(ended)
                });
                match ended {
                    Ok(ended) => canceled += ended,
                    Err(error) => {
                        tracing::warn!(import = id, %error, "could not cancel a stale import; will retry")
                    }
                }
            }
            Ok(canceled)
        })
    }

    fn find_drivers(&mut self, named: &[DriverIdentifiers]) -> StoreResult<Vec<FoundDrivers>> {
        self.run(|connection| crate::imports::matching::find_drivers(connection, named))
    }

    fn items_by_import_key(
        &mut self,
        kind: ImportKind,
        keys: &[[u8; 32]],
    ) -> StoreResult<Vec<([u8; 32], i32)>> {
        self.run(|connection| crate::imports::matching::find_items_by_key(connection, kind, keys))
    }

    fn items_by_driver_and_day(
        &mut self,
        kind: ImportKind,
        days: &[(UserId, NaiveDate)],
    ) -> StoreResult<Vec<FiledItem>> {
        self.run(|connection| crate::imports::matching::find_items_on_days(connection, kind, days))
    }

    fn items_with_ids(&mut self, kind: ImportKind, ids: &[i32]) -> StoreResult<Vec<FiledItem>> {
        self.run(|connection| crate::imports::matching::items_with_ids(connection, kind, ids))
    }
}
