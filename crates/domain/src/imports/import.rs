//! Imports of citations from a file, which is a table with a header: kinds, statuses and limits.

use crate::shared::stored_words::stored_words;

/// The kind of items in a file. Each file has only one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImportKind {
    /// Traffic tickets, one in each row.
    Ticket,
    /// Parking tickets, one in each row.
    Parking,
    /// Tolls, one in each row.
    Toll,
}

stored_words!(ImportKind { Ticket => "ticket", Parking => "parking", Toll => "toll", });

/// How far an import has come, or how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImportStatus {
    /// The file was uploaded. Staff must choose the meanings of its columns.
    Uploaded,
    /// Lanewise is checking the file's rows.
    Checking,
    /// Lanewise checked all rows and has stored no item yet.
    Checked,
    /// Staff confirmed the import, and Lanewise is storing its items. Either all items are stored, or none.
    Storing,
    /// All items of the import are stored.
    Stored,
    /// The import failed, and nothing was stored.
    Failed,
    /// Staff canceled the import or didn't confirm it within a day. Nothing was stored.
    Cancelled,
}

stored_words!(ImportStatus {
    Uploaded => "uploaded",
    Checking => "checking",
    Checked => "checked",
    Storing => "storing",
    Stored => "stored",
    Failed => "failed",
    Cancelled => "cancelled",
});

impl ImportStatus {
    /// Whether a check of the file may be started, for the first time or again. Staff choose the meanings of the
    /// columns when they start it.
    pub fn may_start_check(self) -> bool {
        matches!(self, Self::Uploaded | Self::Checked)
    }

    /// Whether staff may cancel the import, which they can't do after confirming it.
    pub fn may_be_cancelled(self) -> bool {
        matches!(self, Self::Uploaded | Self::Checking | Self::Checked)
    }
}

/// The result of reading a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineOutcome {
    /// The row becomes an item.
    New,
    /// The row's item already exists, so the import skips the row.
    Existing,
    /// The row is invalid. The import lists its errors.
    Invalid,
    /// A driver was found, but not with certainty: details are unverified, disagree or don't fit the date.
    /// Staff decide whether the row belongs to this driver.
    Queued,
    /// No driver matches. Once a driver with the row's details is verified, staff decide whether the row
    /// belongs to this driver.
    Unclaimed,
}

stored_words!(LineOutcome {
    New => "new",
    Existing => "existing",
    Invalid => "bad",
    Queued => "queued",
    Unclaimed => "unclaimed",
});

/// Maximum number of rows in a file, without the header.
pub const MAX_LINES: usize = 200_000;
/// Maximum size of a file, in bytes.
pub const MAX_FILE: usize = 48 * 1024 * 1024;
/// Maximum number of days between a row's date and its estimated due date.
pub const MAX_DUE_DAYS: i32 = 365;
/// Maximum number of columns in a file.
pub const MAX_COLUMNS: usize = 100;
/// Maximum length of a cell, in bytes. In a file with a longer cell, a quotation mark is probably missing.
pub const MAX_CELL: usize = 5_000;
