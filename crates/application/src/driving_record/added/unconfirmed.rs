//! Rules for items that a driver added and staff haven't confirmed yet.

use domain::driving_record::added::CheckStatus;
use domain::shared::payable::Payable;
use ports::store::Store;

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::queued_emails::{QueuedEmail, enqueue};

/// Ends the check of an added item when staff remove the item instead of deciding about it.
/// The driver sees `reason`. Does nothing for items that aren't being checked. The caller must
/// have locked the item.
pub(crate) fn end_check_of_removed(
    deps: &Deps,
    store: &mut dyn Store,
    item: Payable,
    reason: &str,
) -> Result<()> {
    let added = store.lock_added_item_of(item)?;
    let Some(added) = added.filter(|added| added.status == CheckStatus::BeingChecked) else { return Ok(()) };
    store.end_item_check(&added, CheckStatus::NotFound, Some(reason), deps.clock.now())?;
    enqueue(deps, store, &QueuedEmail::AddedItemChecked(added.id))
}

/// Checks that the item isn't waiting for staff's check. Unconfirmed items must not
/// be marked as paid.
pub(crate) fn must_be_confirmed(store: &mut dyn Store, item: Payable) -> Result<()> {
    if store.standing_facts(item)?.is_being_checked() { Err(Error::BeingChecked) } else { Ok(()) }
}
