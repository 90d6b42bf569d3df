//! In-memory store of items' photos and documents, and of planned deletions of contents.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use domain::driving_record::item_file::{ItemFile, ItemId, Original, PIECE_BYTES};
use domain::shared::file_kind::FileKind;
use domain::shared::ids::UserId;
use ports::driving_record::files::{ContentDeletions, ItemFiles, NewItemFile};
use ports::shared::store_error::StoreResult;

use crate::support::store::unit::Unit;

#[derive(Clone, Default)]
pub struct ItemFileTables {
    pub keys: BTreeMap<UserId, Vec<u8>>,
    pub files: Vec<ItemFile>,
    pub pieces: BTreeMap<(i64, i32), Vec<u8>>,
    pub deletions: BTreeMap<String, DateTime<Utc>>,
    added: i64,
}

impl ItemFileTables {
    fn find(&mut self, id: i64) -> Option<&mut ItemFile> {
        self.files.iter_mut().find(|file| file.id == id)
    }

    /// Sets how many bytes of a file's original were received.
    fn count_received(&mut self, id: i64) {
        let pieces = self.pieces.keys().filter(|(file, _)| *file == id).count();
        let stored = i64::try_from(pieces * PIECE_BYTES).unwrap();
        if let Some(file) = self.find(id).filter(|file| file.original.is_none()) {
            file.received = stored.min(file.bytes);
        }
    }
}

impl ItemFiles for Unit<'_> {
    fn file_key(&mut self, user: UserId) -> StoreResult<Option<Vec<u8>>> {
        Ok(self.tables.item_files.keys.get(&user).cloned())
    }

    fn insert_file_key(
        &mut self,
        user: UserId,
        sealed: &[u8],
        _created_at: DateTime<Utc>,
    ) -> StoreResult<()> {
        self.tables.item_files.keys.entry(user).or_insert_with(|| sealed.to_vec());
        Ok(())
    }

    fn insert_item_file(&mut self, new: &NewItemFile<'_>) -> StoreResult<ItemFile> {
        let tables = &mut self.tables.item_files;
        assert!(tables.keys.contains_key(&new.user_id), "a driver with files has a key");
        tables.added += 1;
        let file = ItemFile {
            id: tables.added,
            item: new.item,
            user_id: new.user_id,
            is_from_staff: new.is_from_staff,
            kind: new.kind,
            bytes: new.bytes,
            received: if new.original.is_some() { new.bytes } else { 0 },
            original: new.original.cloned(),
            sealed_name: new.sealed_name.to_vec(),
            content_name: new.content_name.to_owned(),
            added_at: new.added_at,
        };
        tables.files.push(file.clone());
        Ok(file)
    }

    fn item_files(&mut self, item: ItemId) -> StoreResult<Vec<ItemFile>> {
        Ok(self.tables.item_files.files.iter().filter(|file| file.item == item).cloned().collect())
    }

    fn item_files_of(&mut self, user: UserId) -> StoreResult<Vec<ItemFile>> {
        Ok(self.tables.item_files.files.iter().filter(|file| file.user_id == user).cloned().collect())
    }

    fn current_item_files_of(&mut self, user: UserId) -> StoreResult<Vec<ItemFile>> {
        let mut files = self.item_files_of(user)?;
        files.retain(|file| self.filed(file.item.payable()).is_some());
        Ok(files)
    }

    fn move_item_files(&mut self, from: ItemId, to: ItemId) -> StoreResult<()> {
        let files = self.tables.item_files.files.iter_mut();
        files.filter(|file| file.item == from).for_each(|file| file.item = to);
        Ok(())
    }

    fn item_file(&mut self, id: i64) -> StoreResult<Option<ItemFile>> {
        Ok(self.tables.item_files.find(id).cloned())
    }

    fn lock_item_file(&mut self, id: i64) -> StoreResult<Option<ItemFile>> {
        self.must_be_transaction();
        self.item_file(id)
    }

    fn insert_file_piece(&mut self, file: i64, number: i32, sealed: &[u8]) -> StoreResult<()> {
        self.must_be_transaction();
        let tables = &mut self.tables.item_files;
        assert!(tables.pieces.insert((file, number), sealed.to_vec()).is_none(), "each piece is stored once");
        tables.count_received(file);
        Ok(())
    }

    fn file_pieces(&mut self, file: i64) -> StoreResult<Vec<Vec<u8>>> {
        let pieces = self.tables.item_files.pieces.iter();
        Ok(pieces.filter(|((id, _), _)| *id == file).map(|(_, piece)| piece.clone()).collect())
    }

    fn delete_file_pieces(&mut self, file: i64) -> StoreResult<()> {
        self.tables.item_files.pieces.retain(|(id, _), _| *id != file);
        self.tables.item_files.count_received(file);
        Ok(())
    }

    fn set_original(&mut self, file: i64, kind: FileKind, original: &Original) -> StoreResult<()> {
        if let Some(file) = self.tables.item_files.find(file) {
            (file.kind, file.received, file.original) = (kind, file.bytes, Some(original.clone()));
        }
        Ok(())
    }

    fn delete_item_file(&mut self, id: i64) -> StoreResult<()> {
        self.delete_file_pieces(id)?;
        let tables = &mut self.tables.item_files;
        let Some(place) = tables.files.iter().position(|file| file.id == id) else { return Ok(()) };
        let deleted = tables.files.remove(place);
        tables.deletions.insert(deleted.content_name, deleted.added_at + TimeDelta::minutes(1));
        Ok(())
    }
}

impl ContentDeletions for Unit<'_> {
    fn plan_content_deletion(&mut self, content_name: &str, due_at: DateTime<Utc>) -> StoreResult<()> {
        self.tables.item_files.deletions.entry(content_name.to_owned()).or_insert(due_at);
        Ok(())
    }

    fn cancel_content_deletion(&mut self, content_name: &str) -> StoreResult<()> {
        self.tables.item_files.deletions.remove(content_name);
        Ok(())
    }

    fn due_content_deletions(&mut self, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<String>> {
        let due = self.tables.item_files.deletions.iter().filter(|(_, due_at)| **due_at <= now);
        let mut due: Vec<_> = due.map(|(name, due_at)| (*due_at, name.clone())).collect();
        due.sort();
        due.truncate(usize::try_from(limit).unwrap());
        Ok(due.into_iter().map(|(_, name)| name).collect())
    }
}
