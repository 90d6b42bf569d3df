//! Help texts of all metrics, and the series that exist from startup. A first failure then appears as an increase
//! from zero, and not as a new series.

use adapters_stripe::{CALLS, OUTCOMES};
use domain::security::event::SecurityEventKind;
use domain::shared::job::JobKind;
use metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};

/// Names and help texts of the counters.
const COUNTERS: &[(&str, &str)] = &[
    ("http_requests_total", "Responses, by route, method and status."),
    ("connections_refused_total", "Client connections closed because their address had too many."),
    ("database_connections_ended_total", "Database connections closed because the database did not respond."),
    ("database_connections_refused_total", "Requests that got no connection from the pool in time."),
    ("turns_refused_total", "Requests refused as busy because no database connection was free in time."),
    ("feed_lost_total", "Losses of the LISTEN connection."),
    ("figures_failed_total", "Failed queries for the metrics that are read from the database."),
    ("logins_total", "Logins by password, by outcome."),
    ("provider_calls_total", "Attempts of calls to the payment provider, by call and outcome."),
    (
        "reconcile_objects_total",
        "Payments, refunds, disputes and events checked by reconciliation, by outcome.",
    ),
    ("reconcile_runs_total", "Reconciliation runs of this process, by outcome."),
    (
        "replica_reads_total",
        "Reads that a replica could serve, by who served them: the replica, the primary, or the primary after the replica failed.",
    ),
    ("security_events_total", "Security events, by kind."),
    ("webhooks_total", "Webhook calls, by outcome."),
];

/// Names and help texts of the gauges.
const GAUGES: &[(&str, &str)] = &[
    ("blocked_addresses", "Blocked addresses."),
    ("book_differences", "Differences between the books and the payment provider that staff must resolve."),
    ("book_differences_dollars", "Sum of the absolute amounts of these differences, in dollars."),
    ("books_matched_timestamp_seconds", "When the books were last matched with the payment provider."),
    ("build_info", "Always 1. The labels identify the build."),
    ("chat_sockets", "Open WebSockets of this process."),
    ("database_connections", "Connections in this process's pool, by state."),
    ("database_connections_limit", "Maximum connections in this process's pool."),
    ("database_size_bytes", "Size of the database on disk, in bytes."),
    ("dispute_evidence_due_timestamp_seconds", "Deadline of the unanswered dispute that is due next."),
    ("disputes_unanswered", "Disputes that need an answer, by age."),
    ("disputes_unanswered_oldest_seconds", "Age of the oldest unanswered dispute."),
    ("feed_connected", "1 while this process has its LISTEN connection."),
    ("figures_taken_timestamp_seconds", "When these metrics were last read from the database."),
    ("import_oldest_seconds", "Age of the oldest import that is being checked or stored."),
    ("imports_working", "Imports that are being checked or stored."),
    ("login_failures_recent", "Failed logins in the last five minutes, in all processes."),
    ("outbox_left_alone", "1 while jobs of this kind are paused because their service fails."),
    ("outbox_oldest_seconds", "Age of the oldest waiting job, by kind."),
    ("outbox_waiting", "Waiting jobs, by kind."),
    ("process_start_timestamp_seconds", "When this process started."),
    ("provider_left_alone", "1 while calls to the payment provider are paused because it fails."),
    ("reconcile_events_read_timestamp_seconds", "When any process last read the provider's list of events."),
    ("reconcile_lag_seconds", "Age of the oldest event that is still to be read; 0 if there is none."),
    ("reconcile_turn", "1 while this process holds the reconciliation lease."),
    ("refunds_due", "Refunds that the provider has not accepted or has returned, by age."),
    ("refunds_due_oldest_seconds", "Age of the oldest due refund."),
    ("replica_lag_seconds", "Maximum age of the replica's data; 0 without a replica."),
    ("replica_missing", "1 while the configured replica is unavailable or too far behind."),
    (
        "webhook_last_event_timestamp_seconds",
        "When the provider's newest event arrived, by webhook or listing.",
    ),
];

/// Names and help texts of the histograms, whose values are in seconds.
const HISTOGRAMS: &[(&str, &str)] = &[
    ("database_wait_seconds", "Wait for a connection from the pool."),
    ("feed_lag_seconds", "Time from a chat message's commit until this process passes it to its sockets."),
    ("http_request_seconds", "Response time, by route, method and status."),
    ("provider_call_seconds", "Duration of one attempt of a call to the payment provider, by call."),
    ("reconcile_run_seconds", "Duration of a reconciliation run."),
    ("turn_wait_seconds", "Time that a request waits for a slot at the database."),
    ("webhook_age_seconds", "Age of an event when the provider's webhook delivers it."),
];

/// Describes all metrics, and creates series with known labels. Must be called once, after installing the recorder.
pub fn describe_metrics() {
    for (name, help) in COUNTERS {
        describe_counter!(*name, *help);
    }
    for (name, help) in GAUGES {
        describe_gauge!(*name, *help);
    }
    for (name, help) in HISTOGRAMS {
        describe_histogram!(*name, *help);
    }
    for name in ["database_wait_seconds", "feed_lag_seconds", "turn_wait_seconds", "webhook_age_seconds"] {
        // Create the histogram before the first measurement, so that scrapes always contain it.
        let _registered = histogram!(name);
    }
    for name in [
        "connections_refused_total",
        "database_connections_refused_total",
        "feed_lost_total",
        "figures_failed_total",
        "turns_refused_total",
    ] {
        counter!(name).increment(0);
    }
    for name in ["replica_lag_seconds", "replica_missing"] {
        gauge!(name).set(0.0);
    }
    let begin = |name: &'static str, label: &'static str, values: &[&'static str]| {
        for value in values {
            counter!(name, label => *value).increment(0);
        }
    };
    begin("logins_total", "outcome", &["in", "asks_code", "wrong", "has_to_wait", "failed"]);
    begin("replica_reads_total", "outcome", &["replica", "primary", "failed"]);
    begin("webhooks_total", "outcome", &["taken", "known", "refused", "failed"]);
    begin("reconcile_runs_total", "outcome", &["done", "failed"]);
    begin("reconcile_objects_total", "outcome", &["seen", "failed"]);
    for call in CALLS {
        for outcome in OUTCOMES {
            counter!("provider_calls_total", "call" => *call, "outcome" => *outcome).increment(0);
        }
    }
    for kind in SecurityEventKind::ALL {
        counter!("security_events_total", "kind" => kind.as_str()).increment(0);
    }
    for kind in JobKind::ALL {
        gauge!("outbox_left_alone", "kind" => kind.as_str()).set(0.0);
    }
    for name in ["provider_left_alone", "reconcile_turn", "feed_connected", "chat_sockets"] {
        gauge!(name).set(0.0);
    }
    let revision = option_env!("LANEWISE_REVISION").unwrap_or("unknown");
    gauge!("build_info", "version" => env!("CARGO_PKG_VERSION"), "revision" => revision).set(1.0);
}
