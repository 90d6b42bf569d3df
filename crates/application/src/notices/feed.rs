//! A driver's calendar at an address of its own (docs/PRODUCT.md#calendar).

use domain::driving_record::calendar::{self, Appointment};
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};

/// Makes the caller's calendar readable at a new address, and answers its secret: it is stored as a hash, so this is the only time that
/// anybody sees it. An address from before is good for nothing any more.
///
/// # Errors
/// Only the database's.
pub fn open(deps: &Deps, actor: &Actor) -> Result<String> {
    let secret = deps.tokens.new_token();
    let hash = deps.tokens.hash(&secret);
    in_transaction(&*deps.database, |store| {
        store.set_calendar_feed(actor.id(), Some((&hash, deps.clock.now()))).map_err(Error::from)
    })?;
    Ok(secret)
}

/// Nobody reads it any more.
///
/// # Errors
/// Only the database's.
pub fn close(deps: &Deps, actor: &Actor) -> Result<()> {
    in_transaction(&*deps.database, |store| store.set_calendar_feed(actor.id(), None).map_err(Error::from))
}

/// The entries of the calendar with this secret: what is to be paid, and every day in court. Empty is a calendar too.
///
/// # Errors
/// [`Error::NotFound`] when there is no such calendar.
pub fn read(deps: &Deps, store: &mut dyn Store, secret: &str) -> Result<Vec<Appointment>> {
    let owner = store.calendar_owner(&deps.tokens.hash(secret))?.ok_or(Error::NotFound)?;
    let user = store.user(owner)?.ok_or(Error::NotFound)?;
    if !user.items_are_ready() {
        return Ok(vec![]);
    }
    let mut entries = vec![];
    for (ticket, _) in store.tickets_of(owner)? {
        entries.extend(calendar::of_ticket(&ticket));
    }
    entries.extend(
        store
            .parking_of(owner)?
            .iter()
            .filter(|(_, facts)| !facts.is_settled_with_city())
            .filter_map(|(item, _)| calendar::of_parking(item)),
    );
    entries.extend(store.tolls_of(owner)?.iter().filter_map(|(item, _)| calendar::of_toll(item)));
    Ok(entries)
}
