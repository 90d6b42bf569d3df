//! Moves hardship requests when staff find that an added item is the same as another item.

use domain::driving_record::item_file::ItemId;
use domain::requests::hardship::HardshipAnswer;
use domain::security::audit::AuditAction;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::Result;

/// The answer to the older of a driver's two open hardship requests, when their items are found
/// to be the same.
const JOINED: &str = "You asked about this twice: the ticket or toll that you added was already on your record. \
                      We answer your newer request.";

/// Moves the hardship requests about the item `from` to the item `to` of the same driver. If both items have
/// an open request, the older request gets the answer [`JOINED`], and the newer one stays open. The caller
/// must have locked the driver and both items.
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
        let entry = actor.audit_entry(older.item.subject(), AuditAction::HardshipAnswered, answered_at);
        store.audit(&entry.with_after("request", &older.id))?;
    }
    Ok(store.move_hardship_requests(from, to)?)
}
