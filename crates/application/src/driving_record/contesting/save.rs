//! Saves a letter. Only the item's driver can write it.

use domain::driving_record::contesting::letter::{ContestLetter, LetterDraft};
use domain::driving_record::item_file::ItemId;
use domain::driving_record::ticket::Item;
use domain::shared::ids::UserId;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::contesting::contested_item::ContestedItem;
use crate::driving_record::contesting::read::{LetterOfItem, letter_of_item};
use crate::driving_record::files::access::driver_of_visible_item;
use crate::error::{Error, Result};

/// The letter's contents as the driver saves them.
#[derive(Clone, Debug, Default)]
pub struct LetterInput {
    /// Version of the letter that the driver's form shows; `None` if there was no letter.
    pub version: Option<i32>,
    pub draft: LetterDraft,
    /// Ids of the item's files to enclose. Ids of other or deleted files are ignored.
    pub files: Vec<i64>,
}

/// Saves the letter about one of the caller's items. The letter may be incomplete.
///
/// # Errors
/// [`Error::NotFound`] if the item is another driver's or the account is closed; [`Error::Forbidden`] for staff and
/// lawyers; field errors for invalid contents; [`Error::ChangedMeanwhile`] if the letter has
/// another version; [`Error::LetterSent`]; [`Error::CannotContest`].
pub fn save_letter(deps: &Deps, actor: &Actor, item: ItemId, input: &LetterInput) -> Result<LetterOfItem> {
    in_transaction(&*deps.database, |store| {
        let driver = must_be_writer(store, actor, item)?;
        let contents = input.draft.validate(item.kind).map_err(Error::Fields)?;
        lock_item_and_driver(store, actor, item)?;
        let stored = store.contest_letter(item)?;
        must_be_version(stored.as_ref(), input.version)?;
        if stored.as_ref().is_some_and(|letter| letter.sent.is_some()) {
            return Err(Error::LetterSent);
        }
        let contested = ContestedItem::read(deps, store, item)?;
        if !contested.may_write() {
            return Err(Error::CannotContest);
        }
        let letter = ContestLetter {
            item,
            user_id: driver,
            contents,
            files: own_files(store, item, &input.files)?,
            deadline: contested.deadline,
            sent: None,
            version: next_version(stored.as_ref()),
        };
        store.store_contest_letter(&letter, deps.clock.now())?;
        letter_of_item(deps, store, actor, item)
    })
}

/// Checks that the caller is the item's driver and sees the item. Returns the driver.
pub(super) fn must_be_writer(store: &mut dyn Store, actor: &Actor, item: ItemId) -> Result<UserId> {
    let driver = driver_of_visible_item(store, actor, item)?;
    if actor.id() == driver { Ok(driver) } else { Err(Error::Forbidden) }
}

/// Locks an item and the caller, who is its driver. The lock on the item also protects the
/// letter about it. Fails if the account was closed in the meantime, because nothing may be
/// stored for a closed account.
pub(super) fn lock_item_and_driver(store: &mut dyn Store, actor: &Actor, item: ItemId) -> Result<Item> {
    let locked = store.lock_item(item.payable())?.ok_or(Error::NotFound)?;
    store.lock_user(actor.id())?.ok_or(Error::NotFound)?;
    Ok(locked)
}

/// Checks that the stored letter still has the version that the driver's form shows. `None` means
/// that there is no letter.
pub(super) fn must_be_version(letter: Option<&ContestLetter>, seen_version: Option<i32>) -> Result<()> {
    if letter.map(|letter| letter.version) == seen_version {
        Ok(())
    } else {
        Err(Error::ChangedMeanwhile(None))
    }
}

/// Returns the version that a saved letter gets; 1 for a new letter.
fn next_version(letter: Option<&ContestLetter>) -> i32 {
    letter.map_or(1, |letter| letter.version.saturating_add(1))
}

/// Returns the chosen ids that are files of the item, in the order of the item's files. Files that were
/// deleted since the driver chose them are left out, so that the letter can still be saved.
fn own_files(store: &mut dyn Store, item: ItemId, chosen_ids: &[i64]) -> Result<Vec<i64>> {
    let own = store.item_files(item)?.into_iter().map(|file| file.id);
    Ok(own.filter(|id| chosen_ids.contains(id)).collect())
}
