//! Metrics about the database and external services, updated at fixed intervals
//! (docs/OPERATIONS.md#what-is-measured).

pub mod described;

use std::time::Duration;

use actix_web::rt;
use adapters_postgres::PgDatabase;
use adapters_stripe::StripeGateway;
use application::{Deps, Error};
use chrono::{DateTime, Utc};
use domain::shared::job::JobKind;
use metrics::{counter, gauge};
use ports::back_office::figures::{CountsByAge, MonitoringFigures};
use ports::shared::jobs::JobBacklog;
use ports::store::with_store;
use tokio::task::JoinHandle;

/// Interval between updates of metrics that need a database query.
const UPDATE_EVERY: Duration = Duration::from_secs(15);
/// Interval between updates of metrics of this process: the pool and the circuit breaker.
const PROCESS_EVERY: Duration = Duration::from_secs(1);

/// Starts updating the metrics. The tasks end with the runtime.
pub fn start_updating_metrics(
    deps: &Deps,
    database: &PgDatabase,
    gateway: &StripeGateway,
) -> [JoinHandle<()>; 2] {
    let (deps, database, gateway) = (deps.clone(), database.clone(), gateway.clone());
    gauge!("process_start_timestamp_seconds").set(seconds(deps.clock.now().timestamp()));
    [
        rt::spawn(async move {
            loop {
                let deps = deps.clone();
                let _ended = actix_web::web::block(move || update_from_database(&deps)).await;
                tokio::time::sleep(UPDATE_EVERY).await;
            }
        }),
        rt::spawn(async move {
            loop {
                let pool = database.pool();
                gauge!("database_connections", "state" => "in_use").set(f64::from(pool.in_use));
                gauge!("database_connections", "state" => "idle").set(f64::from(pool.idle));
                gauge!("database_connections_limit").set(f64::from(pool.most));
                let is_circuit_open = gateway.is_circuit_open();
                gauge!("provider_left_alone").set(if is_circuit_open { 1.0 } else { 0.0 });
                tokio::time::sleep(PROCESS_EVERY).await;
            }
        }),
    ]
}

/// Updates the metrics that need database queries.
fn update_from_database(deps: &Deps) {
    let now = deps.clock.now();
    let queue_counts = with_store(&*deps.database, |store| {
        Ok::<_, Error>((store.unfinished_jobs_by_kind()?, store.monitoring_figures(now)?))
    });
    match queue_counts {
        Ok((waiting, figures)) => {
            set_outbox_gauges(&waiting, now);
            set_gauges(&figures, now);
            gauge!("figures_taken_timestamp_seconds").set(seconds(now.timestamp()));
        }
        Err(error) => {
            counter!("figures_failed_total").increment(1);
            tracing::warn!(%error, "could not read the metrics from the database");
        }
    }
}

/// Sets the metrics about the outbox: for each kind, the number of waiting jobs and the age of the oldest.
fn set_outbox_gauges(waiting: &[JobBacklog], now: DateTime<Utc>) {
    for kind in JobKind::ALL {
        let of_kind = waiting.iter().find(|waiting| waiting.kind == *kind);
        gauge!("outbox_waiting", "kind" => kind.as_str())
            .set(gauge_value(of_kind.map_or(0, |one| one.count)));
        gauge!("outbox_oldest_seconds", "kind" => kind.as_str())
            .set(seconds_since(of_kind.map(|one| one.since), now).unwrap_or_default());
        // Reset the gauge, because another process may have sent the jobs that this process couldn't send.
        if of_kind.is_none() {
            gauge!("outbox_left_alone", "kind" => kind.as_str()).set(0.0);
        }
    }
}

/// Sets the metrics that need database queries, except those about the outbox.
fn set_gauges(figures: &MonitoringFigures, now: DateTime<Utc>) {
    let by_age = |name: &'static str, ages: &CountsByAge| {
        for (age, count) in [("day", ages.day), ("week", ages.week), ("older", ages.older)] {
            gauge!(name, "age" => age).set(gauge_value(count));
        }
    };
    by_age("refunds_due", &figures.refunds_due);
    by_age("disputes_unanswered", &figures.disputes);
    let waits = |name: &'static str, since| gauge!(name).set(seconds_since(since, now).unwrap_or_default());
    waits("refunds_due_oldest_seconds", figures.refunds_due.since);
    waits("disputes_unanswered_oldest_seconds", figures.disputes.since);
    waits("import_oldest_seconds", figures.import_since);
    waits("reconcile_lag_seconds", figures.events_behind_from);
    // Don't set the gauge of an event that never happened, because zero would mean a time in 1970.
    let happened = |name: &'static str, at: Option<DateTime<Utc>>| {
        if let Some(at) = at {
            gauge!(name).set(seconds(at.timestamp()));
        }
    };
    happened("reconcile_events_read_timestamp_seconds", figures.events_read_at);
    happened("books_matched_timestamp_seconds", figures.books_matched_at);
    happened("webhook_last_event_timestamp_seconds", figures.last_event_at);
    // Without an open deadline, the gauge is infinite.
    let deadline = figures.next_evidence_due.map_or(f64::INFINITY, |at| seconds(at.timestamp()));
    gauge!("dispute_evidence_due_timestamp_seconds").set(deadline);
    gauge!("book_differences").set(gauge_value(figures.book_faults));
    gauge!("book_differences_dollars").set(gauge_value(figures.book_fault_cents) / 100.0);
    gauge!("login_failures_recent").set(gauge_value(figures.failed_logins));
    gauge!("blocked_addresses").set(gauge_value(figures.blocked));
    gauge!("imports_working").set(gauge_value(figures.imports));
    gauge!("database_size_bytes").set(to_float(figures.database_bytes));
}

/// Returns the seconds from `since` to `now`, at least 0; `None` if `since` is `None`.
fn seconds_since(since: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Option<f64> {
    since.map(|since| gauge_value((now - since).num_seconds().max(0)))
}

/// Converts a Unix timestamp, in seconds, to a metric's value.
fn seconds(timestamp: i64) -> f64 {
    gauge_value(timestamp)
}

/// Converts a number to a float, limited to the range of 32 bits. A negative number becomes 0.
fn gauge_value(number: i64) -> f64 {
    f64::from(u32::try_from(number.max(0)).unwrap_or(u32::MAX))
}

/// Converts a number that may need more than 32 bits to a float, in two halves. A negative number becomes 0.
fn to_float(number: i64) -> f64 {
    let halves = |number: i64| (number >> 32, number & i64::from(u32::MAX));
    let (upper, lower) = halves(number.max(0));
    gauge_value(upper) * 4_294_967_296.0 + gauge_value(lower)
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use metrics_exporter_prometheus::PrometheusBuilder;

    use super::*;

    /// Returns the metrics that a scrape would return after a call of `show`.
    fn scrape(show: impl FnOnce()) -> String {
        let recorder = PrometheusBuilder::new().build_recorder();
        metrics::with_local_recorder(&recorder, show);
        recorder.handle().render()
    }

    /// Sets the metrics as if `due` were the next deadline for evidence.
    fn record_evidence_deadline(due: Option<DateTime<Utc>>) {
        set_gauges(
            &MonitoringFigures { next_evidence_due: due, ..MonitoringFigures::default() },
            DateTime::UNIX_EPOCH,
        );
    }

    #[test]
    fn the_deadline_metric_is_infinite_without_an_open_deadline() {
        let due = DateTime::UNIX_EPOCH + TimeDelta::seconds(4_000);
        let line = |value: &str| format!("\ndispute_evidence_due_timestamp_seconds {value}\n");
        assert!(scrape(|| record_evidence_deadline(Some(due))).contains(&line("4000")));
        let answered = scrape(|| {
            record_evidence_deadline(Some(due));
            record_evidence_deadline(None);
        });
        assert!(answered.contains(&line("inf")), "{answered}");
    }

    #[test]
    fn a_kind_of_job_is_reported_as_paused_only_while_jobs_of_this_kind_wait() {
        let kind = JobKind::SendMail;
        let failed = || gauge!("outbox_left_alone", "kind" => kind.as_str()).set(1.0);
        let shown = |waiting: &[JobBacklog]| {
            scrape(|| {
                failed();
                set_outbox_gauges(waiting, DateTime::UNIX_EPOCH);
            })
        };
        let line = |value: u8| format!("outbox_left_alone{{kind=\"send_mail\"}} {value}\n");
        let one = JobBacklog { kind, count: 1, since: DateTime::UNIX_EPOCH };
        assert!(shown(&[one]).contains(&line(1)), "the job is still due");
        assert!(shown(&[]).contains(&line(0)));
    }

    #[test]
    fn large_metric_values_are_reported_exactly() {
        for (number, shown) in [(0, 0.0), (4_294_967_295, 4_294_967_295.0), (5_000_000_000_000, 5e12)] {
            assert!((to_float(number) - shown).abs() < 0.5, "{number}");
        }
    }
}
