//! Photos and documents of items, encrypted with each driver's own key (docs/product/evidence.md).

use chrono::{DateTime, Utc};
use domain::driving_record::item_file::{ItemFile, ItemId, Original};
use domain::shared::file_kind::FileKind;
use domain::shared::ids::UserId;

use crate::shared::store_error::StoreResult;

/// A file to store. Its contents are already in the storage of files.
#[derive(Clone, Copy, Debug)]
pub struct NewItemFile<'a> {
    /// The item that the file belongs to.
    pub item: ItemId,
    /// The driver whose item it is.
    pub user_id: UserId,
    /// Whether staff upload the file; otherwise the driver does.
    pub is_from_staff: bool,
    /// File type of the original. JPEG if the original is uploaded later.
    pub kind: FileKind,
    /// Size of the original, in bytes.
    pub bytes: i64,
    /// Hash of the original, and when its upload was complete; `None` if the original is uploaded later.
    pub original: Option<&'a Original>,
    /// The file's name, encrypted.
    pub sealed_name: &'a [u8],
    /// Name under which the file's contents are stored outside the database.
    pub content_name: &'a str,
    /// When the file is added.
    pub added_at: DateTime<Utc>,
}

/// Photos and documents of items in the database. Deleting a driver's encryption key also deletes the driver's files.
/// The contents of deleted files become due for deletion from the storage of files.
pub trait ItemFiles {
    /// Returns a driver's encrypted key, if the driver has one.
    fn file_key(&mut self, user: UserId) -> StoreResult<Option<Vec<u8>>>;
    /// Stores a driver's encrypted key, unless the driver already has a key.
    fn insert_file_key(&mut self, user: UserId, sealed: &[u8], created_at: DateTime<Utc>) -> StoreResult<()>;
    /// Stores a file. Its driver must have an encryption key.
    fn insert_item_file(&mut self, new: &NewItemFile<'_>) -> StoreResult<ItemFile>;
    /// Returns an item's files, oldest first.
    fn item_files(&mut self, item: ItemId) -> StoreResult<Vec<ItemFile>>;
    /// Returns the files of all of a driver's items, including removed items, oldest first.
    fn item_files_of(&mut self, user: UserId) -> StoreResult<Vec<ItemFile>>;
    /// Returns the files of a driver's items, except removed items, oldest first.
    fn current_item_files_of(&mut self, user: UserId) -> StoreResult<Vec<ItemFile>>;
    /// Moves all files of an item to another item of the same driver.
    fn move_item_files(&mut self, from: ItemId, to: ItemId) -> StoreResult<()>;
    /// Returns a file by its id, without its content.
    fn item_file(&mut self, id: i64) -> StoreResult<Option<ItemFile>>;
    /// Locks a file until the transaction ends.
    fn lock_item_file(&mut self, id: i64) -> StoreResult<Option<ItemFile>>;
    /// Stores an encrypted piece of an original, which is the file as the driver uploaded it. Pieces
    /// are ordered by `number`.
    fn insert_file_piece(&mut self, file: i64, number: i32, sealed: &[u8]) -> StoreResult<()>;
    /// Returns the encrypted pieces of the originally uploaded file, in order.
    fn file_pieces(&mut self, file: i64) -> StoreResult<Vec<Vec<u8>>>;
    /// Deletes the pieces of the originally uploaded file.
    fn delete_file_pieces(&mut self, file: i64) -> StoreResult<()>;
    /// Stores that the original of a file was uploaded completely, with its file type, hash and time.
    fn set_original(&mut self, file: i64, kind: FileKind, original: &Original) -> StoreResult<()>;
    /// Deletes a file and its pieces.
    fn delete_item_file(&mut self, id: i64) -> StoreResult<()>;
}

/// Contents that must be deleted from the storage of files.
pub trait ContentDeletions {
    /// Makes the contents under this name due for deletion at this time, unless their deletion is already planned.
    fn plan_content_deletion(&mut self, content_name: &str, due_at: DateTime<Utc>) -> StoreResult<()>;
    /// Cancels the planned deletion of the contents under this name.
    fn cancel_content_deletion(&mut self, content_name: &str) -> StoreResult<()>;
    /// Returns the names of contents that are due for deletion, the longest due first.
    fn due_content_deletions(&mut self, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<String>>;
}
