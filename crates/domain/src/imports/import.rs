//! Imports of citations from a file, which is a table with a header: kinds, statuses and limits.

use crate::shared::stored_words::stored_words;

/// The kind of items in a file. Each file has only one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImportKind {
    /// Traffic tickets, one on each line.
    Ticket,
    /// Parking tickets, one on each line.
    Parking,
    /// Tolls, one on each line.
    Toll,
}

stored_words!(ImportKind { Ticket => "ticket", Parking => "parking", Toll => "toll", });

/// The status of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImportStatus {
    /// The file was uploaded. Staff must choose the meanings of its columns.
    Uploaded,
    /// The file's lines are being checked.
    Checking,
    /// All lines have been checked, and nothing is stored yet.
    Checked,
    /// Staff confirmed the import. Either all of its items are being stored, or nothing.
    Storing,
    /// All items of the import are stored.
    Stored,
    /// The import failed, and nothing was stored.
    Failed,
    /// Staff canceled it or didn't confirm it within a day. Nothing was stored.
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
    /// Whether staff may choose the meanings of the columns, for the first time or again.
    pub fn may_be_checked(self) -> bool {
        matches!(self, Self::Uploaded | Self::Checked)
    }

    /// Whether staff may cancel the import. They can't once its items are being stored.
    pub fn may_be_cancelled(self) -> bool {
        matches!(self, Self::Uploaded | Self::Checking | Self::Checked)
    }
}

/// The result of reading a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineOutcome {
    /// The line becomes an item.
    New,
    /// The line's item already exists, so the line is skipped.
    Existing,
    /// The line is invalid, and its errors are listed.
    Bad,
    /// The driver's details aren't verified, so staff decide which driver the line belongs to.
    Queued,
    /// No driver matches. The line is assigned when a driver with its details is verified.
    Unclaimed,
}

stored_words!(LineOutcome {
    New => "new",
    Existing => "existing",
    Bad => "bad",
    Queued => "queued",
    Unclaimed => "unclaimed",
});

/// Maximum lines in a file, without the header.
pub const MAX_LINES: usize = 200_000;
/// Maximum size of a file, in bytes.
pub const MAX_FILE: usize = 48 * 1024 * 1024;
/// Maximum number of days between a line's date and its estimated due date.
pub const MAX_DUE_DAYS: i32 = 365;
/// Maximum columns in a file.
pub const MAX_COLUMNS: usize = 100;
/// Maximum length of a cell, in bytes. A longer cell means that a quotation mark is missing.
pub const MAX_CELL: usize = 5_000;
