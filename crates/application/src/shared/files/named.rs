//! Photos and documents of items, with their decrypted names.

use domain::driving_record::item_file::ItemFile;
use domain::shared::ids::UserId;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::Result;
use crate::shared::files::key::existing_key;

/// A photo or document of an item, with its decrypted name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedItemFile {
    pub file: ItemFile,
    /// The file's name when it was uploaded.
    pub name: String,
}

/// Returns the files of all of a driver's items.
///
/// # Errors
/// [`crate::Error::Defect`] if a name can't be decrypted.
pub fn list_named_files(deps: &Deps, store: &mut dyn Store, driver: UserId) -> Result<Vec<NamedItemFile>> {
    let files = store.item_files_of(driver)?;
    decrypt_names(deps, store, driver, files)
}

/// Decrypts the names of a driver's files. Returns no files if the driver's key was deleted in the meantime. The
/// caller must have checked that the user may see the files.
///
/// # Errors
/// [`crate::Error::Defect`] if a name can't be decrypted.
pub fn decrypt_names(
    deps: &Deps,
    store: &mut dyn Store,
    driver: UserId,
    files: Vec<ItemFile>,
) -> Result<Vec<NamedItemFile>> {
    let Some(key) = existing_key(deps, store, driver)? else { return Ok(vec![]) };
    let named = |file: ItemFile| Ok(NamedItemFile { name: key.open_name(deps, &file)?, file });
    files.into_iter().map(named).collect()
}
