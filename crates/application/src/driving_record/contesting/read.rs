//! Reading a letter, by the item's driver or by staff.

use domain::driving_record::contesting::letter::ContestLetter;
use domain::driving_record::item_file::ItemId;
use domain::security::audit::AuditAction;
use domain::shared::citation_number::issuer_key;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::contesting::contested_item::ContestedItem;
use crate::driving_record::files::access::driver_of;
use crate::error::Result;

/// The letter about an item, with the item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterOfItem {
    pub item: ContestedItem,
    /// The driver's full name, which the page fills in for a new letter.
    pub driver_name: Option<String>,
    /// The issuer's postal address in the register, which the page fills in for a new letter.
    pub issuer_address: Option<String>,
    /// The letter. `None` if the driver hasn't saved one.
    pub letter: Option<ContestLetter>,
    /// Whether the caller can write and send the letter now.
    pub may_write: bool,
}

/// Returns the letter about an item. Reading by staff is audited.
///
/// # Errors
/// [`crate::Error::NotFound`] if the item is another driver's or not visible to the driver
/// yet; [`crate::Error::Forbidden`] for lawyers.
pub fn letter_of_item(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    item: ItemId,
) -> Result<LetterOfItem> {
    let driver = driver_of(store, actor, item)?;
    let letter = store.contest_letter(item)?;
    let is_own = actor.id() == driver;
    if letter.is_some()
        && let Some(entry) = actor.entry_for(driver, item.subject(), AuditAction::FileRead, deps.clock.now())
    {
        store.audit(&entry.is("document", &"contest_letter"))?;
    }
    let user = store.user(driver)?;
    let contested = ContestedItem::read(deps, store, item)?;
    let issuer = contested.issuer.as_deref().filter(|_| letter.is_none());
    let issuer_address = issuer.map(|name| store.postal_address(&issuer_key(name))).transpose()?.flatten();
    Ok(LetterOfItem {
        may_write: is_own && contested.may_contest,
        item: contested,
        driver_name: user.and_then(|user| user.full_name),
        issuer_address,
        letter,
    })
}
