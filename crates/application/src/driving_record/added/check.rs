//! Staff's check of items that drivers added.

use chrono::{DateTime, Utc};
use domain::driving_record::added::CheckStatus;
use domain::driving_record::item_file::MAX_ITEM_FILES;
use domain::driving_record::ticket::Item;
use domain::security::audit::AuditAction;
use domain::shared::payable::Payable;
use ports::driving_record::added::{AddedItem, AddedItemSummary};
use ports::shared::limits::Limit;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::added::open_requests::move_requests;
use crate::driving_record::citations::must_be_new;
use crate::driving_record::contesting::sending::move_letter;
use crate::driving_record::filing::{item_audit_entry, remove_locked_item};
use crate::error::{Error, Result};
use crate::shared::lists::{Names, names_of};
use crate::shared::queued_emails::{QueuedEmail, enqueue};

/// Staff's decision about an item that its driver added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckDecision {
    /// The item's details are correct. From now on, the item is treated like an item that staff filed.
    Confirm,
    /// The added item is the same as another item of the driver, which this variant contains. The
    /// added item is removed, and the other item gets its files, letter and hardship requests.
    SameAs(Payable),
    /// The issuer has no such citation. The item is removed, and the driver sees this reason.
    NotFound(String),
}

/// Ends the check of an added item, and emails the driver. Returns the added item with its result, and the driver's
/// name. `id` is the id of the [`AddedItem`], not of the item. `version` is the item's version that the caller saw.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff. [`Error::NotFound`] if there is no such added item.
/// [`Error::CheckIsOver`] if the check has ended. [`Error::ChangedMeanwhile`] if `version` is outdated.
/// [`Error::AlreadyPaid`] if the item is paid and the decision isn't `Confirm`. [`Error::CitationExists`] if
/// another item has the citation of the item to confirm. [`Error::TooManyItemFiles`] if the remaining item
/// would have too many files. A field error for `itemId` if the item to merge with isn't on the driver's
/// record or is being checked too.
pub fn decide(
    deps: &Deps,
    actor: &Actor,
    id: i64,
    version: i32,
    decision: &CheckDecision,
) -> Result<(AddedItemSummary, Names)> {
    actor.must_be_admin()?;
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        let AddedItem { item, user_id, .. } = store.added_item(id)?.ok_or(Error::NotFound)?.added;
        // With this lock, the driver can't send a hardship request until a merge has moved the existing requests.
        store.lock_user(user_id)?.ok_or(Error::NotFound)?;
        store.lock_authority_register()?;
        let LockedItems { added: stored, remaining } = lock_items(store, item, decision)?;
        let stored = stored.ok_or(Error::CheckIsOver)?;
        let added = store.lock_added_item_of(item)?.ok_or(Error::NotFound)?;
        if added.status != CheckStatus::BeingChecked {
            return Err(Error::CheckIsOver);
        }
        if version != stored.version() {
            let last = store.last_change(item.kind().into(), item.item_id())?;
            return Err(Error::ChangedMeanwhile(last));
        }
        if stored.is_paid() && *decision != CheckDecision::Confirm {
            return Err(Error::AlreadyPaid);
        }
        match decision {
            CheckDecision::Confirm => confirm_item(store, actor, &stored, &added, now)?,
            CheckDecision::SameAs(_) => merge_item(deps, store, actor, (&stored, &added), remaining)?,
            CheckDecision::NotFound(reason) => {
                store.end_item_check(&added, CheckStatus::NotFound, Some(reason), now)?;
                remove_locked_item(deps, store, actor, &stored, reason)?;
            }
        }
        enqueue(deps, store, &QueuedEmail::AddedItemChecked(added.id))?;
        let checked = store.added_item(id)?.ok_or(Error::NotFound)?;
        let names = names_of(store, [user_id].into_iter())?;
        Ok((checked, names))
    })
}

/// Ends the check of an added item. The item is now a confirmed item of the driver's record.
/// `stored` is the item, and `added` the record of its check.
fn confirm_item(
    store: &mut dyn Store,
    actor: &Actor,
    stored: &Item,
    added: &AddedItem,
    now: DateTime<Utc>,
) -> Result<()> {
    must_be_new(store, &stored.details(), Some(stored.payable()))?;
    store.end_item_check(added, CheckStatus::Confirmed, None, now)?;
    store.mark_item_confirmed(stored.payable())?;
    let confirmed = item_audit_entry(actor, AuditAction::ItemConfirmed, stored, now);
    Ok(store.audit(&confirmed.with_after("user_id", &stored.user_id()))?)
}

/// The items that a decision changes, locked until the transaction ends.
struct LockedItems {
    /// The added item; `None` if it doesn't exist.
    added: Option<Item>,
    /// The item that remains after a merge; `None` without a merge, or if it doesn't exist.
    remaining: Option<Item>,
}

/// Locks the added item and, for a merge, the item that remains. The order is always tickets, parking
/// tickets, tolls, each by id, so that two merges can't deadlock.
fn lock_items(store: &mut dyn Store, item: Payable, decision: &CheckDecision) -> Result<LockedItems> {
    let CheckDecision::SameAs(other) = *decision else {
        return Ok(LockedItems { added: store.lock_item(item)?, remaining: None });
    };
    let order = |payable: Payable| {
        let table = match payable {
            Payable::Ticket(_) | Payable::Lawyer(_) => 0,
            Payable::Parking(_) => 1,
            Payable::Toll(_) => 2,
        };
        (table, payable.item_id())
    };
    if order(other) < order(item) {
        let remaining = store.lock_item(other)?;
        return Ok(LockedItems { added: store.lock_item(item)?, remaining });
    }
    let added = store.lock_item(item)?;
    Ok(LockedItems { added, remaining: store.lock_item(other)? })
}

/// Removes the added item. The `remaining` item gets the added item's files, letter and hardship requests.
/// The driver sees the `remaining` item from now on, even while staff are preparing the record. `stored` is
/// the added item, and `added` the record of its check.
fn merge_item(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    (stored, added): (&Item, &AddedItem),
    remaining: Option<Item>,
) -> Result<()> {
    let wrong_item = || Error::field("itemId", "Choose an item on this driver’s record.");
    let driver = stored.user_id();
    let remaining = remaining.filter(|remaining| remaining.user_id() == driver).ok_or_else(wrong_item)?;
    let (from, to) = (stored.payable(), remaining.payable());
    if from == to || store.standing_facts(to)?.is_being_checked() {
        return Err(wrong_item());
    }
    store.lock_limit(Limit::ItemFiles(driver))?;
    let files = store.item_files(from.into())?.len() + store.item_files(to.into())?.len();
    if i64::try_from(files).unwrap_or(i64::MAX) > MAX_ITEM_FILES {
        return Err(Error::TooManyItemFiles);
    }
    store.move_item_files(from.into(), to.into())?;
    move_letter(deps, store, actor, stored, &remaining)?;
    move_requests(deps, store, actor, from.into(), to.into())?;
    store.mark_item_confirmed(to)?;
    store.end_item_check(added, CheckStatus::Merged, None, deps.clock.now())?;
    remove_locked_item(deps, store, actor, stored, &format!("Same as {} {}.", to.noun(), to.item_id()))
}
