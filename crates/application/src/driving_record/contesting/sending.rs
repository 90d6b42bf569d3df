//! Marks a letter or the issuer's own form as sent or as not sent. Sending makes the item disputed. Also
//! moves a letter to another item when two items turn out to be the same.

use chrono::NaiveDate;
use domain::driving_record::contesting::letter::{
    ContestLetter, LetterContents, SendingDetails, check_sent_on,
};
use domain::driving_record::item_file::ItemId;
use domain::driving_record::ticket::Item;
use domain::security::audit::AuditAction;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::contesting::contested_item::ContestedItem;
use crate::driving_record::contesting::read::{LetterOfItem, letter_of_item};
use crate::driving_record::contesting::save::{lock_item_and_driver, must_be_version, must_be_writer};
use crate::driving_record::filing::{item_audit_entry, store_item_change};
use crate::error::{Error, Result};

/// Records that the driver sent the letter on the day `sent_on`, or, with `None`, that the driver didn't send
/// the letter. If the item's state, city or toll operator accepts only its own form, `sent_on` is the day on
/// which the driver sent that form, and the letter may be missing or incomplete. `version` is the letter's
/// version that the driver saw; `None` if there was no letter. A repeated call changes nothing and succeeds,
/// even with the version from before the first call.
///
/// # Errors
/// [`Error::NotFound`] if the item is another driver's; [`Error::Forbidden`] for staff and lawyers; a
/// field error for `sentOn` if the day is in the future or before the item's date;
/// [`Error::LetterIncomplete`]; [`Error::ChangedMeanwhile`]; [`Error::LetterSent`] if the letter is
/// already marked as sent on another day; [`Error::CannotContest`].
pub fn set_sent(
    deps: &Deps,
    actor: &Actor,
    item: ItemId,
    version: Option<i32>,
    sent_on: Option<NaiveDate>,
) -> Result<LetterOfItem> {
    in_transaction(&*deps.database, |store| {
        must_be_writer(store, actor, item)?;
        let locked = lock_item_and_driver(store, actor, item)?;
        let stored = store.contest_letter(item)?;
        let sent = stored.as_ref().and_then(|letter| letter.sent);
        if sent.map(|sent| sent.sent_on) != sent_on {
            match (sent_on, stored) {
                (Some(day), stored) => mark_sent(deps, store, actor, &locked, (stored, version), day)?,
                (None, Some(letter)) => {
                    must_be_version(Some(&letter), version)?;
                    mark_unsent(deps, store, actor, &locked, letter)?;
                }
                (None, None) => {}
            }
        }
        letter_of_item(deps, store, actor, item)
    })
}

/// Marks a letter as sent on `day`, and the item as disputed. `stored` is the letter, if there is one, and
/// `version` the version that the driver saw.
fn mark_sent(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    item: &Item,
    (stored, version): (Option<ContestLetter>, Option<i32>),
    day: NaiveDate,
) -> Result<()> {
    let contested = ContestedItem::read(deps, store, item.payable().into())?;
    let is_own_form = contested.start.own_form.is_some();
    if stored.is_none() && !is_own_form {
        return Err(Error::LetterIncomplete);
    }
    must_be_version(stored.as_ref(), version)?;
    let letter = stored.unwrap_or_else(|| empty_letter(item, &contested));
    if letter.sent.is_some() {
        return Err(Error::LetterSent);
    }
    if !is_own_form && !letter.contents.is_complete() {
        return Err(Error::LetterIncomplete);
    }
    if !contested.may_contest {
        return Err(Error::CannotContest);
    }
    check_sent_on(day, contested.date, deps.today())
        .map_err(|error| Error::field("sentOn", error.to_string()))?;
    let made_disputed = !item.details().is_disputed();
    set_disputed(deps, store, actor, item, true)?;
    store_new_version(deps, store, letter, Some(SendingDetails { sent_on: day, made_disputed, is_own_form }))
}

/// Returns a letter without contents, which records that the driver sent the issuer's own form.
fn empty_letter(item: &Item, contested: &ContestedItem) -> ContestLetter {
    ContestLetter {
        item: item.payable().into(),
        user_id: item.user_id(),
        contents: LetterContents::default(),
        files: vec![],
        deadline: contested.deadline,
        sent: None,
        version: 0,
    }
}

/// Marks a sent letter as not sent. If sending it made the item disputed, the dispute ends.
fn mark_unsent(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    item: &Item,
    letter: ContestLetter,
) -> Result<()> {
    let Some(sent) = letter.sent else { return Ok(()) };
    if sent.made_disputed {
        set_disputed(deps, store, actor, item, false)?;
    }
    if letter.is_empty() {
        return Ok(store.delete_contest_letter(letter.item)?);
    }
    // The letter may have been written about another kind of item and moved to this item by a
    // merge. Grounds that this kind doesn't have are removed, because the driver couldn't save the
    // letter with them.
    let contents = letter.contents.for_kind(letter.item.kind);
    store_new_version(deps, store, ContestLetter { contents, ..letter }, None)
}

/// Stores a letter with the next version number. `sent` is `None` if the letter
/// isn't marked as sent.
fn store_new_version(
    deps: &Deps,
    store: &mut dyn Store,
    letter: ContestLetter,
    sent: Option<SendingDetails>,
) -> Result<()> {
    let version = letter.version.saturating_add(1);
    Ok(store.store_contest_letter(&ContestLetter { sent, version, ..letter }, deps.clock.now())?)
}

/// Stores whether the driver disputes the item, and adds an audit entry.
fn set_disputed(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    item: &Item,
    is_disputed: bool,
) -> Result<()> {
    let (before, after) = (item.details(), item.details().with_dispute(is_disputed));
    let changed = item_audit_entry(actor, AuditAction::ItemChanged, item, deps.clock.now());
    store_item_change(
        deps,
        store,
        item.payable(),
        (&before, &after),
        changed.with_after("user_id", &item.user_id()),
    )?;
    Ok(())
}

/// Moves the letter about `from` to `remaining`, an item of the same driver. Does nothing if
/// `remaining` already has a letter. If the letter was sent and `from` is disputed, `remaining`
/// becomes disputed too. The caller must have locked both items.
pub(crate) fn move_letter(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    from: &Item,
    remaining: &Item,
) -> Result<()> {
    let (item, to) = (ItemId::from(from.payable()), ItemId::from(remaining.payable()));
    let Some(letter) = store.contest_letter(item)? else { return Ok(()) };
    if store.contest_letter(to)?.is_some() {
        return Ok(());
    }
    let is_disputing = letter.sent.is_some() && from.details().is_disputed();
    let made_disputed = is_disputing && !remaining.details().is_disputed();
    if made_disputed {
        set_disputed(deps, store, actor, remaining, true)?;
    }
    let sent = letter.sent.map(|sent| SendingDetails { made_disputed, ..sent });
    // A sent letter keeps all its grounds, even those that the new item's kind doesn't have,
    // because the driver sent it with them.
    let contents = if sent.is_some() { letter.contents } else { letter.contents.for_kind(to.kind) };
    let deadline = ContestedItem::read(deps, store, to)?.deadline;
    store.delete_contest_letter(item)?;
    store_new_version(deps, store, ContestLetter { item: to, contents, deadline, ..letter }, sent)
}
