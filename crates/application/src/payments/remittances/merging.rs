//! Merging two authorities of the register (docs/product/money-to-authorities.md#merging).

use domain::payments::remittances::authority::{Authority, AuthorityDetails};
use domain::security::audit::AuditAction;
use domain::shared::citation_number::issuer_key;
use domain::shared::ids::AuthorityId;
use ports::driving_record::filing::NumberedPair;
use ports::payments::remittances::merging::MergeCounts;
use ports::shared::limits::Limit;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::citations::{IssuerSpellings, pairs_with_same_citation};
use crate::driving_record::courts::update_courts_after_merge;
use crate::error::{Error, Result};
use crate::payments::remittances::register::SUBJECT;

/// A merge that staff request: the ids of two authorities, each with the version that staff saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MergeRequest {
    /// The authority that is deleted.
    pub merged: (AuthorityId, i32),
    /// The authority that remains and gets the deleted authority's names and records.
    pub into: (AuthorityId, i32),
}

/// The effects of a merge, shown before staff confirm it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergePreview {
    /// Current version of the authority that would be deleted.
    pub version: i32,
    /// The remaining authority as it would be after the merge, with its current version.
    pub after: Authority,
    /// Number of records that would move to the remaining authority.
    pub counts: MergeCounts,
    /// Names that citation sources use for the authority that would be deleted.
    pub sources: Vec<String>,
    /// Pairs of items that would get the same issuer and citation number. The merge is refused if there are any.
    pub equal: Vec<NumberedPair>,
}

/// Returns the effects that merging `merged` into `into` would have.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; [`Error::NotFound`]; a field error if `into` is missing or
/// the two authorities can't be merged.
pub fn preview_merge(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    merged: AuthorityId,
    into: Option<AuthorityId>,
) -> Result<MergePreview> {
    actor.must_be_admin()?;
    let (merged, remaining) = find_authorities(&store.authorities()?, merged, into)?;
    let details = details_after_merge(&remaining, &merged)?;
    let (counts, equal) = count_moved_records(store, &merged, &remaining)?;
    let keys = merged.details.keys();
    let named = deps.sources.iter().map(|source| &source.source().authority);
    Ok(MergePreview {
        version: merged.version,
        after: Authority { details, ..remaining },
        counts,
        sources: named.filter(|name| keys.contains(&issuer_key(name))).cloned().collect(),
        equal,
    })
}

/// Merges one authority into another, and deletes the merged authority. Its names, tickets,
/// cases, practice areas, remittances and obligations move to the remaining authority. A
/// merge can't be undone.
///
/// # Errors
/// The same errors as [`preview_merge`]; [`Error::ChangedMeanwhile`] if a version is outdated,
/// [`Error::EqualCitations`] if items would have the same issuer and citation number.
pub fn merge_authorities(deps: &Deps, actor: &Actor, request: MergeRequest) -> Result<Authority> {
    actor.must_be_admin()?;
    let MergeRequest { merged: (merged, version), into: (into, into_version) } = request;
    in_transaction(&*deps.database, |store| {
        store.lock_limit(Limit::Authorities)?;
        let (merged, remaining) =
            find_authorities(&store.lock_authorities([merged, into])?, merged, Some(into))?;
        for (authority, seen) in [(&merged, version), (&remaining, into_version)] {
            if authority.version != seen {
                return Err(Error::ChangedMeanwhile(store.last_change(SUBJECT, authority.id.0)?));
            }
        }
        let details = details_after_merge(&remaining, &merged)?;
        let (counts, equal) = count_moved_records(store, &merged, &remaining)?;
        if !equal.is_empty() {
            return Err(Error::EqualCitations(equal));
        }
        let after = store.move_authority_names(merged.id, remaining.id, &details)?;
        let named = |authority: &Authority| (authority.details.keys(), authority.place());
        update_courts_after_merge(store, &named(&merged), &named(&remaining), after.place())?;
        store.move_court_references(merged.id, remaining.id)?;
        store.move_authority_money(&merged, remaining.id)?;
        audit_merge(deps, store, actor, (&merged, &after), counts)?;
        Ok(after)
    })
}

/// Finds the authority `merged`, which would be deleted, and the remaining authority `into`.
fn find_authorities(
    all: &[Authority],
    merged: AuthorityId,
    into: Option<AuthorityId>,
) -> Result<(Authority, Authority)> {
    let one = |id| all.iter().find(|authority| authority.id == id).cloned().ok_or(Error::NotFound);
    let merged = one(merged)?;
    let into = into.ok_or_else(|| Error::field("into", "Choose an authority."))?;
    Ok((merged, one(into)?))
}

/// Returns the details of `remaining` after it takes over the names of `merged`.
fn details_after_merge(remaining: &Authority, merged: &Authority) -> Result<AuthorityDetails> {
    remaining.absorb(merged).map_err(|error| Error::field("into", error.to_string()))
}

/// Counts the records that a merge would move, and finds the items that would get the same issuer and number.
fn count_moved_records(
    store: &mut dyn Store,
    merged: &Authority,
    remaining: &Authority,
) -> Result<(MergeCounts, Vec<NumberedPair>)> {
    let spellings = IssuerSpellings::read(store)?;
    let issuers = spellings.of(&merged.details.keys());
    let counts = store.count_records_of_authority(merged.id, &issuers)?;
    let equal = pairs_with_same_citation(store, &issuers, &spellings.of(&remaining.details.keys()))?;
    Ok((counts, equal))
}

/// Adds an audit entry for the deleted authority `merged`, and one for the remaining authority `after`.
fn audit_merge(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    (merged, after): (&Authority, &Authority),
    counts: MergeCounts,
) -> Result<()> {
    let entry =
        |id: AuthorityId| actor.audit_entry((SUBJECT, id.0), AuditAction::AuthorityChanged, deps.clock.now());
    let named = |authority: &Authority| format!("{} ({})", authority.details.name, authority.id);
    let details = &merged.details;
    let deleted = entry(merged.id).with_before("name", &details.name).with_before("kind", &details.kind);
    let deleted = deleted.with_before("alsoCalled", &details.also_called.join(", "));
    store.audit(&deleted.with_after("mergedInto", &named(after)))?;
    let moved = [
        ("tickets", counts.tickets),
        ("parking", counts.parking),
        ("tolls", counts.tolls),
        ("ticketsInCourt", counts.heard),
        ("lawyers", counts.lawyers),
        ("paymentsGiven", counts.owed),
        ("remittances", counts.prepared + counts.sent),
    ];
    let moved = moved.into_iter().filter(|(_, count)| *count > 0);
    let moved = moved.map(|(name, count)| (name, count.to_string()));
    let remaining_entry =
        entry(after.id).with_after("name", &after.details.name).with_after("merged", &named(merged));
    Ok(store.audit(&remaining_entry.with_all_after(moved))?)
}
