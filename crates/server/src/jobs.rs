//! Repeated jobs, such as reconciliation, imports and cleanup (docs/product/running.md#background-work).

use std::mem;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use application::Deps;
use application::Error;
use application::accounts::sessions;
use application::imports::files;
use application::jobs;
use application::legal_help::cases::deadlines::handle_case_deadlines;
use application::legal_help::statements::making::make_statements;
use application::notices::planning;
use application::payments::books::matching;
use application::payments::reconciliation::reconcile::{self, ReconcileSummary};
use application::payments::remittances::watch;
use application::security::panel;
use application::security::seals::SealProgress;
use application::shared::files::cleanup::delete_due_contents;
use application::shared::outbox::Worker;
use application::shared::retention::delete_expired;
use application::sources::numbers;
use application::sources::rounds::run_due_rounds;
use domain::security::environment::FindingLevel;
use domain::shared::ids::{ParkingId, TransactionId};
use domain::shared::job::JobKind;
use domain::shared::retention::{RetainedData, Retention};
use lanewise_http::edge::security_events::store_counted_events;
use lanewise_http::state::State;
use metrics::{counter, gauge, histogram};
use ports::store::with_store;
use tokio::task::JoinHandle;

use crate::audit;
use crate::process::line_bounds;
use crate::senders;

const RECONCILE_INTERVAL: Duration = Duration::from_secs(15);
/// Interval at which the process that holds the reconciliation lease renews the lease, and other processes check
/// whether the lease has expired.
const LEASE_CHECK_INTERVAL: Duration = Duration::from_secs(3);
/// Interval between merges of the rows that count the records of lists.
const FOLD_EVERY: Duration = Duration::from_secs(10);
/// Interval at which the process stores when sessions were last used.
const NOTE_LAST_USES_EVERY: Duration = Duration::from_secs(60);
const COUNT_EVERY: Duration = Duration::from_secs(60);
/// Interval between checks for payment intents that must be canceled.
const MONEY_WORK_EVERY: Duration = Duration::from_secs(1);

/// Interval between checks for slow jobs, such as imports. The interval is short, because staff
/// watch the progress of an import.
const SLOW_WORK_EVERY: Duration = Duration::from_millis(500);
/// Interval between checks whether the daily matching of the books is due.
const MATCH_EVERY: Duration = Duration::from_secs(900);
/// Interval between checks whether a city should be queried.
const SWEEP_EVERY: Duration = Duration::from_secs(5);
/// Interval between checks of the money that Lanewise owes to authorities and lawyers.
const REMITTANCES_EVERY: Duration = Duration::from_secs(60);
/// Interval between runs that handle due deadlines of cases and make missing statements
/// of lawyers' monthly fees.
const CASES_EVERY: Duration = Duration::from_secs(60);
/// Interval between checks whether reminders to drivers are due.
const PLAN_EVERY: Duration = Duration::from_secs(30);
/// Interval between seals of the audit trail.
const SEAL_EVERY: Duration = Duration::from_secs(30);
const TIDY_EVERY: Duration = Duration::from_secs(600);
/// Interval between runs of the metrics recorder's upkeep.
const COUNT_MEASURED_EVERY: Duration = Duration::from_secs(5);
/// Pause between two batches of filling in citation numbers of parking tickets.
const FILL_EVERY: Duration = Duration::from_secs(1);

/// Work that is repeated, on a thread for blocking work.
struct RepeatedJob {
    interval: Duration,
    /// Whether the first run waits for the interval too.
    waits_first: bool,
    run: Box<dyn FnMut() -> ControlFlow<()> + Send>,
}

impl RepeatedJob {
    /// Creates a job that runs at startup and then after each interval.
    fn from_start(interval: Duration, mut run: impl FnMut() + Send + 'static) -> Self {
        Self::until_end(interval, move || {
            run();
            ControlFlow::Continue(())
        })
    }

    /// Creates a job that first runs after the interval.
    fn after_interval(interval: Duration, run: impl FnMut() + Send + 'static) -> Self {
        Self { waits_first: true, ..Self::from_start(interval, run) }
    }

    /// Creates a job that runs at startup and after each interval, until `run` returns `Break`.
    fn until_end(interval: Duration, run: impl FnMut() -> ControlFlow<()> + Send + 'static) -> Self {
        Self { interval, waits_first: false, run: Box::new(run) }
    }

    /// Starts the job. A run that panics is repeated after the interval.
    fn start(self) -> JoinHandle<()> {
        let Self { interval, waits_first, run } = self;
        let run = Arc::new(Mutex::new(run));
        actix_web::rt::spawn(async move {
            if waits_first {
                tokio::time::sleep(interval).await;
            }
            loop {
                let run = run.clone();
                let step =
                    actix_web::web::block(move || (*run.lock().unwrap_or_else(PoisonError::into_inner))());
                if let Ok(ControlFlow::Break(())) = step.await {
                    break;
                }
                tokio::time::sleep(interval).await;
            }
        })
    }
}

/// Starts the senders and the repeated jobs. Their tasks end with the runtime. `process` is the name under which
/// this process holds leases.
pub fn start_jobs(state: &State, process: &str, retention: &Retention) -> Vec<JoinHandle<()>> {
    let mut tasks = senders::start_senders(&state.deps);
    tasks.extend(repeated_jobs(state, process, retention).into_iter().map(RepeatedJob::start));
    tasks
}

/// Returns all repeated jobs, each with its interval.
fn repeated_jobs(state: &State, process: &str, retention: &Retention) -> Vec<RepeatedJob> {
    let with_deps = |run: fn(&Deps)| {
        let deps = state.deps.clone();
        move || run(&deps)
    };
    let in_process = |run: fn(&Deps, &str)| {
        let (deps, process) = (state.deps.clone(), process.to_owned());
        move || run(&deps, &process)
    };
    let mut all = vec![
        RepeatedJob::from_start(LEASE_CHECK_INTERVAL, {
            let (deps, process, mut last_run) = (state.deps.clone(), process.to_owned(), None);
            move || last_run = reconcile_with_lease(&deps, &process, last_run.take())
        }),
        RepeatedJob::after_interval(COUNT_EVERY, {
            let state = state.clone();
            move || store_counted_events(&state)
        }),
        RepeatedJob::after_interval(FOLD_EVERY, with_deps(merge_counts)),
        RepeatedJob::after_interval(NOTE_LAST_USES_EVERY, with_deps(store_last_uses)),
        RepeatedJob::from_start(
            MONEY_WORK_EVERY,
            with_deps(|deps| run_outbox_once(deps, jobs::MONEY_WORKERS)),
        ),
        RepeatedJob::from_start(SLOW_WORK_EVERY, with_deps(|deps| run_outbox_once(deps, jobs::SLOW_WORKERS))),
        RepeatedJob::from_start(MATCH_EVERY, {
            let (deps, mut at_start) = (state.deps.clone(), true);
            move || match_books(&deps, mem::take(&mut at_start))
        }),
        RepeatedJob::from_start(REMITTANCES_EVERY, {
            let (deps, mut last_checked) = (state.deps.clone(), TransactionId(0));
            move || last_checked = check_and_add_obligations(&deps, last_checked)
        }),
        RepeatedJob::from_start(CASES_EVERY, with_deps(handle_cases)),
        RepeatedJob::until_end(FILL_EVERY, {
            let (deps, mut after) = (state.deps.clone(), ParkingId(0));
            move || match fill_citation_numbers(&deps, after) {
                Some(last) => {
                    after = last;
                    ControlFlow::Continue(())
                }
                None => ControlFlow::Break(()),
            }
        }),
        RepeatedJob::from_start(PLAN_EVERY, in_process(plan_reminders)),
        RepeatedJob::from_start(SEAL_EVERY, {
            let (deps, mut remembered) = (state.deps.clone(), SealProgress::default());
            move || {
                // If sealing panics, the remembered progress stays empty, so that the next
                // run checks everything again.
                let mut progress = mem::take(&mut remembered);
                audit::run_sealing_step(&deps, &mut progress);
                remembered = progress;
            }
        }),
        RepeatedJob::after_interval(COUNT_MEASURED_EVERY, {
            let state = state.clone();
            move || {
                state.metrics.run_upkeep();
                line_bounds::log_dropped();
            }
        }),
        RepeatedJob::after_interval(TIDY_EVERY, {
            let (state, retention) = (state.clone(), retention.clone());
            move || delete_expired_data(&state, &retention)
        }),
        RepeatedJob::until_end(COUNT_EVERY, {
            let state = state.clone();
            // Runs only once, because checking whether demo accounts have the published password is slow.
            move || {
                run_checks(&state);
                ControlFlow::Break(())
            }
        }),
    ];
    if !state.deps.sources.is_empty() {
        all.push(RepeatedJob::from_start(SWEEP_EVERY, in_process(query_cities)));
    }
    all
}

/// If reconciliation isn't due, renews the lease. Otherwise runs reconciliation, if this process
/// has or gets the lease. Returns when this process last ran reconciliation; `None` while another
/// process has the lease.
fn reconcile_with_lease(deps: &Deps, process: &str, last_run: Option<Instant>) -> Option<Instant> {
    if let Some(at) = last_run.filter(|at| at.elapsed() < RECONCILE_INTERVAL) {
        let renewed_at = reconcile::renew_lease(deps, process).unwrap_or(true).then_some(at);
        gauge!("reconcile_turn").set(if renewed_at.is_some() { 1.0 } else { 0.0 });
        return renewed_at;
    }
    let started_at = Instant::now();
    let ended = reconcile::reconcile_with_lease(deps, process, last_run.is_none());
    record_reconciliation_run(&ended, started_at.elapsed());
    match ended {
        Ok(Some(summary)) => {
            if summary.seen > 0 || summary.failed > 0 {
                tracing::info!(seen = summary.seen, failed = summary.failed, "reconciled");
            }
            Some(started_at)
        }
        Ok(None) => None,
        Err(error) => {
            tracing::warn!(%error, "reconciliation could not run; will retry");
            Some(started_at)
        }
    }
}

/// Updates the metrics about a reconciliation run of this process. `ended` is the run's result, and `took`
/// its duration. A result of `None` means that another process has the lease, so nothing was run.
fn record_reconciliation_run(ended: &Result<Option<ReconcileSummary>, Error>, took: Duration) {
    gauge!("reconcile_turn").set(if matches!(ended, Ok(None)) { 0.0 } else { 1.0 });
    let outcome = match ended {
        Ok(None) => return,
        Ok(Some(summary)) => {
            let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
            counter!("reconcile_objects_total", "outcome" => "seen").increment(count(summary.seen));
            counter!("reconcile_objects_total", "outcome" => "failed").increment(count(summary.failed));
            "done"
        }
        Err(_) => "failed",
    };
    counter!("reconcile_runs_total", "outcome" => outcome).increment(1);
    histogram!("reconcile_run_seconds").record(took);
}

/// Queries the cities that are due for citations of the verified plates, if this process has or gets the lease.
/// The lease is held under the name `process`.
fn query_cities(deps: &Deps, process: &str) {
    match run_due_rounds(deps, process) {
        Ok(0) => {}
        Ok(plates) => tracing::info!(plates, "queried cities for citations"),
        Err(error) => {
            tracing::warn!(%error, "could not query cities for citations; will retry")
        }
    }
}

/// Checks whether obligations were accepted or are late. Then adds the missing obligations of
/// transactions after `last_checked`, and returns the last of these transactions, or `last_checked`
/// if adding them failed.
fn check_and_add_obligations(deps: &Deps, last_checked: TransactionId) -> TransactionId {
    let again = "will retry";
    if let Err(error) = watch::check_obligations(deps) {
        tracing::warn!(%error, again, "could not check payments to authorities");
    }
    watch::add_missing_obligations(deps, last_checked).unwrap_or_else(|error| {
        tracing::warn!(%error, again, "could not record what is owed to authorities");
        last_checked
    })
}

/// Handles due deadlines of cases, and makes missing statements of lawyers' monthly fees.
fn handle_cases(deps: &Deps) {
    match handle_case_deadlines(deps) {
        Ok(0) => {}
        Ok(cases) => tracing::debug!(cases, "followed the deadlines of cases"),
        Err(error) => tracing::warn!(%error, "could not follow the deadlines of cases; will retry"),
    }
    match make_statements(deps) {
        Ok(0) => {}
        Ok(statements) => tracing::info!(statements, "made statements of monthly fees"),
        Err(error) => tracing::warn!(%error, "could not make statements of monthly fees; will retry"),
    }
}

/// Fills in the citation numbers of a batch of parking tickets with ids above `after`. Returns the
/// last parking ticket of the batch, or `after` if the batch failed; `None` after the last batch.
fn fill_citation_numbers(deps: &Deps, after: ParkingId) -> Option<ParkingId> {
    numbers::fill_citation_numbers(deps, after).unwrap_or_else(|error| {
        tracing::warn!(%error, "could not fill in citation numbers; will retry");
        Some(after)
    })
}

/// Plans the reminders that are due, if this process, named `process`, has or gets the lease.
fn plan_reminders(deps: &Deps, process: &str) {
    match planning::plan_notices(deps, process) {
        Ok(0) => {}
        Ok(pages) => tracing::info!(pages, "planned reminders"),
        Err(error) => tracing::warn!(%error, "could not plan reminders; will retry"),
    }
}

/// Compares the books with the provider if that is due or `at_start` is true. `at_start` is true only for the first
/// call after the process started.
fn match_books(deps: &Deps, at_start: bool) {
    match matching::match_when_due(deps, at_start) {
        Ok(Some(summary)) if summary.faults > 0 => {
            tracing::error!(
                read = summary.read,
                faults = summary.faults,
                "the books and the provider differ"
            );
        }
        Ok(Some(summary)) => {
            tracing::info!(read = summary.read, foreign = summary.foreign, "the books match the provider")
        }
        Ok(None) => {}
        Err(error) => tracing::warn!(%error, "could not match the books; will retry"),
    }
}

/// Runs the jobs of the outbox that are due. Each kind of job has a worker.
fn run_outbox_once(deps: &Deps, workers: &[(JobKind, Worker)]) {
    match jobs::run_due_jobs(deps, workers) {
        Ok(0) => {}
        Ok(tried) => tracing::debug!(tried, "ran jobs of the outbox"),
        Err(error) => tracing::warn!(%error, "could not process the outbox; will retry"),
    }
}

/// Merges recent increments into the stored counts of lists.
fn merge_counts(deps: &Deps) {
    match with_store(&*deps.database, |store| store.merge_count_increments()) {
        Ok(0) => {}
        Ok(pieces) => tracing::debug!(pieces, "merged tally rows"),
        Err(error) => tracing::warn!(%error, "could not merge tally rows; will retry"),
    }
}

/// Writes the times at which sessions were last used from memory to the database.
pub fn store_last_uses(deps: &Deps) {
    match sessions::write_last_uses(deps) {
        Ok(0) => {}
        Ok(sessions) => tracing::debug!(sessions, "saved when sessions were last used"),
        Err(error) => {
            tracing::warn!(%error, "could not save when sessions were last used; will retry")
        }
    }
}

/// Logs the findings that the Security Dashboard shows.
fn run_checks(state: &State) {
    let facts = with_store(&*state.deps.database, |store| {
        panel::read_facts(store, &state.installation_state, &*state.deps.clock)
    });
    match facts {
        Ok(facts) => {
            for finding in state.installation_state.findings(
                &*state.deps.passwords,
                &facts,
                state.deps.database.replica(),
            ) {
                match finding.level {
                    FindingLevel::Error => tracing::warn!(finding = finding.message, "security"),
                    FindingLevel::Warning | FindingLevel::Info => {
                        tracing::info!(finding = finding.message, "security")
                    }
                }
            }
        }
        Err(error) => tracing::warn!(%error, "could not run the startup security checks"),
    }
}

/// Deletes the data whose retention period has ended, stale imports, and the contents of deleted files. Also
/// reloads the recognized login addresses, and removes rate limit counters that are no longer used.
fn delete_expired_data(state: &State, retention: &Retention) {
    state.rate_limits.remove_idle_counters();
    if let Err(error) = state.known_addresses.reload(&state.deps) {
        tracing::warn!(%error, "could not reload recognized login devices and networks");
    }
    let note = |what: &str, deleted: Result<usize, Error>| match deleted {
        Ok(0) => {}
        Ok(deleted) => tracing::debug!(what, deleted, "deleted old data"),
        Err(error) => {
            tracing::warn!(what, %error, "could not delete old data; will retry")
        }
    };
    for old in RetainedData::ALL {
        note(old.as_str(), delete_expired(&state.deps, retention, *old));
    }
    let stale = with_store(&*state.deps.database, |store| files::delete_stale_files(&state.deps, store));
    note("imports", stale);
    note("contents of files", delete_due_contents(&state.deps));
}
