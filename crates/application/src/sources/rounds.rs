//! Runs the sources' queries. Progress is stored after each batch, so another process can continue a run.

use chrono::{DateTime, TimeDelta, Utc};
use domain::shared::ids::UserId;
use domain::sources::run::{MAX_WAIT, NextRun, RunFailure, RunHistory, RunReason, due_round, may_start};
use ports::sources::query::{CitationSource, SourceQueryError};
use ports::sources::runs::{NewRun, PlateFilter, SourceRun, VerifiedPlate};
use ports::store::{Store, with_store};

use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::lease::{Lease, LeasedWork};
use crate::sources::batch;

/// Lease for querying the sources. If a slow response outlasts the lease, two processes may query
/// at the same time, which does no harm.
const WORK: LeasedWork = LeasedWork { name: "sources", lasts: TimeDelta::seconds(60) };
/// How long one call of [`run_due_rounds`] keeps starting batches of a source. The next
/// call continues the run.
const STEP: TimeDelta = TimeDelta::seconds(10);

/// Queries the sources that are due, if this process has the lease. Each source is queried for
/// about [`STEP`] at most. Returns the number of plates queried. `holder` names this process.
///
/// # Errors
/// Fails if the database is unavailable. A failure of a source is stored with its run.
pub fn run_due_rounds(deps: &Deps, holder: &str) -> Result<usize> {
    if deps.sources.is_empty() {
        return Ok(0);
    }
    let Some(lease) = Lease::take(deps, WORK, holder)? else { return Ok(0) };
    let mut queried = 0;
    for source in deps.sources.iter() {
        queried += run_step(&lease, &**source)?;
    }
    Ok(queried)
}

/// Releases the lease of the process `holder`, so that another process doesn't have to wait until it expires.
pub fn end_lease(deps: &Deps, holder: &str) -> Result<()> {
    if deps.sources.is_empty() { Ok(()) } else { Lease::end(deps, WORK, holder) }
}

/// Continues or starts a source's run, for about [`STEP`] at most. Returns the number of plates queried.
fn run_step(lease: &Lease<'_>, source: &dyn CitationSource) -> Result<usize> {
    let deps = lease.deps;
    let started_at = deps.clock.now();
    let Some(mut run) = with_store(&*deps.database, |store| open_or_new_run(store, source, started_at))?
    else {
        return Ok(0);
    };
    if run.waits_until.is_some_and(|until| started_at < until) {
        return Ok(0);
    }
    run.waits_until = None;
    let mut queried = 0;
    while deps.clock.now() - started_at < STEP && lease.is_held()? {
        let plates = with_store(&*deps.database, |store| next_plates(store, source, &run))?;
        let Some(last) = plates.last() else {
            end_run(deps, &mut run, None)?;
            break;
        };
        let last = last.user;
        match batch::query_batch(deps, source, &plates, &mut run) {
            Ok(()) => {
                queried += plates.len();
                run.last_user = last;
                if !store_run(deps, &run)? {
                    break;
                }
            }
            Err(batch::BatchError::Source(SourceQueryError::Throttled(wait))) if !is_long(wait) => {
                let wait = TimeDelta::from_std(wait).unwrap_or(MAX_WAIT);
                run.waits_until = Some(deps.clock.now() + wait.max(TimeDelta::seconds(1)));
                store_run(deps, &run)?;
                break;
            }
            // The run skips these plates, because responses about other plates may be valid. The
            // skipped plates are queried again after the run.
            Err(batch::BatchError::Source(error @ SourceQueryError::InvalidData(_)))
                if may_skip_invalid_response(&run) =>
            {
                tracing::warn!(source = source.source().name, %error, "skipped an invalid response");
                run.failure = Some(failure_of(&error));
                batch::add_message(&mut run, &error.to_string());
                run.last_user = last;
                if !store_run(deps, &run)? {
                    break;
                }
            }
            Err(batch::BatchError::Source(error)) => {
                tracing::warn!(source = source.source().name, %error, "could not query a citation source");
                end_run(deps, &mut run, Some((failure_of(&error), error.to_string())))?;
                break;
            }
            Err(batch::BatchError::Internal(error)) => {
                tracing::error!(
                    source = source.source().name,
                    error = error.with_causes(),
                    "could not store the citations of a source"
                );
                end_run(deps, &mut run, Some((RunFailure::InternalError, error.to_string())))?;
                break;
            }
        }
    }
    Ok(queried)
}

/// Whether a run continues after an invalid response. The run ends if its first two responses are
/// both invalid, because the others would probably be invalid too.
const fn may_skip_invalid_response(run: &SourceRun) -> bool {
    run.failure.is_none() || run.counts.plates > 0
}

/// Whether a wait is so long that the run ends as failed instead of waiting.
fn is_long(wait: std::time::Duration) -> bool {
    TimeDelta::from_std(wait).map_or(true, |wait| wait > MAX_WAIT)
}

/// Returns the kind of failure to store with a run that this error ended.
fn failure_of(error: &SourceQueryError) -> RunFailure {
    match error {
        SourceQueryError::Down(_) => RunFailure::Down,
        SourceQueryError::Slow => RunFailure::Slow,
        SourceQueryError::Throttled(_) => RunFailure::Throttled,
        SourceQueryError::ColumnsChanged(_) => RunFailure::ColumnsChanged,
        SourceQueryError::InvalidData(_) => RunFailure::InvalidData,
    }
}

/// Returns the open run. If no run is open, starts a run that is due: a daily round over
/// all plates, or a run over plates verified since the last round. Returns `None` if no run
/// is open or due.
fn open_or_new_run(
    store: &mut dyn Store,
    source: &dyn CitationSource,
    now: DateTime<Utc>,
) -> Result<Option<SourceRun>> {
    let name = source.source().name.as_str();
    if let Some(run) = store.open_source_run(name)? {
        return Ok(Some(run));
    }
    let past = store.run_history(name)?;
    if !may_start(&past, now) {
        return Ok(None);
    }
    let next = match due_round(&past, now) {
        Some(round) => Some(round),
        None => due_run_for_new_plates(store, name, &past, now)?,
    };
    let Some(next) = next else { return Ok(None) };
    Ok(store.insert_source_run(&NewRun { source: name, next, by: None, at: now })?)
}

/// Returns a run over the plates that were verified since the last round; `None` if there
/// are no such plates.
fn due_run_for_new_plates(
    store: &mut dyn Store,
    source: &str,
    history: &RunHistory,
    now: DateTime<Utc>,
) -> Result<Option<NextRun>> {
    let which = PlateFilter {
        source,
        after: UserId(0),
        round_at: DateTime::UNIX_EPOCH,
        verified_since: history.round_at,
        limit: 1,
    };
    let is_any = !store.plates_to_query(which)?.is_empty();
    Ok(is_any.then_some(NextRun { reason: RunReason::Verified, round_at: now }))
}

/// Returns the next plates that a run must query, at most as many as one query can have.
fn next_plates(
    store: &mut dyn Store,
    source: &dyn CitationSource,
    run: &SourceRun,
) -> Result<Vec<VerifiedPlate>> {
    let name = source.source().name.as_str();
    let verified_since = if run.reason.is_round() { None } else { store.run_history(name)?.round_at };
    // A run over new plates skips plates that any earlier run queried. A round queries each plate
    // once.
    let round_at = if run.reason.is_round() { run.round_at } else { DateTime::UNIX_EPOCH };
    let max_plates = i64::try_from(source.max_per_query()).unwrap_or(i64::MAX);
    Ok(store.plates_to_query(PlateFilter {
        source: name,
        after: run.last_user,
        round_at,
        verified_since,
        limit: max_plates,
    })?)
}

/// Stores a run's progress. Returns false if the run was ended since it was read.
fn store_run(deps: &Deps, run: &SourceRun) -> Result<bool> {
    with_store(&*deps.database, |store| store.store_source_run(run).map_err(Error::from))
}

/// Ends a run. `failure` is the reason and a message; `None` if the run succeeded.
fn end_run(deps: &Deps, run: &mut SourceRun, failure: Option<(RunFailure, String)>) -> Result<()> {
    run.ended_at = Some(deps.clock.now());
    if let Some((failure, words)) = failure {
        run.failure = Some(failure);
        batch::add_message(run, &words);
    }
    store_run(deps, run)?;
    Ok(())
}
