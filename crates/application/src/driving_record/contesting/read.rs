//! Reading a letter, by the item's driver or by staff.

use domain::driving_record::contesting::letter::{ContestLetter, Correspondent, LetterContents};
use domain::driving_record::item_file::ItemId;
use domain::security::audit::AuditAction;
use domain::shared::citation_number::issuer_key;
use domain::shared::ids::UserId;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::contesting::contested_item::ContestedItem;
use crate::driving_record::files::access::driver_of_visible_item;
use crate::error::Result;
use crate::shared::files::key::existing_key;

/// The letter about an item, with the item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterOfItem {
    pub item: ContestedItem,
    /// The driver's full name, if known. The page fills it in for a new letter.
    pub driver_name: Option<String>,
    /// The issuer's postal address, which the page fills in for a new letter. `None` if the register has
    /// none, or if the letter has been saved.
    pub issuer_address: Option<String>,
    /// The letter. `None` if the driver hasn't saved one.
    pub letter: Option<ContestLetter>,
    /// Characters that the PDF would show as `□`, by the field that has them. If no letter is saved, these are
    /// characters of the names and the address that the page fills in.
    pub unprintable: Vec<(&'static str, Vec<char>)>,
    /// Whether the caller can write the letter now.
    pub may_write: bool,
    /// Whether the caller can mark the letter, or the issuer's own form, as sent now.
    pub may_mark_sent: bool,
}

/// Returns the letter about an item. If the driver has saved a letter, reading by staff is audited.
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
    let driver = driver_of_visible_item(store, actor, item)?;
    let letter = store.contest_letter(item)?;
    let is_own = actor.id() == driver;
    if letter.is_some()
        && let Some(entry) =
            actor.audit_entry_if_staff(driver, item.subject(), AuditAction::FileRead, deps.clock.now())
    {
        store.audit(&entry.with_after("document", &"contest_letter"))?;
    }
    let user = store.user(driver)?;
    let contested = ContestedItem::read(deps, store, item)?;
    let issuer = contested.issuer.as_deref().filter(|_| letter.is_none());
    let issuer_address = issuer.map(|name| store.postal_address(&issuer_key(name))).transpose()?.flatten();
    let driver_name = user.and_then(|user| user.full_name);
    let proposed = LetterContents {
        sender: Correspondent { name: driver_name.clone().unwrap_or_default(), ..Correspondent::default() },
        issuer: Correspondent {
            name: contested.issuer.clone().unwrap_or_default(),
            address: issuer_address.clone().unwrap_or_default(),
        },
        ..LetterContents::default()
    };
    let names = enclosed_names(deps, store, driver, letter.as_ref())?;
    let unprintable =
        unprintable_by_field(deps, letter.as_ref().map_or(&proposed, |letter| &letter.contents), &names);
    Ok(LetterOfItem {
        may_write: is_own && contested.may_write(),
        may_mark_sent: is_own && contested.may_contest,
        item: contested,
        driver_name,
        issuer_address,
        unprintable,
        letter,
    })
}

/// Returns the names of the files that a letter encloses. The printed letter lists these names.
fn enclosed_names(
    deps: &Deps,
    store: &mut dyn Store,
    driver: UserId,
    letter: Option<&ContestLetter>,
) -> Result<Vec<String>> {
    let Some(letter) = letter.filter(|letter| !letter.files.is_empty()) else { return Ok(vec![]) };
    let Some(key) = existing_key(deps, store, driver)? else { return Ok(vec![]) };
    let files = store.item_files(letter.item)?.into_iter().filter(|file| letter.files.contains(&file.id));
    files.map(|file| key.open_name(deps, &file)).collect()
}

/// Returns the characters that the printed letter's font doesn't have, for each field of the letter that
/// contains any. `names` are the names of the enclosed files.
fn unprintable_by_field(
    deps: &Deps,
    contents: &LetterContents,
    names: &[String],
) -> Vec<(&'static str, Vec<char>)> {
    let names = names.concat();
    let texts = [
        ("words", &contents.words),
        ("fileIds", &names),
        ("senderName", &contents.sender.name),
        ("senderAddress", &contents.sender.address),
        ("issuerName", &contents.issuer.name),
        ("issuerAddress", &contents.issuer.address),
    ];
    let found = texts.map(|(field, text)| (field, deps.letters.unprintable_chars(text)));
    found.into_iter().filter(|(_, characters)| !characters.is_empty()).collect()
}
