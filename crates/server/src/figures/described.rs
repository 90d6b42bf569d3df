//! Describes every metric once and registers the known label values at startup. A first failure then shows as
//! an increase from zero, not as a new series.

use adapters_stripe::{CALLS, OUTCOMES};
use domain::security::event::SecurityEventKind;
use domain::shared::job::JobKind;
use metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};

/// Counters.
const COUNTERS: &[(&str, &str)] = &[
    ("http_requests_total", "Answers, by route, method and status."),
    ("connections_refused_total", "Connections ended because their address had too many."),
    ("database_connections_ended_total", "Connections ended because the database did not answer on them."),
    (
        "database_connections_refused_total",
        "Requests for a connection of the pool that were not granted in time.",
    ),
    ("turns_refused_total", "Requests answered busy because no connection was free in time."),
    ("feed_lost_total", "Losses of the line on which announcements are heard."),
    ("figures_failed_total", "Looks at the database for operators that failed."),
    ("logins_total", "Logins by password, by outcome."),
    (
        "provider_calls_total",
        "Tries of calls to the payment provider, by what was asked for and how it ended.",
    ),
    ("reconcile_objects_total", "Payments, refunds, disputes and events asked about by reconciliation."),
    ("reconcile_runs_total", "Runs of reconciliation by this process."),
    (
        "replica_reads_total",
        "Readings that a replica could serve, by who did: the replica, the primary, or the primary after the replica failed.",
    ),
    ("security_events_total", "Refusals at the edge, by kind."),
    ("webhooks_total", "Webhook calls, by outcome."),
];

/// Gauges.
const GAUGES: &[(&str, &str)] = &[
    ("blocked_addresses", "Addresses that are blocked."),
    (
        "book_differences",
        "Differences between the books and the payment provider that somebody must put right.",
    ),
    ("book_differences_dollars", "What these differences come to, without their signs."),
    ("books_matched_timestamp_seconds", "When books and provider were compared last."),
    ("build_info", "Always 1; the labels tell which build this is."),
    ("chat_sockets", "Open WebSockets of this process."),
    ("database_connections", "Connections of this process's pool, in use and idle."),
    ("database_connections_limit", "The most connections that this process's pool may have."),
    ("database_size_bytes", "Size of the database on its disk."),
    ("dispute_evidence_due_timestamp_seconds", "Until when the next unanswered dispute must be answered."),
    ("disputes_unanswered", "Disputes that wait for our answer, by age."),
    ("disputes_unanswered_oldest_seconds", "Age of the oldest unanswered dispute."),
    ("feed_connected", "1 while this process hears announcements."),
    ("figures_taken_timestamp_seconds", "When the database was looked at last for these metrics."),
    ("import_oldest_seconds", "Age of the oldest file that is being read or stored."),
    ("imports_working", "Files that are being read or stored."),
    ("login_failures_recent", "Logins that failed in the last five minutes, over all processes."),
    ("outbox_left_alone", "1 while who takes these jobs is left alone because it fails."),
    ("outbox_oldest_seconds", "Age of the oldest waiting job, by kind."),
    ("outbox_waiting", "Waiting jobs, by kind."),
    ("process_start_timestamp_seconds", "When this process started."),
    ("provider_left_alone", "1 while the payment provider is left alone because it fails."),
    (
        "reconcile_events_read_timestamp_seconds",
        "When the provider's list of events was read last, by any process.",
    ),
    ("reconcile_lag_seconds", "How far back events are left to be read; 0 when none are."),
    ("reconcile_turn", "1 while this process reconciles for all."),
    ("refunds_due", "Refunds that the provider has not taken, or sent back, by age."),
    ("refunds_due_oldest_seconds", "Age of the oldest refund that is due."),
    ("replica_lag_seconds", "How old at the most what the replica shows is; 0 without one."),
    ("replica_missing", "1 while there is to be a replica, and it is not there or too old."),
    ("webhook_last_event_timestamp_seconds", "When the newest event of the provider came, pushed or listed."),
];

/// Histograms, in seconds.
const HISTOGRAMS: &[(&str, &str)] = &[
    ("database_wait_seconds", "Wait for a connection of the pool."),
    ("feed_lag_seconds", "From a chat message's commit to its being handed to this process's sockets."),
    ("http_request_seconds", "Time to an answer, by route, method and status."),
    ("provider_call_seconds", "Time of one try of a call to the payment provider, by what was asked for."),
    ("reconcile_run_seconds", "Time of a run of reconciliation."),
    ("turn_wait_seconds", "Wait of a request for its turn at the database."),
    ("webhook_age_seconds", "Age of an event when the provider's webhook brought it."),
];

/// Describes all metrics and initializes the counters to zero. Called once, after the recorder is installed.
pub fn describe() {
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
        // Registers the histogram while it is still empty.
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
