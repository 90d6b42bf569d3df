//! Updates a letter when its item changes.

use domain::driving_record::contesting::letter::{ContestLetter, Sent};
use domain::driving_record::item_file::ItemId;
use ports::store::Store;

use crate::deps::Deps;
use crate::driving_record::contesting::contested_item::ContestedItem;
use crate::error::Result;

/// Updates the letter about an item that the caller has locked and changed. The letter's last day to contest
/// follows the item's date, issuer and court. If staff ended the dispute, marking the letter as not sent later
/// doesn't end another dispute. The letter's version doesn't change, so the driver can still save an open form.
pub(crate) fn refresh_letter(deps: &Deps, store: &mut dyn Store, item: ItemId) -> Result<()> {
    let Some(letter) = store.contest_letter(item)? else { return Ok(()) };
    let ContestedItem { deadline, is_disputed, .. } = ContestedItem::read(deps, store, item)?;
    let made_disputed = |sent: Sent| sent.made_disputed && is_disputed;
    let sent = letter.sent.map(|sent| Sent { made_disputed: made_disputed(sent), ..sent });
    if (deadline, sent) == (letter.deadline, letter.sent) {
        return Ok(());
    }
    Ok(store.store_contest_letter(&ContestLetter { deadline, sent, ..letter }, deps.clock.now())?)
}
