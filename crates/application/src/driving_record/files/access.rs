//! Checks that the caller may see or change an item's photos and documents. Only the item's
//! driver and staff may.

use domain::driving_record::added::CheckStatus;
use domain::driving_record::item_file::{ItemFile, ItemId};
use domain::security::audit::AuditAction;
use domain::shared::ids::UserId;
use ports::driving_record::added::AddedItemSummary;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::added::lists;
use crate::error::{Error, Result};

/// Returns the driver of an item. The caller must be that driver or staff.
///
/// # Errors
/// [`Error::NotFound`] if the item doesn't exist, is another driver's, or isn't visible to the driver
/// yet; [`Error::Forbidden`] for lawyers.
pub fn driver_of_visible_item(store: &mut dyn Store, actor: &Actor, item: ItemId) -> Result<UserId> {
    actor.must_not_be_lawyer()?;
    let found = store.payable_item(item.payable())?.ok_or(Error::NotFound)?;
    actor.must_be_owner_or_staff(found.user_id)?;
    actor.check_may_see_item(store.standing_facts(item.payable())?.driver_entry)?;
    Ok(found.user_id)
}

/// Returns an item that the caller added, if staff decided that the issuer has no such citation and the
/// caller's list of added items still shows this result. Otherwise returns `None`.
pub fn not_found_addition(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    item: ItemId,
) -> Result<Option<AddedItemSummary>> {
    if actor.must_be_driver().is_err() {
        return Ok(None);
    }
    let mut own = lists::list_own_items(deps, store, actor)?.into_iter();
    Ok(own.find(|one| one.added.status == CheckStatus::NotFound && ItemId::from(one.added.item) == item))
}

/// Returns the driver of an item whose files the caller may read. The item must be visible to the caller, or
/// [`not_found_addition`] must return it.
///
/// # Errors
/// The same as [`driver_of_visible_item`].
pub fn driver_of_readable_files(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    item: ItemId,
) -> Result<UserId> {
    match driver_of_visible_item(store, actor, item) {
        Err(Error::NotFound) => {
            let found = not_found_addition(deps, store, actor, item)?;
            found.map(|one| one.added.user_id).ok_or(Error::NotFound)
        }
        found => found,
    }
}

/// Checks that the caller may read a file, and returns the file. `file` is `None` if it doesn't exist.
///
/// # Errors
/// The same as [`driver_of_visible_item`].
pub fn check_may_read(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    file: Option<ItemFile>,
) -> Result<ItemFile> {
    actor.must_not_be_lawyer()?;
    let file = file.ok_or(Error::NotFound)?;
    driver_of_readable_files(deps, store, actor, file.item)?;
    Ok(file)
}

/// Checks that the caller may delete or change a file, and returns the file. `file` is `None` if it doesn't exist.
///
/// # Errors
/// The same as [`driver_of_visible_item`].
pub fn check_may_change(store: &mut dyn Store, actor: &Actor, file: Option<ItemFile>) -> Result<ItemFile> {
    actor.must_not_be_lawyer()?;
    let file = file.ok_or(Error::NotFound)?;
    driver_of_visible_item(store, actor, file.item)?;
    Ok(file)
}

/// Adds an audit entry if staff added, opened or deleted a file. The entry has the file's id, but not its name.
pub fn audit_file_access(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    action: AuditAction,
    file: &ItemFile,
) -> Result<()> {
    let Some(entry) = actor.audit_entry_if_staff(file.user_id, file.item.subject(), action, deps.clock.now())
    else {
        return Ok(());
    };
    Ok(store.audit(&entry.with_after("file", &file.id))?)
}
