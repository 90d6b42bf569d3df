//! Filing, changes and removals of drivers' items by staff (docs/product/driving-record.md#filing-an-item).

use chrono::{DateTime, Utc};
use domain::driving_record::new_item::{ItemDetails, ItemDraft};
use domain::driving_record::ticket::Item;
use domain::driving_record::visibility::is_visible_to_driver;
use domain::requests::case_update::CaseKind;
use domain::security::audit::AuditAction;
use domain::shared::business_time::business_date;
use domain::shared::ids::{AuthorityId, UserId};
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use ports::driving_record::filing::Removal;
use ports::security::trail::AuditEntry;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::added::unconfirmed::{end_check_of_removed, must_be_confirmed};
use crate::driving_record::citations::must_be_new;
use crate::driving_record::contesting::refresh::refresh_letter;
use crate::driving_record::courts::decide_court;
use crate::error::{Error, Result};
use crate::shared::case_updates::enqueue_status_texts;
use crate::shared::changes::Changes;
use crate::shared::live_payments;

/// A staff member's change to an item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ItemEdit {
    /// The item's version that the caller saw. With `None`, the edit overwrites changes that
    /// others made since then.
    pub version: Option<i32>,
    /// The driver selected in the form, if the request names one. This driver must be the item's driver,
    /// because an item can't be moved to another driver.
    pub user_id: Option<UserId>,
    /// `true` marks the item as paid, although it wasn't paid in Lanewise. `false` makes a paid or
    /// refunded item due again. `None` leaves the item's payment state unchanged.
    pub is_paid: Option<bool>,
}

/// Files an item for a driver. With `is_paid`, also marks the item as paid, although it
/// wasn't paid in Lanewise.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`] if there is no such user,
/// [`Error::CitationExists`], field errors for invalid fields.
pub fn file_item(deps: &Deps, actor: &Actor, user: UserId, draft: &ItemDraft, is_paid: bool) -> Result<Item> {
    actor.must_be_admin()?;
    let now = deps.clock.now();
    let details = draft.validate(business_date(now), None).map_err(Error::Fields)?;
    in_transaction(&*deps.database, |store| {
        store.lock_user(user)?.ok_or(Error::NotFound)?;
        store.lock_authority_register()?;
        let details = decide_court(store, None, details)?;
        must_be_new(store, &details, None)?;
        let item = store.insert_item(user, &details, None, now)?;
        let filed = details.fields().into_iter().filter(|(_, value)| !value.is_empty());
        store.audit(
            &item_audit_entry(actor, AuditAction::ItemCreated, &item, now)
                .with_after("user_id", &user)
                .with_all_after(filed),
        )?;
        mark_paid_if_requested(deps, store, actor, item, is_paid, now)
    })
}

/// Changes an item. `apply_changes` gets the stored draft and returns the draft with the changes.
/// If a ticket's status changes, a driver who requested texts is texted the new status. No text is
/// sent while the driver can't see the ticket or staff are checking it.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; [`Error::NotFound`]; [`Error::ChangedMeanwhile`]
/// if a given version is outdated; [`Error::CitationExists`]. [`Error::PaidByCard`] if the edit
/// makes an item due again that a payment paid; [`Error::BeingChecked`] if it marks an item as paid
/// that staff haven't confirmed; field errors for invalid fields.
pub fn change_item(
    deps: &Deps,
    actor: &Actor,
    id: Payable,
    edit: &ItemEdit,
    apply_changes: impl FnOnce(ItemDraft) -> ItemDraft,
) -> Result<Item> {
    actor.must_be_admin()?;
    let now = deps.clock.now();
    let marks_paid = edit.is_paid == Some(true);
    in_transaction(&*deps.database, |store| {
        store.lock_authority_register()?;
        let stored = store.lock_item(id)?.ok_or(Error::NotFound)?;
        if edit.version.is_some_and(|seen_version| seen_version != stored.version()) {
            let last = store.last_change(id.kind().into(), id.item_id())?;
            return Err(Error::ChangedMeanwhile(last));
        }
        let stored = match edit.is_paid {
            Some(false) if stored.is_paid() => reopen(deps, store, actor, &stored)?,
            _ => stored,
        };
        let before = stored.details();
        let after = apply_changes(before.draft())
            .validate(business_date(now), Some(before.amount()))
            .map_err(Error::Fields)?;
        let after = decide_court(store, Some(&before), after)?;
        must_be_allowed(&stored, &before, &after, edit)?;
        let citation_of = |details: &ItemDetails| {
            (details.citation_number().map(str::to_owned), details.issuer().map(str::to_owned))
        };
        if citation_of(&before) != citation_of(&after) && !store.standing_facts(id)?.is_being_checked() {
            must_be_new(store, &after, Some(id))?;
        }
        let changed_by = item_audit_entry(actor, AuditAction::ItemChanged, &stored, now);
        let Some(changed) = store_item_change(deps, store, id, (&before, &after), changed_by)? else {
            return mark_paid_if_requested(deps, store, actor, stored, marks_paid, now);
        };
        if before.status() != after.status() {
            notify_status(deps, store, &changed, after.status())?;
        }
        mark_paid_if_requested(deps, store, actor, changed, marks_paid, now)
    })
}

/// Stores an item's details, which changed from `before` to `after`, and adds `entry` to the audit trail.
/// Also updates the letter about the item, and the issuer to which the item's payments are owed. If the fine
/// changed, cancels the item's open payments. Returns `None` if the details are unchanged.
pub(crate) fn store_item_change(
    deps: &Deps,
    store: &mut dyn Store,
    id: Payable,
    (before, after): (&ItemDetails, &ItemDetails),
    entry: AuditEntry,
) -> Result<Option<Item>> {
    let mut trail = Changes::default();
    for ((field, before), (_, after)) in before.fields().into_iter().zip(after.fields()) {
        trail.add(field, before, after);
    }
    if trail.is_empty() {
        return Ok(None);
    }
    let changed = store.update_item(id, after)?.ok_or(Error::NotFound)?;
    if before.fine() != after.fine() {
        live_payments::cancel_open_payments(deps, store, id)?;
    }
    refresh_letter(deps, store, id.into())?;
    if let Some(issuer) = after.issuer().filter(|issuer| before.issuer() != Some(*issuer)) {
        store.update_obligation_issuer(id, issuer)?;
    }
    store.audit(&trail.add_to(entry))?;
    Ok(Some(changed))
}

/// Sets the amount of an unpaid item that the caller has locked, for changes that come from a city's
/// published data. Returns whether the item changed.
///
/// # Errors
/// [`Error::Defect`] if the amount is invalid. The caller must have validated it.
pub(crate) fn put_amount(
    deps: &Deps,
    store: &mut dyn Store,
    stored: &Item,
    amount: &str,
    entry: AuditEntry,
) -> Result<bool> {
    put_fields(deps, store, stored, &[("amount", amount)], entry).map_err(|error| match error {
        Error::Fields(_) => Error::defect("the new amount of an item was not validated"),
        other => other,
    })
}

/// Changes an item that the caller has locked. `fields` has the name and the new text of each field to change. Used
/// for changes that staff don't make with the item's form. Returns whether the item changed.
///
/// # Errors
/// Field errors for invalid fields.
pub(crate) fn put_fields(
    deps: &Deps,
    store: &mut dyn Store,
    stored: &Item,
    fields: &[(&'static str, &str)],
    entry: AuditEntry,
) -> Result<bool> {
    let before = stored.details();
    let draft = fields.iter().fold(before.draft(), |draft, (field, value)| draft.with(field, *value));
    let after = draft.validate(deps.today(), Some(before.amount())).map_err(Error::Fields)?;
    Ok(store_item_change(deps, store, stored.payable(), (&before, &after), entry)?.is_some())
}

/// Sets a ticket's court and the court's state to those that staff entered. If the register of
/// authorities has a different state for the court, the register's state is stored. The caller must
/// have locked the ticket and the register. Returns the ticket.
///
/// # Errors
/// Field errors for invalid fields.
pub(crate) fn put_court(
    deps: &Deps,
    store: &mut dyn Store,
    stored: &Item,
    (court, state): (Option<AuthorityId>, UsState),
    entry: AuditEntry,
) -> Result<Item> {
    let before = stored.details();
    let court = court.map_or_else(String::new, |court| court.to_string());
    let draft = before.draft().with("court_id", court).with("court_state", state.name());
    let after = draft.validate(deps.today(), Some(before.amount())).map_err(Error::Fields)?;
    let after = decide_court(store, Some(&before), after)?;
    Ok(store_item_change(deps, store, stored.payable(), (&before, &after), entry)?
        .unwrap_or_else(|| stored.clone()))
}

/// Checks that a change doesn't move the item to another driver, and doesn't change the amount of a paid item. The
/// change must not remove the status Paid from a paid item, or set it on an item that becomes due again.
fn must_be_allowed(stored: &Item, before: &ItemDetails, after: &ItemDetails, edit: &ItemEdit) -> Result<()> {
    if edit.user_id.is_some_and(|user| user != stored.user_id()) {
        let sentence =
            "You can’t move an item to another driver. Remove it here and create it for the other driver.";
        return Err(Error::field("user_id", sentence));
    }
    if stored.is_paid() && before.amount() != after.amount() {
        return Err(Error::field("amount", "This item is paid, so you can’t change its amount."));
    }
    if edit.is_paid == Some(false) && after.is_marked_paid() {
        return Err(Error::field("status", "An item that is due again can’t have the status Paid."));
    }
    if stored.is_paid() && before.is_marked_paid() && !after.is_marked_paid() {
        return Err(Error::field("status", "A paid item can’t become unpaid."));
    }
    Ok(())
}

/// Makes an item due again, if staff marked it as paid or its payment was refunded. An item that was paid by
/// card becomes due only when its payment is refunded.
fn reopen(deps: &Deps, store: &mut dyn Store, actor: &Actor, stored: &Item) -> Result<Item> {
    let payable = stored.payable();
    if store.is_settled_by_payment(payable)? {
        return Err(Error::PaidByCard);
    }
    store.reopen_item(payable)?;
    live_payments::cancel_open_payments(deps, store, payable)?;
    let reopened = item_audit_entry(actor, AuditAction::ItemReopened, stored, deps.clock.now());
    store.audit(&reopened.changed("is_paid", &true, &false).with_after("user_id", &stored.user_id()))?;
    store.lock_item(payable)?.ok_or(Error::NotFound)
}

/// Marks an item as paid that wasn't paid in Lanewise, if staff requested it (`is_paid`) or
/// chose the status Paid.
fn mark_paid_if_requested(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    item: Item,
    is_paid: bool,
    now: DateTime<Utc>,
) -> Result<Item> {
    if item.is_paid() || !(is_paid || item.details().is_marked_paid()) {
        return Ok(item);
    }
    let payable = item.payable();
    must_be_confirmed(store, payable)?;
    store.mark_item_paid(payable, now)?;
    live_payments::cancel_open_payments(deps, store, payable)?;
    store.audit(&marked_paid_entry(actor, payable, item.user_id(), now))?;
    store.lock_item(payable)?.ok_or(Error::NotFound)
}

/// Texts a ticket's new status to the driver. No text is sent if the driver can't see the ticket or
/// staff are checking it. Parking tickets and tolls have no status.
fn notify_status(deps: &Deps, store: &mut dyn Store, item: &Item, status: &str) -> Result<()> {
    let facts = store.standing_facts(item.payable())?;
    if facts.is_being_checked() {
        return Ok(());
    }
    let driver = item.user_id();
    let is_ready = store.user(driver)?.is_some_and(|user| user.has_items_ready());
    match item {
        Item::Ticket(_) if is_visible_to_driver(is_ready, facts.driver_entry) => {
            enqueue_status_texts(deps, store, driver, CaseKind::Ticket, status)
        }
        Item::Ticket(_) | Item::Parking(_) | Item::Toll(_) => Ok(()),
    }
}

/// Removes an item. `reason` is the reason that staff give. If a payment for the item arrives later,
/// it is refunded ([`crate::payments::settlement`]).
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; [`Error::NotFound`], also if the
/// item was already removed.
pub fn remove_item(deps: &Deps, actor: &Actor, id: Payable, reason: &str) -> Result<Item> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let stored = store.lock_item(id)?.ok_or(Error::NotFound)?;
        remove_locked_item(deps, store, actor, &stored, reason)?;
        Ok(stored)
    })
}

/// Removes an item that the caller has locked, and the driver's letter about it. If the driver added the item
/// and staff are still checking it, the check ends, and the driver sees `reason`.
pub(crate) fn remove_locked_item(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    stored: &Item,
    reason: &str,
) -> Result<()> {
    let (payable, now) = (stored.payable(), deps.clock.now());
    end_check_of_removed(deps, store, payable, reason)?;
    store.delete_contest_letter(payable.into())?;
    store.remove_item(payable, &Removal { by: actor.id(), result: reason.to_owned(), at: now })?;
    live_payments::cancel_open_payments(deps, store, payable)?;
    let filed = stored.details().fields().into_iter().filter(|(_, value)| !value.is_empty());
    let removed = item_audit_entry(actor, AuditAction::ItemRemoved, stored, now)
        .with_before("user_id", &stored.user_id())
        .with_before("is_paid", &stored.is_paid())
        .with_all_before(filed)
        .with_after("result", &reason);
    Ok(store.audit(&removed)?)
}

/// Builds an audit entry about an item.
pub(crate) fn item_audit_entry(
    actor: &Actor,
    action: AuditAction,
    item: &Item,
    occurred_at: DateTime<Utc>,
) -> AuditEntry {
    let payable = item.payable();
    actor.audit_entry((payable.kind().into(), payable.item_id()), action, occurred_at)
}

/// Builds an audit entry about an item that staff mark paid.
pub(crate) fn marked_paid_entry(
    actor: &Actor,
    payable: Payable,
    owner: UserId,
    occurred_at: DateTime<Utc>,
) -> AuditEntry {
    actor
        .audit_entry((payable.kind().into(), payable.item_id()), AuditAction::MarkedPaidByHand, occurred_at)
        .changed("is_paid", &false, &true)
        .with_after("user_id", &owner)
}
