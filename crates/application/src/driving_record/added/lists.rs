//! Lists of added items for the driver and for staff, and a search for the issuers that a driver can choose.

use domain::driving_record::added::{RESULT_SHOWN_FOR, Similarity, lookalikes};
use domain::shared::citation_number::{issuer_key, normalize_citation_number};
use ports::driving_record::added::{AddedItemSummary, SimilarItem, SimilarItemQuery};
use ports::driving_record::courts::KnownIssuer;
use ports::shared::paging::{Page, Paged};
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};

/// Maximum number of similar tickets, of similar parking tickets, and of similar tolls.
const MAX_SIMILAR: i64 = 20;

/// Returns the items that the caller added, newest first: items that are being checked, and recent results.
///
/// # Errors
/// [`Error::Forbidden`] for staff and lawyers.
pub fn list_own_items(deps: &Deps, store: &mut dyn Store, actor: &Actor) -> Result<Vec<AddedItemSummary>> {
    actor.must_be_driver()?;
    let now = deps.clock.now();
    let mut added = store.added_items_of(actor.id(), now - RESULT_SHOWN_FOR)?;
    added.retain(|one| one.added.status.is_shown(one.added.checked_at.unwrap_or(one.added.added_at), now));
    Ok(added)
}

/// Returns the items that staff must check, oldest first.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff.
pub fn list_items_to_check(
    store: &mut dyn Store,
    actor: &Actor,
    page: Page,
) -> Result<Paged<AddedItemSummary>> {
    actor.must_be_admin()?;
    Ok(store.items_to_check(page)?)
}

/// An added item, with other items that may be the same citation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemToCheck {
    pub added: AddedItemSummary,
    /// Other items that may be the same citation, including items that are being
    /// checked. The [`Similarity`] says how each item resembles the added one, for
    /// example by its citation number.
    pub similar: Vec<(Similarity, SimilarItem)>,
}

/// Returns an added item with other items that may be the same citation. `id` is the id of the
/// `AddedItem`, not of the item.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`].
pub fn read_item_to_check(store: &mut dyn Store, actor: &Actor, id: i64) -> Result<ItemToCheck> {
    actor.must_be_admin()?;
    let added = store.added_item(id)?.ok_or(Error::NotFound)?;
    let number = added.citation.number.as_deref().map(normalize_citation_number);
    let numbers = number.map(|number| lookalikes(&number)).unwrap_or_default();
    let query = SimilarItemQuery {
        numbers: &numbers,
        user: added.added.user_id,
        date: added.date,
        limit: MAX_SIMILAR,
    };
    let similarity = |one: &SimilarItem| {
        // The query finds another driver's item by its number, or by its plate and day. So if the
        // number doesn't match, the plate and the day do.
        let has_number = one
            .citation
            .number
            .as_deref()
            .is_some_and(|one| numbers.contains(&normalize_citation_number(one)));
        let is_same_driver = one.user_id == added.added.user_id || !has_number;
        let is_same_day = is_same_driver && one.date == added.date;
        Similarity::of(added.citation.number.as_deref(), one.citation.number.as_deref(), is_same_day)
    };
    let mut similar = store.similar_items(&query)?;
    similar.retain(|one| one.item != added.added.item);
    let similar = similar.into_iter().map(|one| (similarity(&one), one)).collect();
    Ok(ItemToCheck { added, similar })
}

/// Maximum number of authorities in the result of [`search_issuers`].
const MAX_ISSUERS: i64 = 8;
/// Minimum length of the string to search issuers for, in letters and digits.
const MIN_IN_SEARCH: usize = 2;

/// Returns up to [`MAX_ISSUERS`] authorities that have `text` in one of their names, ordered by
/// name. The result is empty if `text` is shorter than [`MIN_IN_SEARCH`].
///
/// # Errors
/// [`Error::Forbidden`] for lawyers.
pub fn search_issuers(store: &mut dyn Store, actor: &Actor, text: &str) -> Result<Vec<KnownIssuer>> {
    actor.must_not_be_lawyer()?;
    let key = issuer_key(text);
    if key.chars().count() < MIN_IN_SEARCH {
        return Ok(vec![]);
    }
    Ok(store.known_issuers(&key, MAX_ISSUERS)?)
}
