//! Citation sources and their runs, for staff.

use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::sources::run::{NextRun, RunReason};
use ports::sources::query::CitationSource;
use ports::sources::runs::{NewRun, PlateCounts, SourceRun};
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::lists::{Names, names_of};

/// Maximum number of runs that staff see per source.
const RUNS: i64 = 10;

/// A source as staff see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceOverview {
    /// Short name that identifies the source.
    pub name: String,
    /// Title of the source's data set.
    pub title: String,
    /// Authority that issued the citations.
    pub authority: String,
    /// URL at which the source is queried.
    pub address: String,
    /// Whether the source is a test source without a city.
    pub is_test: bool,
    /// Numbers of all verified plates, and of the verified plates that were queried.
    pub plates: PlateCounts,
    /// Latest runs, newest first.
    pub runs: Vec<SourceRun>,
}

/// Lists all sources of this installation.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff.
pub fn list_sources(deps: &Deps, store: &mut dyn Store, actor: &Actor) -> Result<Vec<SourceOverview>> {
    actor.must_be_admin()?;
    deps.sources.iter().map(|source| read_overview(store, &**source)).collect()
}

/// Reads a source's description, its numbers of plates and its latest runs.
fn read_overview(store: &mut dyn Store, citation_source: &dyn CitationSource) -> Result<SourceOverview> {
    let source = citation_source.source();
    Ok(SourceOverview {
        name: source.name.clone(),
        title: source.title.clone(),
        authority: source.authority.clone(),
        address: citation_source.address().to_owned(),
        is_test: citation_source.is_test(),
        plates: store.count_source_plates(&source.name)?,
        runs: store.source_runs(&source.name, RUNS)?,
    })
}

/// Starts a run over all verified plates, for staff. Ends an open run over new plates. Also returns the name of the
/// caller, who started the run.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`] for a source that this
/// installation doesn't have, [`Error::SourceBusy`].
pub fn run_source_now(deps: &Deps, actor: &Actor, name: &str) -> Result<(SourceRun, Names)> {
    actor.must_be_admin()?;
    let source = deps.sources.iter().find(|of| of.source().name == name).ok_or(Error::NotFound)?;
    let now = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        let next = NextRun { reason: RunReason::ByStaff, round_at: now };
        let new = NewRun { source: &source.source().name, next, by: Some(actor.id()), at: now };
        // The open run over new plates ends, because the new run covers its plates.
        if let Some(open) = store.open_source_run(new.source)?.filter(|run| !run.reason.is_round()) {
            store.store_source_run(&SourceRun { ended_at: Some(now), ..open })?;
        }
        let run = store.insert_source_run(&new)?.ok_or(Error::SourceBusy)?;
        let entry = actor.audit_entry((AuditSubject::SourceRun, run.id.0), AuditAction::SourceAsked, now);
        store.audit(&entry.with_after("source", &run.source))?;
        let names = names_of(store, run.by.into_iter())?;
        Ok((run, names))
    })
}
