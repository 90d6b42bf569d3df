//! Updates letters when their items or the register of authorities change.

use domain::driving_record::contesting::letter::{ContestLetter, SendingDetails};
use domain::driving_record::item_file::ItemId;
use ports::driving_record::contest_letters::DriverStates;
use ports::store::{Store, in_transaction, with_store};

use crate::deps::Deps;
use crate::driving_record::contesting::contested_item::ContestedItem;
use crate::error::{Error, Result};

/// Maximum number of letters per page.
const PAGE: i64 = 500;

/// Recomputes the last day to contest for letters that aren't sent, because this day also depends
/// on data outside the item, such as city data. Reads only letters of drivers in `states`. Calls
/// `has_lease` after each page of letters, and stops if this process no longer has the lease.
pub(crate) fn refresh_unsent_letters(
    deps: &Deps,
    states: DriverStates<'_>,
    mut has_lease: impl FnMut() -> Result<bool>,
) -> Result<()> {
    let mut after = 0;
    loop {
        let letters = with_store(&*deps.database, |store| {
            store.unsent_contest_letters(states, after, PAGE).map_err(Error::from)
        })?;
        let Some((last, _)) = letters.last() else { return Ok(()) };
        after = *last;
        for (_, item) in letters {
            in_transaction(&*deps.database, |store| match store.lock_item(item.payable())? {
                Some(_) => refresh_letter(deps, store, item),
                None => Ok(()),
            })?;
        }
        if !has_lease()? {
            return Ok(());
        }
    }
}

/// Updates the letter about an item that the caller has locked: the last day to contest, and
/// whether sending the letter made the item disputed. The letter's version doesn't change, so a
/// driver who has the letter open can still save it. Does nothing if there is no letter.
pub(crate) fn refresh_letter(deps: &Deps, store: &mut dyn Store, item: ItemId) -> Result<()> {
    let Some(letter) = store.contest_letter(item)? else { return Ok(()) };
    let ContestedItem { deadline, is_disputed, .. } = ContestedItem::read(deps, store, item)?;
    let made_disputed = |sent: SendingDetails| sent.made_disputed && is_disputed;
    let sent = letter.sent.map(|sent| SendingDetails { made_disputed: made_disputed(sent), ..sent });
    if (deadline, sent) == (letter.deadline, letter.sent) {
        return Ok(());
    }
    Ok(store.store_contest_letter(&ContestLetter { deadline, sent, ..letter }, deps.clock.now())?)
}
