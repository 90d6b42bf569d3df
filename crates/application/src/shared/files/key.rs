//! Encryption of photos and documents with their driver's key (docs/product/security.md#keys-of-files).

use domain::driving_record::item_file::ItemFile;
use domain::shared::ids::UserId;
use ports::shared::file_contents::ContentError;
use ports::shared::secrets::CaseKey;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::{Error, Result};

/// A part of a file. Each part is encrypted separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilePart {
    Name,
    Reduced,
    Original,
    /// A piece of an original that is still being uploaded, by its number.
    Piece(i32),
}

impl FilePart {
    /// Returns the encryption context of this part of a file. A part can be decrypted only with the
    /// context with which it was encrypted, so it can't be passed off as another part or file.
    fn context(self, content_name: &str) -> String {
        match self {
            Self::Name => format!("item file {content_name} name"),
            Self::Reduced => format!("item file {content_name} reduced"),
            Self::Original => format!("item file {content_name} original"),
            Self::Piece(number) => format!("item file {content_name} piece {number}"),
        }
    }
}

/// Returns the name of a file's reduced copy in the storage of files.
pub fn reduced_name(content_name: &str) -> String {
    format!("{content_name}-reduced")
}

/// Returns the name of a file's original in the storage of files.
pub fn original_name(content_name: &str) -> String {
    format!("{content_name}-original")
}

/// A driver's decrypted key, which encrypts the photos and documents of all of the driver's items.
#[derive(Debug)]
pub struct KeyOfFiles(CaseKey);

impl KeyOfFiles {
    /// Encrypts a part of the file with this content name.
    pub fn seal(&self, deps: &Deps, content_name: &str, part: FilePart, plaintext: &[u8]) -> Result<Vec<u8>> {
        let sealed = deps.case_cipher.seal(&self.0, &part.context(content_name), plaintext);
        sealed.ok_or_else(|| Error::defect("the key of a driver's files isn't a key"))
    }

    /// Decrypts `sealed`, a part of a file.
    pub fn open(&self, deps: &Deps, file: &ItemFile, part: FilePart, sealed: &[u8]) -> Result<Vec<u8>> {
        let plain = deps.case_cipher.open(&self.0, &part.context(&file.content_name), sealed);
        plain.ok_or_else(|| Error::defect("a part of a file can't be decrypted with the driver's key"))
    }

    /// Reads and decrypts the reduced copy of a photo. Returns `None` for a document, or if the file was
    /// deleted in the meantime.
    pub fn open_reduced(&self, deps: &Deps, file: &ItemFile) -> Result<Option<Vec<u8>>> {
        if !file.has_reduced() {
            return Ok(None);
        }
        match deps.contents.get(&reduced_name(&file.content_name)) {
            Ok(sealed) => self.open(deps, file, FilePart::Reduced, &sealed).map(Some),
            Err(ContentError::Missing) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Decrypts a file's name.
    pub fn open_name(&self, deps: &Deps, file: &ItemFile) -> Result<String> {
        let plain = self.open(deps, file, FilePart::Name, &file.sealed_name)?;
        String::from_utf8(plain).map_err(|_| Error::defect("a decrypted name of a file isn't text"))
    }
}

/// Returns the key of a driver's files; `None` if the driver has no key yet.
///
/// # Errors
/// [`Error::Defect`] if no data key decrypts the driver's key.
pub fn existing_key(deps: &Deps, store: &mut dyn Store, user: UserId) -> Result<Option<KeyOfFiles>> {
    let Some(sealed) = store.file_key(user)? else { return Ok(None) };
    let key = deps.vault.open(user, &sealed);
    let key = key.ok_or_else(|| Error::defect("no data key decrypts the key of a driver's files"))?;
    Ok(Some(KeyOfFiles(CaseKey(key))))
}

/// Returns the key of a stored file.
///
/// # Errors
/// [`Error::NotFound`] if the driver's key was deleted together with the file in the meantime.
pub fn key_of_stored_file(deps: &Deps, store: &mut dyn Store, file: &ItemFile) -> Result<KeyOfFiles> {
    existing_key(deps, store, file.user_id)?.ok_or(Error::NotFound)
}

/// Returns the key of a driver's files. If the driver has no key, stores a new key. Concurrent
/// calls return the same key.
///
/// # Errors
/// [`Error::Defect`] if no data key decrypts the driver's key.
pub fn get_or_create_file_key(deps: &Deps, store: &mut dyn Store, user: UserId) -> Result<KeyOfFiles> {
    if let Some(key) = existing_key(deps, store, user)? {
        return Ok(key);
    }
    let key = deps.case_cipher.new_key();
    store.insert_file_key(user, &deps.vault.seal(user, &key.0), deps.clock.now())?;
    existing_key(deps, store, user)?
        .ok_or_else(|| Error::defect("a new key of a driver's files isn't stored"))
}
