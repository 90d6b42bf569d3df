//! Photos and documents of items. Their names and pieces are encrypted before this module gets them.

use chrono::{DateTime, Utc};
use diesel::dsl::{count_star, exists, not};
use diesel::{
    ExpressionMethods, NullableExpressionMethods, QueryDsl, Queryable, RunQueryDsl, Selectable,
    SelectableHelper, delete, insert_into, update,
};
use domain::driving_record::item_file::{ItemFile, ItemId, Original, PIECE_BYTES};
use domain::shared::file_kind::FileKind;
use domain::shared::ids::UserId;
use ports::driving_record::files::{ContentDeletions, ItemFiles, NewItemFile};
use ports::shared::store_error::StoreResult;

use crate::error::unknown_value;
use crate::shared::item_columns::{about_item, item_columns, item_of_columns};
use crate::shared::rows::parse_word;
use crate::store::PgStore;
use schema::{content_deletions, file_keys, item_file_pieces, item_files, parking, tickets, tolls};

#[derive(Queryable, Selectable)]
#[diesel(table_name = item_files)]
struct FileRow {
    id: i64,
    user_id: i32,
    ticket_id: Option<i32>,
    parking_id: Option<i32>,
    toll_id: Option<i32>,
    is_from_staff: bool,
    kind: String,
    bytes: i64,
    sha256: Option<Vec<u8>>,
    stored_at: Option<DateTime<Utc>>,
    sealed_name: Vec<u8>,
    content_name: String,
    added_at: DateTime<Utc>,
}

impl FileRow {
    /// Returns the item that the file is attached to.
    fn item(&self) -> StoreResult<ItemId> {
        item_of_columns((self.ticket_id, self.parking_id, self.toll_id), "item_files.ticket_id")
    }

    /// Returns the facts about the stored original; `None` while the original is incomplete.
    fn original(&self) -> StoreResult<Option<Original>> {
        let (Some(sha256), Some(stored_at)) = (&self.sha256, self.stored_at) else { return Ok(None) };
        let sha256 = sha256.as_slice().try_into().map_err(|_| unknown_value("item_files.sha256"))?;
        Ok(Some(Original { sha256, stored_at }))
    }
}

/// A file, and the number of its stored pieces.
type Counted = (FileRow, Option<i64>);

/// Converts a row to a file. `pieces` is the number of the file's stored pieces; `None` if it has none.
fn to_file((row, pieces): Counted) -> StoreResult<ItemFile> {
    let original = row.original()?;
    let piece = i64::try_from(PIECE_BYTES).unwrap_or(i64::MAX);
    let in_pieces = pieces.unwrap_or_default().saturating_mul(piece).min(row.bytes);
    Ok(ItemFile {
        item: row.item()?,
        kind: parse_word("item_files.kind", &row.kind, FileKind::parse)?,
        received: if original.is_some() { row.bytes } else { in_pieces },
        original,
        id: row.id,
        user_id: UserId(row.user_id),
        is_from_staff: row.is_from_staff,
        bytes: row.bytes,
        sealed_name: row.sealed_name,
        content_name: row.content_name,
        added_at: row.added_at,
    })
}

fn to_files(rows: Vec<Counted>) -> StoreResult<Vec<ItemFile>> {
    rows.into_iter().map(to_file).collect()
}

/// Selects files, each with the number of its stored pieces.
macro_rules! counted {
    ($of:expr) => {
        $of.select((
            FileRow::as_select(),
            item_file_pieces::table
                .filter(item_file_pieces::file_id.eq(item_files::id))
                .select(count_star())
                .single_value(),
        ))
    };
}

impl ItemFiles for PgStore<'_> {
    fn file_key(&mut self, user: UserId) -> StoreResult<Option<Vec<u8>>> {
        self.first(file_keys::table.find(user.0).select(file_keys::sealed_key))
    }

    fn insert_file_key(&mut self, user: UserId, sealed: &[u8], created_at: DateTime<Utc>) -> StoreResult<()> {
        self.execute(
            insert_into(file_keys::table)
                .values((
                    file_keys::user_id.eq(user.0),
                    file_keys::sealed_key.eq(sealed),
                    file_keys::created_at.eq(created_at),
                ))
                .on_conflict_do_nothing(),
        )
    }

    fn insert_item_file(&mut self, new: &NewItemFile<'_>) -> StoreResult<ItemFile> {
        let (ticket, parking, toll) = item_columns(new.item);
        let row: FileRow = self.get_result(
            insert_into(item_files::table)
                .values((
                    item_files::user_id.eq(new.user_id.0),
                    item_files::ticket_id.eq(ticket),
                    item_files::parking_id.eq(parking),
                    item_files::toll_id.eq(toll),
                    item_files::is_from_staff.eq(new.is_from_staff),
                    item_files::kind.eq(new.kind.as_str()),
                    item_files::bytes.eq(new.bytes),
                    item_files::sha256.eq(new.original.map(|original| original.sha256.as_slice())),
                    item_files::stored_at.eq(new.original.map(|original| original.stored_at)),
                    item_files::sealed_name.eq(new.sealed_name),
                    item_files::content_name.eq(new.content_name),
                    item_files::added_at.eq(new.added_at),
                ))
                .returning(FileRow::as_returning()),
        )?;
        to_file((row, None))
    }

    fn item_files(&mut self, item: ItemId) -> StoreResult<Vec<ItemFile>> {
        let ordered = item_files::table.order(item_files::id);
        let rows: Vec<Counted> = self.run(
            |connection| about_item!(item_files, ordered, item, files => counted!(files).load(connection)),
        )?;
        to_files(rows)
    }

    fn item_files_of(&mut self, user: UserId) -> StoreResult<Vec<ItemFile>> {
        let rows: Vec<Counted> = self
            .load(counted!(item_files::table.filter(item_files::user_id.eq(user.0)).order(item_files::id)))?;
        to_files(rows)
    }

    fn current_item_files_of(&mut self, user: UserId) -> StoreResult<Vec<ItemFile>> {
        let removed_ticket = tickets::table
            .filter(tickets::id.nullable().eq(item_files::ticket_id))
            .filter(tickets::removed_at.is_not_null());
        let removed_parking = parking::table
            .filter(parking::id.nullable().eq(item_files::parking_id))
            .filter(parking::removed_at.is_not_null());
        let removed_toll = tolls::table
            .filter(tolls::id.nullable().eq(item_files::toll_id))
            .filter(tolls::removed_at.is_not_null());
        let current = item_files::table
            .filter(item_files::user_id.eq(user.0))
            .filter(not(exists(removed_ticket)))
            .filter(not(exists(removed_parking)))
            .filter(not(exists(removed_toll)))
            .order(item_files::id);
        let rows: Vec<Counted> = self.load(counted!(current))?;
        to_files(rows)
    }

    fn move_item_files(&mut self, from: ItemId, to: ItemId) -> StoreResult<()> {
        let (ticket, parking, toll) = item_columns(to);
        let moved = (
            item_files::ticket_id.eq(ticket),
            item_files::parking_id.eq(parking),
            item_files::toll_id.eq(toll),
        );
        self.run(|connection| {
            about_item!(item_files, item_files::table, from, files => update(files).set(moved).execute(connection))
        })?;
        Ok(())
    }

    fn item_file(&mut self, id: i64) -> StoreResult<Option<ItemFile>> {
        let row: Option<Counted> = self.first(counted!(item_files::table.find(id)))?;
        row.map(to_file).transpose()
    }

    fn lock_item_file(&mut self, id: i64) -> StoreResult<Option<ItemFile>> {
        // The pieces are counted by a second statement. The first one may wait for the lock, and wouldn't
        // count pieces that were added during the wait.
        let locked: Option<i64> =
            self.first(item_files::table.find(id).select(item_files::id).for_update())?;
        locked.map_or(Ok(None), |id| self.item_file(id))
    }

    fn insert_file_piece(&mut self, file: i64, number: i32, sealed: &[u8]) -> StoreResult<()> {
        self.execute(insert_into(item_file_pieces::table).values((
            item_file_pieces::file_id.eq(file),
            item_file_pieces::number.eq(number),
            item_file_pieces::sealed.eq(sealed),
        )))
    }

    fn file_pieces(&mut self, file: i64) -> StoreResult<Vec<Vec<u8>>> {
        self.load(
            item_file_pieces::table
                .filter(item_file_pieces::file_id.eq(file))
                .order(item_file_pieces::number)
                .select(item_file_pieces::sealed),
        )
    }

    fn delete_file_pieces(&mut self, file: i64) -> StoreResult<()> {
        let pieces = item_file_pieces::table.filter(item_file_pieces::file_id.eq(file));
        self.execute(delete(pieces))
    }

    fn set_original(&mut self, file: i64, kind: FileKind, original: &Original) -> StoreResult<()> {
        self.execute(update(item_files::table.find(file)).set((
            item_files::kind.eq(kind.as_str()),
            item_files::sha256.eq(original.sha256.as_slice()),
            item_files::stored_at.eq(original.stored_at),
        )))
    }

    fn delete_item_file(&mut self, id: i64) -> StoreResult<()> {
        self.execute(delete(item_files::table.find(id)))
    }
}

impl ContentDeletions for PgStore<'_> {
    fn plan_content_deletion(&mut self, content_name: &str, due_at: DateTime<Utc>) -> StoreResult<()> {
        self.execute(
            insert_into(content_deletions::table)
                .values((
                    content_deletions::content_name.eq(content_name),
                    content_deletions::due_at.eq(due_at),
                ))
                .on_conflict_do_nothing(),
        )
    }

    fn cancel_content_deletion(&mut self, content_name: &str) -> StoreResult<()> {
        self.execute(delete(content_deletions::table.find(content_name)))
    }

    fn due_content_deletions(&mut self, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<String>> {
        self.load(
            content_deletions::table
                .filter(content_deletions::due_at.le(now))
                .order(content_deletions::due_at)
                .limit(limit)
                .select(content_deletions::content_name),
        )
    }
}
