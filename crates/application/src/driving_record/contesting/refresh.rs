//! Updates letters when their items or the register of authorities change.

use domain::driving_record::contesting::letter::{ContestLetter, SendingDetails};
use domain::driving_record::item_file::ItemId;
use ports::store::{Store, in_transaction, with_store};

use crate::deps::Deps;
use crate::driving_record::contesting::contested_item::ContestedItem;
use crate::error::{Error, Result};

/// Number of letters that are read at once.
const PAGE: i64 = 500;

/// Recomputes the last day to contest of every letter that isn't sent. The day can change without a change to the item,
/// because it also depends on the register of authorities, the city's data and this server's rules. Only letters of
/// drivers from `states` are read, and with `stateless` also those of drivers whose state is unknown. `has_lease` is
/// called after each page of letters; `false` stops the work.
pub(crate) fn refresh_unsent_letters(
    deps: &Deps,
    (states, stateless): (&[&str], bool),
    mut has_lease: impl FnMut() -> Result<bool>,
) -> Result<()> {
    let mut after = 0;
    loop {
        let letters = with_store(&*deps.database, |store| {
            store.unsent_contest_letters((states, stateless), after, PAGE).map_err(Error::from)
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

/// Updates the letter about an item that the caller has locked. The letter's last day to contest follows the
/// item's current data and the register of authorities. If staff ended the dispute, marking the letter as
/// not sent later doesn't end another dispute. The letter's version doesn't change, so the driver can still
/// save an open form.
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
