//! Imports of items from files: the files, their rows before items are created from these rows, and the keys by which
//! duplicate rows are recognized.

use chrono::{DateTime, NaiveDate, Utc};
use domain::imports::import::{ImportKind, ImportStatus, LineOutcome};
use domain::imports::line::DriverIdentifiers;
use domain::imports::matching::FoundDrivers;
use domain::shared::ids::{ImportId, TicketId, UserId};

use crate::shared::paging::{Page, Paged};
use crate::shared::store_error::StoreResult;

/// A column of an import file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileColumn {
    /// The header as written in the file.
    pub header: String,
    /// The first cells of the column.
    pub samples: Vec<String>,
}

/// A file to store. The file stays in the database until its import ends.
pub struct NewImport<'a> {
    /// The kind of the file's items.
    pub kind: ImportKind,
    /// File name, as the browser sent it.
    pub file_name: &'a str,
    /// The file's columns, with sample cells.
    pub columns: &'a [FileColumn],
    /// Number of rows, not counting the header.
    pub total: i32,
    /// Content of the file.
    pub content: &'a [u8],
    /// The staff member who uploads the file.
    pub by: UserId,
    /// When the staff member uploads the file.
    pub at: DateTime<Utc>,
}

/// An import of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// Id of the import in Lanewise.
    pub id: ImportId,
    /// The kind of the file's items.
    pub kind: ImportKind,
    /// Status of the import.
    pub status: ImportStatus,
    /// File name, as the browser sent it.
    pub file_name: String,
    /// The file's columns; empty once the import no longer needs them.
    pub columns: Vec<FileColumn>,
    /// The field of the item that each column contains, or `None` for a column that is ignored. The list is `None`
    /// until staff choose the fields.
    pub mapping: Option<Vec<Option<String>>>,
    /// Numbers of rows, in total and by result.
    pub counts: LineCounts,
    /// Number of items that were stored.
    pub stored: i32,
    /// First and last id of the stored items; `None` if no items were stored.
    pub items: Option<(i32, i32)>,
    /// Why the import failed, as a sentence; `None` if it didn't fail.
    pub message: Option<String>,
    /// The staff member who uploaded the file.
    pub by: UserId,
    /// Name or email address of the staff member who uploaded the file.
    pub by_name: String,
    /// When the file was uploaded.
    pub created_at: DateTime<Utc>,
    /// The staff member who confirmed the import; `None` before that.
    pub confirmed_by: Option<UserId>,
    /// When the import ended, successfully or not; `None` before that.
    pub ended_at: Option<DateTime<Utc>>,
    /// Number of days that are added to a row's date to estimate a missing due date; `None` to estimate none.
    pub due_days: Option<i32>,
    /// The issuer of rows that don't name an issuer; `None` if such rows get no issuer.
    pub issuer: Option<String>,
    /// Whether staff chose to import the valid rows even though other rows are invalid. Staff can then
    /// download the invalid rows.
    pub stores_valid_lines_only: bool,
    /// When staff undid the import, which deleted its items; `None` if they didn't.
    pub undone_at: Option<DateTime<Utc>>,
}

/// Numbers of rows, by their result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are self-explanatory")]
pub struct LineCounts {
    pub total: i32,
    pub done: i32,
    pub new: i32,
    pub existing: i32,
    pub bad: i32,
    /// New rows with an amount above [`domain::driving_record::amount::CONFIRM_ABOVE`].
    pub large: i32,
    /// New rows whose amount is not a number, so their fine is estimated.
    pub estimated: i32,
    /// Rows that staff must assign to a driver.
    pub queued: i32,
    /// Rows that no driver matches.
    pub unclaimed: i32,
}

/// Returns the name for the cells of a column that contains no field: a number sign and the column's
/// position, starting at 0. A field's name never has a number sign.
pub fn unmapped_column_name(index: usize) -> String {
    format!("#{index}")
}

/// Whether a cell's name was created by [`unmapped_column_name`].
pub fn is_unmapped_column(name: &str) -> bool {
    name.starts_with('#')
}

/// A row of a file that was read and isn't stored as an item yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StagedLine {
    /// Line number in the file, as in a text editor.
    pub line: i32,
    /// Result of reading the row.
    pub outcome: LineOutcome,
    /// The driver, or the driver proposed for a citation to review; `None` for an invalid row or if no driver matches.
    pub user: Option<UserId>,
    /// Fields of the item, each with its name in the API. For an invalid row: the row's cells, each with the
    /// name of its column or with [`unmapped_column_name`].
    pub fields: Vec<(String, String)>,
    /// Errors of the row, each with the column's name, such as `due_date`, and a sentence for staff.
    pub problems: Vec<(String, String)>,
    /// Key by which a duplicate of the row is recognized; `None` for an invalid row or a row that waits for a driver.
    pub key: Option<[u8; 32]>,
    /// Whether the key was computed from the issuer's citation number.
    pub is_citation: bool,
    /// The existing item that the row duplicates, if there is one.
    pub item: Option<i32>,
}

impl StagedLine {
    /// Returns the text of the field with this name; `None` if the row has no such field.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(field, _)| field == name).map(|(_, text)| text.as_str())
    }

    /// Returns the item's amount as written in the file; `None` if the row has no amount.
    pub fn amount(&self) -> Option<&str> {
        self.field("amount")
    }
}

/// A stored item that a row may duplicate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the items")]
pub struct FiledItem {
    pub id: i32,
    pub user: UserId,
    pub label: String,
    pub date: NaiveDate,
    pub time: Option<String>,
    pub location: Option<String>,
    pub amount: String,
    /// Whether the item was imported with an issuer's citation number.
    pub has_citation: bool,
}

/// Ids and number of the items that an import stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoredItems {
    /// Number of items that were stored.
    pub count: i32,
    /// First and last id of the items; `None` without items.
    pub ids: Option<(i32, i32)>,
}

/// A new row with a citation number and an issuer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCitation {
    /// The citation number as written in the file.
    pub number: String,
    /// Issuer of the citation, as the file spells it.
    pub issuer: String,
}

/// Imports in the database.
pub trait Imports {
    /// Stores a file and creates its import.
    fn insert_import(&mut self, new: &NewImport<'_>) -> StoreResult<Import>;
    /// Returns an import by its id.
    fn import(&mut self, id: ImportId) -> StoreResult<Option<Import>>;
    /// Locks an import until the transaction ends.
    fn lock_import(&mut self, id: ImportId) -> StoreResult<Option<Import>>;
    /// Returns imports, newest first.
    fn imports(&mut self, page: Page) -> StoreResult<Paged<Import>>;
    /// Counts the imports by all staff members that haven't ended.
    fn count_open_imports(&mut self) -> StoreResult<i64>;
    /// Returns up to `length` bytes of an import's file, starting at the zero-based offset `start`;
    /// `None` if the file doesn't exist.
    fn import_piece(&mut self, id: ImportId, start: i32, length: i32) -> StoreResult<Option<Vec<u8>>>;
    /// Changes an import's status if its current status is in `allowed`; otherwise returns `false`. Also sets the
    /// progress to 0, and stores `mapping` (the field in each column), if given. For a change to `Storing`,
    /// `changed_by` is the staff member who confirms the import.
    fn change_import_status(
        &mut self,
        id: ImportId,
        allowed: &[ImportStatus],
        new_status: ImportStatus,
        mapping: Option<&[Option<&'static str>]>,
        changed_by: Option<UserId>,
    ) -> StoreResult<bool>;
    /// Stores the number of days that are added to a row's date to estimate a missing due date, and the issuer of
    /// rows that don't name an issuer.
    fn set_import_defaults(
        &mut self,
        id: ImportId,
        due_days: Option<i32>,
        issuer: Option<&str>,
    ) -> StoreResult<()>;
    /// Records whether staff chose to import the valid rows even if other rows are invalid.
    fn set_stores_valid_lines_only(&mut self, id: ImportId, valid_lines_only: bool) -> StoreResult<()>;
    /// Counts the items of an import that can't be deleted, such as paid items. Locks all items of the import
    /// until the transaction ends.
    fn lock_and_count_undeletable_items(&mut self, import: &Import) -> StoreResult<i64>;
    /// Deletes the items that an import created, its keys that recognize duplicates, and its invalid rows for download.
    /// Returns the number of deleted items.
    fn undo_import(&mut self, import: &Import, undone_at: DateTime<Utc>) -> StoreResult<usize>;
    /// Deletes the invalid rows that are stored for download and belong to imports that ended before this time.
    /// Returns the number of these imports.
    fn delete_old_invalid_lines(&mut self, before: DateTime<Utc>) -> StoreResult<usize>;
    /// Deletes the rows that the check has read so far, so that the check can start over.
    fn delete_staged_lines(&mut self, id: ImportId) -> StoreResult<()>;
    /// Adds rows (`lines`) that the check has read, and stores its progress, `counts`. Returns `false` if the
    /// import is no longer being checked.
    fn stage_lines(&mut self, id: ImportId, lines: &[StagedLine], counts: LineCounts) -> StoreResult<bool>;
    /// Returns an import's rows in the file's order. If a result is given, returns only rows with that result.
    /// Rows that become waiting citations are stored separately (`WaitingCitations::staged_waiting_citations`).
    fn staged_lines(
        &mut self,
        id: ImportId,
        outcome: Option<LineOutcome>,
        page: Page,
    ) -> StoreResult<Paged<StagedLine>>;
    /// Returns up to `limit` invalid rows with line numbers above `after`, for the download of rows with errors.
    fn invalid_lines_after(&mut self, id: ImportId, after: i32, limit: i64) -> StoreResult<Vec<StagedLine>>;
    /// Returns the line number of the last row in the next batch: the import's first `count` rows (or fewer,
    /// if fewer are left) after the line `after`. `None` if no row follows.
    fn last_line_of_next_batch(&mut self, id: ImportId, after: i32, count: i32) -> StoreResult<Option<i32>>;
    /// Stores how many rows have been stored so far. Must not be called on the connection of the transaction that
    /// stores the rows, because the page must see the progress before that transaction ends.
    fn set_import_progress(&mut self, id: ImportId, done: i32) -> StoreResult<()>;
    /// Waits until no other import is being stored, and locks storing until the transaction ends. Also locks
    /// the accounts of the drivers of new rows, and returns how many of these accounts are closed.
    fn lock_for_storing_and_count_closed_accounts(&mut self, id: ImportId) -> StoreResult<i64>;
    /// Returns the citations of the new rows in the range `lines`, which excludes its first row and includes
    /// its last. Skips rows without a number or issuer. Also skips rows whose key was stored in the meantime,
    /// because these rows create no item.
    fn new_citations(
        &mut self,
        id: ImportId,
        kind: ImportKind,
        lines: (i32, i32),
    ) -> StoreResult<Vec<NewCitation>>;
    /// Creates items from the new rows in the range `lines`, which excludes its first row and includes its last. A row
    /// is skipped if its item was created since the check. Also stores the keys of rows whose items existed before.
    fn store_lines(
        &mut self,
        id: ImportId,
        kind: ImportKind,
        lines: (i32, i32),
        stored_at: DateTime<Utc>,
    ) -> StoreResult<StoredItems>;
    /// Returns the tickets that an import created and that have an issuer, ordered by id.
    fn imported_tickets(&mut self, id: ImportId) -> StoreResult<Vec<TicketId>>;
    /// Completes an import: stores the result, and deletes the file and its rows, except invalid
    /// rows for download. Returns `false` if the import is no longer being stored.
    fn finish_import(
        &mut self,
        id: ImportId,
        stored: StoredItems,
        finished_at: DateTime<Utc>,
    ) -> StoreResult<bool>;
    /// Ends an import without storing items, and deletes its file and rows; `false` if its current
    /// status isn't in `allowed`.
    fn end_import(
        &mut self,
        id: ImportId,
        allowed: &[ImportStatus],
        new_status: ImportStatus,
        message: Option<&str>,
        ended_at: DateTime<Utc>,
    ) -> StoreResult<bool>;
    /// Cancels unconfirmed imports whose file was uploaded before this time. Returns how many were canceled.
    fn end_stale_imports(&mut self, before: DateTime<Utc>, ended_at: DateTime<Utc>) -> StoreResult<usize>;
    /// Finds the drivers that rows name. Returns one result for each row, in order. The number of queries doesn't
    /// depend on the number of rows. For each detail, returns the driver and whether the detail is verified. If
    /// several users have a detail and it isn't verified for any of them, returns no driver for it.
    fn find_drivers(&mut self, named: &[DriverIdentifiers]) -> StoreResult<Vec<FoundDrivers>>;
    /// Returns the keys in `keys` that are already stored, each with the id of its item.
    fn items_by_import_key(
        &mut self,
        kind: ImportKind,
        keys: &[[u8; 32]],
    ) -> StoreResult<Vec<([u8; 32], i32)>>;
    /// For each pair of a driver and a day, returns the driver's items of that day. Leaves out
    /// removed items and items that are being checked.
    fn items_by_driver_and_day(
        &mut self,
        kind: ImportKind,
        days: &[(UserId, NaiveDate)],
    ) -> StoreResult<Vec<FiledItem>>;
    /// Returns the items with these ids, except those that staff have removed.
    fn items_with_ids(&mut self, kind: ImportKind, ids: &[i32]) -> StoreResult<Vec<FiledItem>>;
}
