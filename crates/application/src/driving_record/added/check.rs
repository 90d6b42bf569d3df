//! Staff's check of items that drivers added.

use chrono::{DateTime, Utc};
use domain::driving_record::added::{CheckStatus, DriverEntry};
use domain::driving_record::ticket::Item;
use domain::security::audit::AuditAction;
use domain::shared::payable::Payable;
use ports::driving_record::added::AddedItem;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::citations::must_be_new;
use crate::driving_record::filing::{entry, remove_held};
use crate::error::{Error, Result};
use crate::shared::queued_emails::{QueuedEmail, enqueue};

/// Staff's decision about an item that its driver added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckDecision {
    /// The item is right as it stands. From now on it is like any other.
    Confirm,
    /// The item is the same as this one of the same driver, which gets its files. The added one is removed.
    SameAs(Payable),
    /// The issuer has no such citation. The item is removed, and the driver reads this reason.
    NotFound(String),
}

/// Ends the check of an added item. `version` is the item's version that the caller saw.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, [`Error::NotFound`] if nothing was added under this id, [`Error::CheckIsOver`],
/// [`Error::ChangedMeanwhile`], [`Error::CitationExists`] if a confirmed item has the citation, a field error for
/// `itemId` if the other item isn't on the same driver's record.
pub fn decide(deps: &Deps, actor: &Actor, id: i64, version: i32, decision: &CheckDecision) -> Result<()> {
    actor.must_be_admin()?;
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        store.hold_register()?;
        let item = store.added_item(id)?.ok_or(Error::NotFound)?.added.item;
        let stored = store.lock_item(item)?.ok_or(Error::CheckIsOver)?;
        let added = store.lock_added_item_of(item)?.ok_or(Error::NotFound)?;
        if added.status != CheckStatus::BeingChecked {
            return Err(Error::CheckIsOver);
        }
        if version != stored.version() {
            let last = store.last_change(item.kind().into(), item.item_id())?;
            return Err(Error::ChangedMeanwhile(last));
        }
        match decision {
            CheckDecision::Confirm => confirm(store, actor, &stored, &added, now)?,
            CheckDecision::SameAs(other) => merge(deps, store, actor, (&stored, &added), *other)?,
            CheckDecision::NotFound(reason) => {
                store.end_check(&added, CheckStatus::NotFound, Some(reason), now)?;
                remove_held(deps, store, actor, &stored, reason)?;
            }
        }
        enqueue(deps, store, &QueuedEmail::AddedItemChecked(added.id))
    })
}

fn confirm(
    store: &mut dyn Store,
    actor: &Actor,
    stored: &Item,
    added: &AddedItem,
    now: DateTime<Utc>,
) -> Result<()> {
    must_be_new(store, &stored.details(), Some(stored.payable()))?;
    store.end_check(added, CheckStatus::Confirmed, None, now)?;
    let confirmed = entry(actor, AuditAction::ItemConfirmed, stored, now);
    Ok(store.audit(&confirmed.is("user_id", &stored.user_id()))?)
}

fn merge(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    (stored, added): (&Item, &AddedItem),
    other: Payable,
) -> Result<()> {
    let kept = store.lock_item(other)?.filter(|kept| kept.user_id() == stored.user_id());
    let is_confirmed = store.standing_facts(other)?.driver_entry != Some(DriverEntry::BeingChecked);
    if other == stored.payable() || kept.is_none() || !is_confirmed {
        return Err(Error::field("itemId", "Choose an item on this driver’s record."));
    }
    store.move_item_files(stored.payable().into(), other.into())?;
    store.end_check(added, CheckStatus::Merged, None, deps.clock.now())?;
    let result = format!("Same as {} {}.", other.noun(), other.item_id());
    remove_held(deps, store, actor, stored, &result)
}
