//! Import of citations from a file (a table with a header): what its columns may mean, what makes a line good, and when it is
//! on file already.

use crate::shared::words::stored_words;

/// What a file has on its lines; one kind a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImportKind {
    /// Traffic tickets.
    Ticket,
    /// Parking tickets.
    Parking,
    /// Tolls.
    Toll,
}

stored_words!(ImportKind { Ticket => "ticket", Parking => "parking", Toll => "toll", });

/// Where an import stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImportStatus {
    /// The file is here; its columns are to be named.
    Uploaded,
    /// Its lines are being read.
    Checking,
    /// They have been read; nothing is stored yet.
    Checked,
    /// Staff said yes: the items are being stored, all or none.
    Storing,
    /// They are stored.
    Stored,
    /// It cannot go on; nothing was stored.
    Failed,
    /// Staff said no, or nobody said anything for a day; nothing was stored.
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
    /// Whether its columns may be named, for the first time or again.
    pub fn may_be_checked(self) -> bool {
        matches!(self, Self::Uploaded | Self::Checked)
    }

    /// Whether staff may call it off: what is being stored goes through.
    pub fn may_be_cancelled(self) -> bool {
        matches!(self, Self::Uploaded | Self::Checking | Self::Checked)
    }
}

/// What becomes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineOutcome {
    /// It makes an item.
    New,
    /// Its item is on file already: it is passed over.
    Existing,
    /// Something is wrong with it.
    Bad,
    /// What it names is not verified: a person decides whose it is.
    Queued,
    /// No driver matches: it waits for one.
    Unclaimed,
}

stored_words!(LineOutcome {
    New => "new",
    Existing => "existing",
    Bad => "bad",
    Queued => "queued",
    Unclaimed => "unclaimed",
});

/// The most lines that one file may have, without its header.
pub const MOST_LINES: usize = 200_000;
/// The largest file, in bytes.
pub const LARGEST_FILE: usize = 48 * 1024 * 1024;
/// A line without a due date may be due so many days after its date at most.
pub const MOST_DUE_DAYS: i32 = 365;
/// The most columns.
pub const MOST_COLUMNS: usize = 100;
/// A longer cell means that a quote was not closed.
pub const LONGEST_CELL: usize = 5_000;
