//! Importing items from files: the files, their lines before they become items, and the keys that recognize them.

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

/// A file to store until its import ends.
pub struct NewImport<'a> {
    /// The kind of the file's items.
    pub kind: ImportKind,
    /// File name, as the browser sent it.
    pub file_name: &'a str,
    /// The file's columns, with sample cells.
    pub columns: &'a [FileColumn],
    /// Number of lines without the header.
    pub total: i32,
    /// Content of the file.
    pub content: &'a [u8],
    /// The staff member who uploads it.
    pub by: UserId,
    /// When it is uploaded.
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
    /// The file's columns; empty once the import has ended.
    pub columns: Vec<FileColumn>,
    /// The meaning of each column; `None` until staff chose them.
    pub mapping: Option<Vec<Option<String>>>,
    /// Numbers of lines, in total and by result.
    pub counts: Counts,
    /// Number of items that were stored.
    pub stored: i32,
    /// First and last id of the stored items.
    pub items: Option<(i32, i32)>,
    /// Why the import failed, as a sentence.
    pub message: Option<String>,
    /// The staff member who uploaded it.
    pub by: UserId,
    /// Name or email address of the staff member who uploaded it.
    pub by_name: String,
    /// When it was uploaded.
    pub created_at: DateTime<Utc>,
    /// The staff member who confirmed it.
    pub confirmed_by: Option<UserId>,
    /// When it ended, successfully or not.
    pub ended_at: Option<DateTime<Utc>>,
    /// Number of days after its date that a line without a due date is due.
    pub due_days: Option<i32>,
    /// Whether valid lines are stored while invalid ones are set aside.
    pub sets_aside: bool,
    /// When its items were removed by undoing the import.
    pub undone_at: Option<DateTime<Utc>>,
}

/// Numbers of lines, by their result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are self-explanatory")]
pub struct Counts {
    pub total: i32,
    pub done: i32,
    pub new: i32,
    pub existing: i32,
    pub bad: i32,
    /// New lines with an amount above [`domain::driving_record::amount::CONFIRM_ABOVE`].
    pub large: i32,
    /// New lines whose amount is not a number, so their fine is estimated.
    pub estimated: i32,
    /// Lines that staff must assign.
    pub queued: i32,
    /// Lines that no driver matches.
    pub unclaimed: i32,
}

/// Returns the name for the cells of a column without a meaning: a number sign and the column's position,
/// starting at 0. No field's name has a number sign.
pub fn place_name(place: usize) -> String {
    format!("#{place}")
}

/// Whether a cell's name was made by [`place_name`].
pub fn is_place_name(name: &str) -> bool {
    name.starts_with('#')
}

/// A line that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StagedLine {
    /// Line number in the file, as in a text editor.
    pub line: i32,
    /// Result of reading it.
    pub outcome: LineOutcome,
    /// The driver; `None` for an invalid line.
    pub user: Option<UserId>,
    /// Fields of the item, by the API's names. For an invalid line, its cells, by name or [`place_name`].
    pub fields: Vec<(String, String)>,
    /// Errors: column and sentence.
    pub problems: Vec<(String, String)>,
    /// Key that recognizes the line; `None` for an invalid one.
    pub key: Option<[u8; 32]>,
    /// Whether the key is the issuer's number.
    pub is_citation: bool,
    /// The item that already exists for it.
    pub item: Option<i32>,
}

impl StagedLine {
    /// The text of one of the item's fields.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(field, _)| field == name).map(|(_, text)| text.as_str())
    }

    /// The item's amount as written in the file.
    pub fn amount(&self) -> Option<&str> {
        self.field("amount")
    }
}

/// A stored item that a line may duplicate.
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
    /// Whether it was imported with an issuer's number.
    pub has_citation: bool,
}

/// Items that were stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoredItems {
    /// Number of items that were stored.
    pub count: i32,
    /// First and last id; `None` if there are no items.
    pub ids: Option<(i32, i32)>,
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
    /// Counts the imports of all staff that haven't ended.
    fn open_imports(&mut self) -> StoreResult<i64>;
    /// Returns up to `most` bytes of an import's file, starting at the zero-based offset `from`; `None` if
    /// there is no file.
    fn import_piece(&mut self, id: ImportId, from: i32, most: i32) -> StoreResult<Option<Vec<u8>>>;
    /// Changes an import's status, if its current one is in `from`; otherwise returns `false`. A change to
    /// `Checking` deletes lines read before and stores the columns' meanings. `by` is the staff member who
    /// confirms, for a change to `Storing`.
    fn move_import(
        &mut self,
        id: ImportId,
        from: &[ImportStatus],
        to: ImportStatus,
        mapping: Option<&[Option<&'static str>]>,
        by: Option<UserId>,
    ) -> StoreResult<bool>;
    /// Stores after how many days a line without a due date is due.
    fn set_due_days(&mut self, id: ImportId, days: Option<i32>) -> StoreResult<()>;
    /// Stores whether invalid lines are set aside.
    fn set_sets_aside(&mut self, id: ImportId, sets_aside: bool) -> StoreResult<()>;
    /// Counts the items of an import that were paid or have a payment in progress, and locks the items
    /// until the transaction ends.
    fn lock_paid_items(&mut self, import: &Import) -> StoreResult<i64>;
    /// Removes the items of an import and their keys. Returns how many items there were.
    fn undo_import(&mut self, import: &Import, at: DateTime<Utc>) -> StoreResult<usize>;
    /// Deletes the set-aside lines of imports that ended before this. Returns how many imports had some.
    fn forget_set_aside(&mut self, before: DateTime<Utc>) -> StoreResult<usize>;
    /// Deletes the lines read so far, because a check starts over.
    fn clear_lines(&mut self, id: ImportId) -> StoreResult<()>;
    /// Adds lines and stores the progress of the check; `false` if the import is no longer being checked.
    fn stage_lines(&mut self, id: ImportId, lines: &[StagedLine], counts: Counts) -> StoreResult<bool>;
    /// Returns lines that were read, in the file's order: with one result, or all.
    fn staged_lines(
        &mut self,
        id: ImportId,
        outcome: Option<LineOutcome>,
        page: Page,
    ) -> StoreResult<Paged<StagedLine>>;
    /// Returns invalid lines after this one, for a file of rows with errors.
    fn bad_lines_after(&mut self, id: ImportId, line: i32, limit: i64) -> StoreResult<Vec<StagedLine>>;
    /// Returns the last of the `count` lines that follow this one; `None` if no line follows.
    fn line_after(&mut self, id: ImportId, after: i32, count: i32) -> StoreResult<Option<i32>>;
    /// Stores the progress of storing. Must use another connection than the one that stores.
    fn note_import_progress(&mut self, id: ImportId, done: i32) -> StoreResult<()>;
    /// Locks storing for this transaction, so that only one import is stored at a time. Also locks the
    /// drivers' accounts, and returns how many of these accounts are closed.
    fn lock_for_storing(&mut self, id: ImportId) -> StoreResult<i64>;
    /// Creates items from the new lines after the first of `lines` up to the second. Lines whose key has become
    /// known since are skipped.
    fn store_lines(
        &mut self,
        id: ImportId,
        kind: ImportKind,
        lines: (i32, i32),
        at: DateTime<Utc>,
    ) -> StoreResult<StoredItems>;
    /// Returns the tickets with an issuer that an import created, ordered by id.
    fn imported_tickets(&mut self, id: ImportId) -> StoreResult<Vec<TicketId>>;
    /// Completes an import: stores the result, deletes its file, and deletes its lines except set-aside ones. Returns
    /// `false` if the import is no longer being stored.
    fn finish_import(&mut self, id: ImportId, stored: StoredItems, at: DateTime<Utc>) -> StoreResult<bool>;
    /// Ends an import without storing anything; `false` if its current status isn't one of these.
    fn end_import(
        &mut self,
        id: ImportId,
        from: &[ImportStatus],
        to: ImportStatus,
        message: Option<&str>,
        at: DateTime<Utc>,
    ) -> StoreResult<bool>;
    /// Cancels unconfirmed imports that were uploaded before this. Returns how many.
    fn end_stale_imports(&mut self, before: DateTime<Utc>, at: DateTime<Utc>) -> StoreResult<usize>;
    /// Finds the drivers that lines name, in a fixed number of queries and in the same order. For each
    /// detail, returns the driver and whether it is verified for them. If several users have a detail
    /// unverified, it finds no driver.
    fn find_drivers(&mut self, named: &[DriverIdentifiers]) -> StoreResult<Vec<FoundDrivers>>;
    /// Returns which of these keys are known, with their items.
    fn known_keys(&mut self, kind: ImportKind, keys: &[[u8; 32]]) -> StoreResult<Vec<([u8; 32], i32)>>;
    /// Returns items of these drivers on these days.
    fn items_of_days(
        &mut self,
        kind: ImportKind,
        days: &[(UserId, NaiveDate)],
    ) -> StoreResult<Vec<FiledItem>>;
    /// The items with these ids, without those that staff have removed.
    fn items_with_ids(&mut self, kind: ImportKind, ids: &[i32]) -> StoreResult<Vec<FiledItem>>;
}
