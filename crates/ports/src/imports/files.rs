//! Import of items from files: the files, their lines before they are items, and the keys that recognize them.

use chrono::{DateTime, NaiveDate, Utc};
use domain::imports::import::{ImportKind, ImportStatus, LineOutcome};
use domain::imports::line::DriverNamed;
use domain::imports::matching::FoundDrivers;
use domain::shared::ids::{ImportId, UserId};

use crate::shared::paging::{Page, Paged};
use crate::shared::store_error::StoreResult;

/// A column of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileColumn {
    /// As the file has it.
    pub header: String,
    /// The first cells under it.
    pub samples: Vec<String>,
}

/// A file to be kept until its import ends.
pub struct NewImport<'a> {
    /// What is on its lines.
    pub kind: ImportKind,
    /// As the browser called it.
    pub file_name: &'a str,
    /// Its columns.
    pub columns: &'a [FileColumn],
    /// Lines without the header.
    pub total: i32,
    /// The file.
    pub content: &'a [u8],
    /// Who did it.
    pub by: UserId,
    /// When.
    pub at: DateTime<Utc>,
}

/// An import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// Identifier.
    pub id: ImportId,
    /// What is on its lines.
    pub kind: ImportKind,
    /// Where it stands.
    pub status: ImportStatus,
    /// As the browser called it.
    pub file_name: String,
    /// Its columns; empty when it has ended.
    pub columns: Vec<FileColumn>,
    /// What each column means; none before staff said.
    pub mapping: Option<Vec<Option<String>>>,
    /// How many lines there are, how many are done, and of those: new, on file already, wrong.
    pub counts: Counts,
    /// Items that were stored.
    pub stored: i32,
    /// The first and the last of them.
    pub items: Option<(i32, i32)>,
    /// Why it cannot go on.
    pub message: Option<String>,
    /// Who brought the file.
    pub by: UserId,
    /// Their name or e-mail.
    pub by_name: String,
    /// When.
    pub created_at: DateTime<Utc>,
    /// Who said yes.
    pub confirmed_by: Option<UserId>,
    /// When it ended, either way.
    pub ended_at: Option<DateTime<Utc>>,
    /// A line without a due date is due so many days after its date.
    pub due_days: Option<i32>,
    /// The good lines are stored, and the bad ones set aside.
    pub sets_aside: bool,
    /// When what was stored was taken back.
    pub undone_at: Option<DateTime<Utc>>,
}

/// Lines, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words say it")]
pub struct Counts {
    pub total: i32,
    pub done: i32,
    pub new: i32,
    pub existing: i32,
    pub bad: i32,
    /// Of the new ones: those above [`domain::driving_record::amount::ASKED_ONCE_MORE_OVER`].
    pub large: i32,
    /// Of the new ones: those with words for their amount.
    pub estimated: i32,
    /// For a person to decide on.
    pub queued: i32,
    /// Those that no driver matches.
    pub unclaimed: i32,
}

/// A line that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StagedLine {
    /// Where in the file, as a text editor counts.
    pub line: i32,
    /// What becomes of it.
    pub outcome: LineOutcome,
    /// Whose; none for a bad one.
    pub user: Option<UserId>,
    /// What it makes, by the API's names; for a bad one the cells that were named.
    pub fields: Vec<(String, String)>,
    /// What is wrong: column and sentence.
    pub problems: Vec<(String, String)>,
    /// The key that recognizes it; none for a bad one.
    pub key: Option<[u8; 32]>,
    /// Known by the issuer's number.
    pub is_citation: bool,
    /// The item that is on file already.
    pub item: Option<i32>,
}

impl StagedLine {
    /// What it says of one of its fields.
    pub fn says(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(field, _)| field == name).map(|(_, text)| text.as_str())
    }

    /// Its amount as written.
    pub fn amount(&self) -> Option<&str> {
        self.says("amount")
    }
}

/// An item on file that a line may be like.
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
    /// It came with an issuer's number.
    pub has_citation: bool,
}

/// What was stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoredItems {
    /// How many.
    pub count: i32,
    /// The first and the last; none when there are none.
    pub ids: Option<(i32, i32)>,
}

/// Imports in the database.
pub trait Imports {
    /// Keeps a file.
    fn insert_import(&mut self, new: &NewImport<'_>) -> StoreResult<Import>;
    /// An import.
    fn import(&mut self, id: ImportId) -> StoreResult<Option<Import>>;
    /// An import, its row locked until the transaction ends.
    fn lock_import(&mut self, id: ImportId) -> StoreResult<Option<Import>>;
    /// Imports, the newest first.
    fn imports(&mut self, page: Page) -> StoreResult<Paged<Import>>;
    /// How many imports of anybody's have not ended.
    fn open_imports(&mut self) -> StoreResult<i64>;
    /// So many bytes of an import's file, from the `from`th on, counted from nought; none when there is no file.
    fn import_piece(&mut self, id: ImportId, from: i32, most: i32) -> StoreResult<Option<Vec<u8>>>;
    /// Moves an import from one status to another; false when it is elsewhere. The way to `Checking` forgets the lines read
    /// before and stores what the columns mean; `by` is who confirms on the way to `Storing`.
    fn move_import(
        &mut self,
        id: ImportId,
        from: &[ImportStatus],
        to: ImportStatus,
        mapping: Option<&[Option<&'static str>]>,
        by: Option<UserId>,
    ) -> StoreResult<bool>;
    /// Notes after how many days a line is due that does not say so.
    fn set_due_days(&mut self, id: ImportId, days: Option<i32>) -> StoreResult<()>;
    /// Notes whether the bad lines are set aside.
    fn set_sets_aside(&mut self, id: ImportId, sets_aside: bool) -> StoreResult<()>;
    /// How many of the items that an import made were paid, or began to be; they are held until the transaction ends.
    fn hold_paid_of(&mut self, import: &Import) -> StoreResult<i64>;
    /// Takes back the items that an import made, and what they are known again by; answers how many there were.
    fn undo_import(&mut self, import: &Import, at: DateTime<Utc>) -> StoreResult<usize>;
    /// Forgets the bad lines that imports which ended before this had set aside; answers how many imports had some.
    fn forget_set_aside(&mut self, before: DateTime<Utc>) -> StoreResult<usize>;
    /// Forgets the lines read so far: a check begins again.
    fn clear_lines(&mut self, id: ImportId) -> StoreResult<()>;
    /// Adds lines and how far the check has come; false when the import is not being checked any more.
    fn stage_lines(&mut self, id: ImportId, lines: &[StagedLine], counts: Counts) -> StoreResult<bool>;
    /// Lines that were read, in the file's order; of one outcome or all.
    fn staged_lines(
        &mut self,
        id: ImportId,
        outcome: Option<LineOutcome>,
        page: Page,
    ) -> StoreResult<Paged<StagedLine>>;
    /// Bad lines after this one, for a file of them.
    fn bad_lines_after(&mut self, id: ImportId, line: i32, limit: i64) -> StoreResult<Vec<StagedLine>>;
    /// The last of the `count` lines that follow this one; none when none follows.
    fn line_after(&mut self, id: ImportId, after: i32, count: i32) -> StoreResult<Option<i32>>;
    /// Says how far storing has come. Only from another connection than the one that stores.
    fn note_import_progress(&mut self, id: ImportId, done: i32) -> StoreResult<()>;
    /// Two that store wait for each other until the transaction ends. Holds the drivers' accounts, and answers how many of
    /// the drivers have closed theirs.
    fn hold_for_storing(&mut self, id: ImportId) -> StoreResult<i64>;
    /// Makes items of the new lines after the first of `lines` up to the second, except those that have become known meanwhile.
    fn store_lines(
        &mut self,
        id: ImportId,
        kind: ImportKind,
        lines: (i32, i32),
        at: DateTime<Utc>,
    ) -> StoreResult<StoredItems>;
    /// Notes what was stored, forgets the lines, but for bad ones that are set aside, and deletes the file; false when the import is not being stored any more.
    fn finish_import(&mut self, id: ImportId, stored: StoredItems, at: DateTime<Utc>) -> StoreResult<bool>;
    /// Ends an import without storing anything; false when it is in none of these statuses.
    fn end_import(
        &mut self,
        id: ImportId,
        from: &[ImportStatus],
        to: ImportStatus,
        message: Option<&str>,
        at: DateTime<Utc>,
    ) -> StoreResult<bool>;
    /// Cancels imports that nobody confirmed and that were begun before this; answers how many.
    fn end_stale_imports(&mut self, before: DateTime<Utc>, at: DateTime<Utc>) -> StoreResult<usize>;
    /// The drivers that are named, all in as few queries, in the same order: by each of the ways, whom it finds, and whether it is
    /// verified. What several have given, and none has verified, finds nobody.
    fn find_drivers(&mut self, named: &[DriverNamed]) -> StoreResult<Vec<FoundDrivers>>;
    /// Which of these keys are known, with their items.
    fn known_keys(&mut self, kind: ImportKind, keys: &[[u8; 32]]) -> StoreResult<Vec<([u8; 32], i32)>>;
    /// Items of these drivers from these days.
    fn items_of_days(
        &mut self,
        kind: ImportKind,
        days: &[(UserId, NaiveDate)],
    ) -> StoreResult<Vec<FiledItem>>;
}
