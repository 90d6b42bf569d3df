//! Requests of drivers who can't pay, about an added item that is the same as another item.

use domain::driving_record::item_file::ItemId;
use domain::requests::hardship::HardshipAnswer;
use domain::security::audit::AuditAction;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::Result;

/// The answer to a request about an item that turned out to be the same as another one with a request.
const JOINED: &str = "You asked about this twice: the ticket or toll that you added was already on your record. \
                      We answer your newer request.";

/// Moves the requests about an item to another item of the same driver. If both have an open one, the older is answered
/// with [`JOINED`], because staff answer the newer. The caller must have locked the driver and both items.
pub(super) fn move_requests(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    from: ItemId,
    to: ItemId,
) -> Result<()> {
    let answered_at = deps.clock.now();
    let open = (store.lock_open_hardship_request(from)?, store.lock_open_hardship_request(to)?);
    if let (Some(one), Some(other)) = open {
        let older = if one.asked_at <= other.asked_at { one } else { other };
        store.answer_hardship_request(&older, &HardshipAnswer { text: JOINED.to_owned(), answered_at })?;
        let entry = actor.entry(older.item.subject(), AuditAction::HardshipAnswered, answered_at);
        store.audit(&entry.is("request", &older.id))?;
    }
    Ok(store.move_hardship_requests(from, to)?)
}
