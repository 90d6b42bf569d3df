//! Lists of an item's photos and documents.

use domain::driving_record::item_file::ItemId;
use ports::store::{Store, with_store};

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::files::access::{check_may_read, driver_of_readable_files};
use crate::error::Result;
use crate::shared::files::named::{NamedItemFile, decrypt_names};

/// Returns an item's files, oldest first.
///
/// # Errors
/// [`crate::Error::NotFound`] if the item is another driver's; [`crate::Error::Forbidden`] for lawyers.
pub fn list(deps: &Deps, store: &mut dyn Store, actor: &Actor, item: ItemId) -> Result<Vec<NamedItemFile>> {
    let driver = driver_of_readable_files(deps, store, actor, item)?;
    let files = store.item_files(item)?;
    decrypt_names(deps, store, driver, files)
}

/// Returns a file's name and details, without its content.
///
/// # Errors
/// The same as [`list`].
pub fn show_file(deps: &Deps, actor: &Actor, id: i64) -> Result<NamedItemFile> {
    with_store(&*deps.database, |store| {
        let file = store.item_file(id)?;
        let file = check_may_read(deps, store, actor, file)?;
        let driver = file.user_id;
        decrypt_names(deps, store, driver, vec![file])?.pop().ok_or(crate::Error::NotFound)
    })
}
