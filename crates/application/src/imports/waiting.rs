//! Staff's decisions about citations that wait, for example because no verified driver matches
//! (docs/product/imports.md#citations-that-wait).

use chrono::NaiveDate;
use domain::driving_record::amount::{Amount, CONFIRM_ABOVE};
use domain::driving_record::new_item::{ItemDetails, ItemDraft};
use domain::imports::duplicates::comparable_contents_of;
use domain::imports::import::ImportKind;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::business_time::business_date;
use domain::shared::citation_number::CitationNumber;
use domain::shared::ids::{ParkingId, UserId, WaitingId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use domain::shared::person::plate_state::PlateState;
use domain::sources::source::Source;
use ports::imports::waiting::{WaitReason, WaitingCitation};
use ports::shared::paging::{Page, Paged};
use ports::sources::runs::SourceCitation;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::citations::item_with_same_citation;
use crate::driving_record::courts::decide_court;
use crate::error::{Error, Result};
use crate::imports::existing_items::payable_kind;
use crate::imports::keys::{
    citation_key, contents_key, contents_of_filed_item, keys_without_issuer, unnumbered_key,
};

/// Maximum number of citations in one call of [`decide_citations`].
pub const MAX_DECIDED: usize = 200;

/// Staff's decision about a waiting citation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The citation belongs to the proposed driver. The citation becomes an item on that driver's record.
    Accept {
        /// Whether staff have confirmed amounts above [`CONFIRM_ABOVE`].
        are_large_amounts_confirmed: bool,
    },
    /// The citation doesn't belong to the proposed driver, so it waits for another driver.
    Decline,
}

/// The result of deciding on several citations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DecisionCounts {
    /// Number of citations that became items.
    pub filed: usize,
    /// Number of citations that already had an item, perhaps on another driver's record.
    pub existing: usize,
    /// Number of citations whose proposed driver staff declined. They now wait for another driver.
    pub declined: usize,
    /// Number of citations that no longer wait with a proposed driver, for example because
    /// another staff member decided.
    pub gone: usize,
}

/// Lists the citations that wait for `reason`, oldest first. With `candidate`, lists only citations
/// for which this driver was proposed.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff.
pub fn list_waiting_citations(
    store: &mut dyn Store,
    actor: &Actor,
    reason: WaitReason,
    candidate: Option<UserId>,
    page: Page,
) -> Result<Paged<WaitingCitation>> {
    actor.must_be_admin()?;
    Ok(store.waiting_citations(reason, candidate, page)?)
}

/// Decides on several citations in one transaction.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; a field error if `ids` is empty or has more than
/// [`MAX_DECIDED`] citations; [`Error::LargeAmounts`] if amounts are very large and staff have not
/// confirmed them; [`Error::NotFound`] if the driver of an accepted citation has no open account.
pub fn decide_citations(
    deps: &Deps,
    actor: &Actor,
    ids: &[WaitingId],
    decision: Decision,
) -> Result<DecisionCounts> {
    actor.must_be_admin()?;
    if ids.is_empty() || ids.len() > MAX_DECIDED {
        return Err(Error::field("ids", format!("Choose 1 to {MAX_DECIDED} citations.")));
    }
    in_transaction(&*deps.database, |store| {
        let mut locked = store.lock_waiting_citations(ids)?;
        // Every decision locks drivers in the same order, so that concurrent decisions can't deadlock.
        locked.sort_by_key(|citation| (citation.candidate, citation.id));
        if decision == (Decision::Accept { are_large_amounts_confirmed: false }) {
            must_have_no_large_amounts(&locked)?;
        }
        let mut decided =
            DecisionCounts { gone: ids.len().saturating_sub(locked.len()), ..DecisionCounts::default() };
        for citation in locked {
            let Some(driver) = citation.candidate else {
                decided.gone += 1;
                continue;
            };
            let subject = citation
                .import
                .map_or((AuditSubject::User, driver.0), |import| (AuditSubject::Import, import.0));
            let entry = actor.audit_entry(subject, AuditAction::CitationDecided, deps.clock.now());
            let entry = entry
                .with_after("user_id", &driver)
                .with_after("citation", &citation.citation.as_deref().unwrap_or("none"));
            let entry = entry.with_all_after(citation.source.clone().map(|source| ("source", source)));
            match decision {
                Decision::Decline => {
                    store.decline_proposed_driver(citation.id)?;
                    store.audit(&entry.with_after("decision", &"not theirs"))?;
                    decided.declined += 1;
                }
                Decision::Accept { .. } => {
                    let item = file_citation(deps, store, driver, &citation)?;
                    store.delete_waiting_citation(citation.id)?;
                    store.audit(
                        &entry
                            .with_after("decision", &"theirs")
                            .with_all_after(item.map(|id| ("item", id.to_string()))),
                    )?;
                    if item.is_some() { decided.filed += 1 } else { decided.existing += 1 }
                }
            }
        }
        Ok(decided)
    })
}

/// Checks that no citation that has a proposed driver has an amount above [`CONFIRM_ABOVE`].
fn must_have_no_large_amounts(citations: &[WaitingCitation]) -> Result<()> {
    let is_large = |citation: &&WaitingCitation| {
        let amount = citation.fields.iter().find(|(name, _)| name == "amount");
        let amount = amount.and_then(|(_, text)| Amount::parse_number(text));
        citation.candidate.is_some() && amount.is_some_and(|amount| amount > CONFIRM_ABOVE)
    };
    match citations.iter().filter(is_large).count() {
        0 => Ok(()),
        large => Err(Error::LargeAmounts(i32::try_from(large).unwrap_or(i32::MAX))),
    }
}

/// Files a citation as an item. Returns the item's id; `None` if the citation already has an item,
/// even one of another driver or one that staff removed.
fn file_citation(
    deps: &Deps,
    store: &mut dyn Store,
    driver: UserId,
    citation: &WaitingCitation,
) -> Result<Option<i32>> {
    let now = deps.clock.now();
    store.lock_user(driver)?.ok_or(Error::NotFound)?;
    store.lock_authority_register()?;
    let details = decide_court(store, None, details_of(deps, citation, business_date(now))?)?;
    let contents = comparable_contents_of(driver, &details);
    let hashed_contents = contents_key(deps, driver, &details);
    let key = match &citation.citation {
        Some(number) => citation_key(deps, driver, details.issuer(), number),
        None => unnumbered_key(deps, &hashed_contents, citation.ordinal),
    };
    let known = store.items_by_import_key(citation.kind, &[key])?.pop();
    // If the citation has no issuer, the item with the same number may be another city's citation.
    // So the contents must match too.
    let is_certain = citation.citation.is_none() || details.issuer().is_some();
    if let Some((_, item)) = known
        && (is_certain || has_same_contents(store, citation.kind, item, &contents)?)
    {
        return Ok(None);
    }
    if let Some(item) = find_existing_item(deps, store, driver, citation, &details)? {
        if item.kind() == payable_kind(citation.kind) {
            store.store_import_key(citation.kind, key, true, item.item_id(), None)?;
        }
        return Ok(None);
    }
    if let Some(item) = find_item_filed_by_hand(deps, store, driver, citation, &details)? {
        store.store_import_key(citation.kind, key, citation.citation.is_some(), item, None)?;
        return Ok(None);
    }
    let item = store.insert_item(driver, &details, None, now)?;
    if details.is_marked_paid() {
        store.mark_item_paid(item.payable(), now)?;
    }
    let id = item.payable().item_id();
    store.store_import_key(citation.kind, key, citation.citation.is_some(), id, citation.import)?;
    if let Payable::Parking(parking) = item.payable() {
        link_to_source(deps, store, driver, citation, parking, &details)?;
    }
    Ok(Some(id))
}

/// If the citation came from a city's data, links its new parking ticket to the source. Later runs
/// then update the ticket, for example when the citation was paid to the city.
fn link_to_source(
    deps: &Deps,
    store: &mut dyn Store,
    driver: UserId,
    citation: &WaitingCitation,
    item: ParkingId,
    details: &ItemDetails,
) -> Result<()> {
    let Some((source, number)) = source_of(deps, citation).zip(citation.citation.as_ref()) else {
        return Ok(());
    };
    let Some(owed) = Amount::parse_number(details.amount()).filter(|owed| *owed > Money::ZERO) else {
        return Ok(());
    };
    let plate = citation.plate.as_ref();
    Ok(store.put_source_citation(&SourceCitation {
        source: source.name.clone(),
        authority: source.authority.clone(),
        number: number.clone(),
        user: driver,
        item,
        plate: plate.and_then(|(plate, state)| Some((plate.clone(), PlateState::from_name(state)?))),
        owed,
        settled_at: None,
        as_of: citation.created_at,
    })?)
}

/// Returns the source whose data had this citation; `None` if the citation came from a file.
fn source_of<'a>(deps: &'a Deps, citation: &WaitingCitation) -> Option<&'a Source> {
    let name = citation.source.as_deref()?;
    deps.sources.iter().map(|source| source.source()).find(|source| source.name == name)
}

/// Returns the existing item with the citation's issuer and number; `None` if there is no such item
/// or the citation has no number. If the issuer of the citation or of the item is unknown, the
/// item's contents must also match `details`, unless staff removed the item.
fn find_existing_item(
    deps: &Deps,
    store: &mut dyn Store,
    driver: UserId,
    citation: &WaitingCitation,
    details: &ItemDetails,
) -> Result<Option<Payable>> {
    let Some(number) = &citation.citation else { return Ok(None) };
    if let Some(equal) = item_with_same_citation(store, details, None)? {
        return Ok(Some(equal.item));
    }
    let contents = comparable_contents_of(driver, details);
    for (_, item) in store.items_by_import_key(citation.kind, &keys_without_issuer(deps, driver, number))? {
        if has_same_contents(store, citation.kind, item, &contents)? {
            return Ok(Some(payable_kind(citation.kind).of(item)));
        }
    }
    Ok(None)
}

/// Whether an existing item has these contents. Also true if staff removed the item, so that the
/// citation isn't filed again.
fn has_same_contents(store: &mut dyn Store, kind: ImportKind, item: i32, contents: &str) -> Result<bool> {
    let item = store.items_with_ids(kind, &[item])?.pop();
    Ok(item.is_none_or(|item| contents_of_filed_item(kind, &item) == contents))
}

/// Returns an item with the citation's contents that staff filed by hand without a citation number;
/// `None` if there is none. Items of other identical lines don't count.
fn find_item_filed_by_hand(
    deps: &Deps,
    store: &mut dyn Store,
    driver: UserId,
    citation: &WaitingCitation,
    details: &ItemDetails,
) -> Result<Option<i32>> {
    let contents = comparable_contents_of(driver, details);
    let mut same_items = store.items_by_driver_and_day(citation.kind, &[(driver, details.date())])?;
    same_items.retain(|item| contents_of_filed_item(citation.kind, item) == contents);
    if citation.citation.is_some() {
        return Ok(same_items.iter().find(|item| !item.has_citation).map(|item| item.id));
    }
    let hashed_contents = contents_key(deps, driver, details);
    let ordinals = 1..=u32::try_from(same_items.len()).unwrap_or(u32::MAX).saturating_add(citation.ordinal);
    let keys: Vec<_> = ordinals.map(|ordinal| unnumbered_key(deps, &hashed_contents, ordinal)).collect();
    let others = store.items_by_import_key(citation.kind, &keys)?;
    Ok(same_items.iter().map(|item| item.id).find(|id| others.iter().all(|(_, other)| other != id)))
}

/// Validates the waiting citation's fields again, by the same rules as when its file was imported.
fn details_of(deps: &Deps, citation: &WaitingCitation, today: NaiveDate) -> Result<ItemDetails> {
    let mut draft = ItemDraft::new(citation.kind.item());
    // Earlier releases stored the citation number outside the fields, and stored no issuer. This release
    // stores both in the fields.
    if let Some(number) = citation.citation.as_deref().and_then(|number| CitationNumber::parse(number).ok()) {
        draft = draft.with("citation_number", number.as_str());
    }
    if let Some(source) = source_of(deps, citation) {
        draft = draft.with("issuer", source.authority.as_str());
    }
    let is_stored =
        |name: &str, text: &str| !text.is_empty() || !["citation_number", "issuer"].contains(&name);
    let stored = citation.fields.iter().filter(|(name, text)| is_stored(name, text));
    let draft = stored.fold(draft, |draft, (name, text)| draft.with(name, text.as_str()));
    draft.validate(today, None).map_err(|_| Error::defect("a citation to review is no longer valid"))
}
