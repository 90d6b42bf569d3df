//! Adding an item by a driver, and withdrawing it before staff have checked it.

use domain::driving_record::added::{
    ADDED_WITHIN, CheckStatus, DriverEntry, MAX_ADDED, MAX_BEING_CHECKED, lookalikes,
};
use domain::driving_record::new_item::{ItemDetails, ItemDraft};
use domain::driving_record::visibility::is_visible_to_driver;
use domain::security::audit::AuditAction;
use domain::shared::business_time::business_date;
use domain::shared::citation_number::normalize_citation_number;
use domain::shared::ids::UserId;
use domain::shared::payable::Payable;
use ports::driving_record::added::AddedItemSummary;
use ports::driving_record::filing::NumberedItem;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::citations::Issuers;
use crate::driving_record::courts::decide_court;
use crate::driving_record::filing::{item_audit_entry, remove_locked_item};
use crate::error::{Error, Result};

/// The reason that the audit trail shows for an item that the driver withdrew.
const WITHDRAWN: &str = "Removed by the driver before it was checked.";

/// Adds an item to the caller's record. Staff then check the item. `is_other_citation` confirms that the new
/// item isn't the same citation as an item with a similar number on the caller's record.
///
/// # Errors
/// [`Error::AlreadyOnRecord`] if the caller's record has the citation or, without `is_other_citation`, one
/// with a similar number. [`Error::TooManyAdded`] if the caller has added too many items, field errors for
/// invalid fields, [`Error::Forbidden`] for staff and lawyers.
pub fn add(
    deps: &Deps,
    actor: &Actor,
    draft: ItemDraft,
    is_other_citation: bool,
) -> Result<AddedItemSummary> {
    actor.must_be_driver()?;
    let now = deps.clock.now();
    let user = actor.id();
    let details = draft.with_driver_defaults().validate(business_date(now), None).map_err(Error::Fields)?;
    in_transaction(&*deps.database, |store| {
        let driver = store.lock_user(user)?.ok_or(Error::NotFound)?;
        let counts = store.count_added_items(user, now - ADDED_WITHIN)?;
        if counts.being_checked >= MAX_BEING_CHECKED || counts.recent >= MAX_ADDED {
            return Err(Error::TooManyAdded);
        }
        store.lock_authority_register()?;
        must_be_new_to_driver(store, &details, user, driver.has_items_ready(), is_other_citation)?;
        let details = decide_court(store, None, details)?;
        let item = store.insert_item(user, &details, Some(DriverEntry::BeingChecked), now)?;
        let added = store.insert_added_item(user, item.payable(), now)?;
        let filled = details.fields().into_iter().filter(|(_, value)| !value.is_empty());
        store.audit(
            &item_audit_entry(actor, AuditAction::ItemCreated, &item, now)
                .with_after("user_id", &user)
                .with_all_after(filled),
        )?;
        store.added_item(added.id)?.ok_or(Error::NotFound)
    })
}

/// Removes an item that the caller added, and its files. Fails once staff have decided about the
/// item. Returns the withdrawn item. `id` is the id of the `AddedItem`, not of the item.
///
/// # Errors
/// [`Error::NotFound`] if the caller didn't add the item, [`Error::CheckIsOver`], [`Error::AlreadyPaid`],
/// [`Error::Forbidden`] for staff and lawyers.
pub fn withdraw(deps: &Deps, actor: &Actor, id: i64) -> Result<AddedItemSummary> {
    actor.must_be_driver()?;
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        let found = store.added_item(id)?.filter(|found| found.added.user_id == actor.id());
        let item = found.ok_or(Error::NotFound)?.added.item;
        let stored = store.lock_item(item)?.ok_or(Error::CheckIsOver)?;
        let added = store.lock_added_item_of(item)?.ok_or(Error::NotFound)?;
        if added.status != CheckStatus::BeingChecked {
            return Err(Error::CheckIsOver);
        }
        if stored.is_paid() {
            return Err(Error::AlreadyPaid);
        }
        store.end_item_check(&added, CheckStatus::Withdrawn, None, now)?;
        for file in store.item_files(item.into())? {
            store.delete_item_file(file.id)?;
        }
        remove_locked_item(deps, store, actor, &stored, WITHDRAWN)?;
        store.added_item(id)?.ok_or(Error::NotFound)
    })
}

/// Checks that the driver sees no item with the same issuer and the same or a similar number. With
/// `is_other_citation`, a similar number is allowed. Other drivers' items don't count. An item without a
/// number or an issuer always passes.
fn must_be_new_to_driver(
    store: &mut dyn Store,
    details: &ItemDetails,
    user: UserId,
    is_record_ready: bool,
    is_other_citation: bool,
) -> Result<()> {
    let (Some(number), Some(name)) =
        (details.citation_number().map(normalize_citation_number), details.issuer())
    else {
        return Ok(());
    };
    let numbers = lookalikes(&number);
    let mut own = store.added_items_by_number(user, &numbers)?;
    own.extend(store.items_by_number(&numbers)?.into_iter().filter(|item| item.user == user));
    let issuers = Issuers::of(store, own.iter().filter_map(|item| item.issuer.as_deref()).chain([name]))?;
    let Some(issuer) = issuers.issuer(Some(name)) else { return Ok(()) };
    own.retain(|item| issuers.issuer(item.issuer.as_deref()).as_ref() == Some(&issuer));
    // The item with the same number comes first, so that the error names it rather than a similar one.
    own.sort_by_key(|item| item.number != number);
    for equal in own {
        let is_same_number = equal.number == number;
        if is_visible(store, &equal, is_record_ready)? && (is_same_number || !is_other_citation) {
            return Err(Error::AlreadyOnRecord { item: equal.item, driver: user, is_same_number });
        }
    }
    Ok(())
}

/// Whether the item's driver sees the item.
fn is_visible(store: &mut dyn Store, item: &NumberedItem, is_record_ready: bool) -> Result<bool> {
    let entry = match item.item {
        Payable::Lawyer(_) => None,
        payable => store.standing_facts(payable)?.driver_entry,
    };
    Ok(is_visible_to_driver(is_record_ready, entry))
}
