//! Photos and documents of tickets, parking tickets and tolls (docs/product/evidence.md).

use chrono::{DateTime, Utc};

use crate::driving_record::kinds::ItemKind;
use crate::security::audit_subject::AuditSubject;
use crate::shared::file_kind::{FileKind, MEGABYTE};
use crate::shared::ids::{ParkingId, TicketId, TollId, UserId};
use crate::shared::payable::Payable;

/// Maximum number of files of an item.
pub const MAX_ITEM_FILES: i64 = 20;
/// Maximum number of files of all of a driver's items together. Files of removed items don't count.
pub const MAX_DRIVER_FILES: usize = 200;
/// Maximum total size of the files of all of a driver's items, in bytes: 1 GB. Files of removed items don't count.
pub const MAX_DRIVER_BYTES: i64 = 1_000_000_000;
/// Maximum size of a file, in megabytes.
pub const MAX_ITEM_FILE_MEGABYTES: usize = 15;
/// Maximum length of a file's name, in characters.
pub const MAX_ITEM_FILE_NAME_CHARS: usize = 200;
/// Size of the pieces in which an original is uploaded, in bytes. Only the last piece may be smaller.
pub const PIECE_BYTES: usize = MEGABYTE;

/// An item: its kind and its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ItemId {
    /// The kind of the item.
    pub kind: ItemKind,
    /// Id among the items of its kind.
    pub id: i32,
}

impl ItemId {
    /// Returns the payable for the item, never for a ticket's lawyer.
    pub const fn payable(self) -> Payable {
        match self.kind {
            ItemKind::Ticket => Payable::Ticket(TicketId(self.id)),
            ItemKind::Parking => Payable::Parking(ParkingId(self.id)),
            ItemKind::Toll => Payable::Toll(TollId(self.id)),
        }
    }

    /// Returns the kind and id of the record that audit entries about the item refer to.
    pub const fn subject(self) -> (AuditSubject, i32) {
        let subject = match self.kind {
            ItemKind::Ticket => AuditSubject::Ticket,
            ItemKind::Parking => AuditSubject::Parking,
            ItemKind::Toll => AuditSubject::Toll,
        };
        (subject, self.id)
    }
}

/// Whether a driver can add another file of this size, in bytes. `files` are the files of the driver's
/// items, except removed items.
pub fn has_room(files: &[ItemFile], bytes: i64) -> bool {
    let total = files.iter().fold(bytes, |total, file| total.saturating_add(file.bytes));
    files.len() < MAX_DRIVER_FILES && total <= MAX_DRIVER_BYTES
}

impl From<Payable> for ItemId {
    /// Returns the item that a payment pays for. For a lawyer, returns the ticket.
    fn from(payable: Payable) -> Self {
        let kind = match payable {
            Payable::Ticket(_) | Payable::Lawyer(_) => ItemKind::Ticket,
            Payable::Parking(_) => ItemKind::Parking,
            Payable::Toll(_) => ItemKind::Toll,
        };
        Self { kind, id: payable.item_id() }
    }
}

/// A complete original: the file as it was uploaded, stored as evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Original {
    /// SHA-256 hash of the content.
    pub sha256: [u8; 32],
    /// When the upload was complete.
    pub stored_at: DateTime<Utc>,
}

/// A photo or document of an item, without its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemFile {
    /// Id of the file, part of its URL.
    pub id: i64,
    /// The item that the file belongs to.
    pub item: ItemId,
    /// The driver that the item belongs to.
    pub user_id: UserId,
    /// Whether staff uploaded the file; otherwise the driver did.
    pub is_from_staff: bool,
    /// File type of the original, detected from the content. Until the original is complete, this
    /// is JPEG, the type of the reduced copy.
    pub kind: FileKind,
    /// Size of the original, in bytes.
    pub bytes: i64,
    /// Number of bytes of the original that are stored.
    pub received: i64,
    /// The original; `None` until its upload is complete.
    pub original: Option<Original>,
    /// The file's name, encrypted.
    pub sealed_name: Vec<u8>,
    /// Name under which the file's contents are stored outside the database.
    pub content_name: String,
    /// When the file was added.
    pub added_at: DateTime<Utc>,
}

impl ItemFile {
    /// Whether the file has a reduced copy, which the web page shows. PDFs have none.
    pub const fn has_reduced(&self) -> bool {
        self.kind.is_image()
    }

    /// Returns the number of the piece that starts at the byte `offset`, counting from 0. Returns `None`
    /// unless that piece is the next to upload and `length` is its expected length in bytes.
    pub fn next_piece(&self, offset: i64, length: usize) -> Option<i32> {
        let piece = i64::try_from(PIECE_BYTES).ok()?;
        let expected = piece.min(self.bytes - self.received);
        let is_next = offset == self.received && i64::try_from(length) == Ok(expected) && length > 0;
        is_next.then(|| i32::try_from(offset / piece).ok()).flatten()
    }
}
