//! A reader for the stored file of an import.

use std::io::{self, BufReader};

use domain::shared::ids::ImportId;
use ports::store::with_store;

use crate::deps::Deps;
use crate::error::Error;

/// Number of bytes that one query reads.
const PIECE: usize = 256 * 1024;

/// An import's file, which is read from the database piece by piece. If staff cancel the import, the file is
/// deleted, and reading ends as at the end of a file. The check then notices the new status.
pub(super) struct StoredFile<'a> {
    deps: &'a Deps,
    id: ImportId,
    offset: i32,
}

impl<'a> StoredFile<'a> {
    /// Opens the file of the import `id` for reading from its start.
    pub(super) fn open(deps: &'a Deps, id: ImportId) -> BufReader<Self> {
        BufReader::with_capacity(PIECE, Self { deps, id, offset: 0 })
    }
}

impl io::Read for StoredFile<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let max_length = i32::try_from(buffer.len()).unwrap_or(i32::MAX);
        let (id, offset) = (self.id, self.offset);
        let piece = with_store(&*self.deps.database, |store| Ok(store.import_piece(id, offset, max_length)?));
        let piece = piece.map_err(|error: Error| io::Error::other(error))?.unwrap_or_default();
        buffer.iter_mut().zip(&piece).for_each(|(to, from)| *to = *from);
        self.offset += i32::try_from(piece.len()).unwrap_or_default();
        Ok(piece.len())
    }
}
