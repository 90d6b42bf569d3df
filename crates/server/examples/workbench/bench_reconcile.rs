//! Measures the cost and delay of reconciliation, with 10,000 open payments, two server processes and no webhooks. The
//! program counts the calls to the provider while nothing happens. Then the program measures how long reconciliation
//! takes to settle payments that it can find only in the provider's list of events.
#![expect(clippy::print_stdout, reason = "the example prints its results")]

use std::fmt::Write;
use std::net::TcpListener;
use std::process::Command;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use adapters_postgres::testing::TestDatabase;
use anyhow::Context;
use stripe_sandbox::{Options, Sandbox};

use crate::stand_in::{self, DATA_KEY, Server};

/// Number of open payments. The payments' ages are spread over a day.
const OPEN: usize = 10_000;
/// Number of open payments that the program tries to pay, one per second.
const PAID: usize = 60;
/// How long the program counts calls while nothing happens, in minutes.
const QUIET_MINUTES: u32 = 3;
const PROCESSES: usize = 2;
/// Maximum number of calls to the provider per minute.
const MAX_CALLS_PER_MINUTE: u64 = 60;
/// Maximum time until a payment is settled, in seconds, for 95% of the payments.
const MAX_SECONDS: f64 = 60.0;
/// Stripe's error code when an object's state doesn't allow the call.
const UNEXPECTED: &str = "payment_intent_unexpected_state";

/// Runs the measurements, prints the results, and fails if a limit is exceeded.
pub fn main() -> anyhow::Result<()> {
    let sandbox = stripe_sandbox::start(Options::default())?;
    let database = TestDatabase::new();
    let intents = create_open_payments(&sandbox, &database)?;
    let data = tempfile::tempdir()?;
    let servers: Vec<Server> = (0..PROCESSES)
        .map(|number| start_server(&sandbox, &database, &data.path().join(number.to_string())))
        .collect::<anyhow::Result<_>>()?;
    println!("{OPEN} open payments, {PROCESSES} processes, no webhooks");
    let started_at = Instant::now();
    wait_until("all events have been read", || {
        database.value("SELECT 1 FROM event_cursor WHERE behind_from IS NULL").is_some()
    })?;
    println!("first run: {} calls in {:.0} s", sandbox.call_count(), started_at.elapsed().as_secs_f64());

    let mut most = 0;
    for minute in 1..=QUIET_MINUTES {
        let before = sandbox.call_count();
        std::thread::sleep(Duration::from_secs(60));
        let calls = sandbox.call_count() - before;
        most = most.max(calls);
        println!("idle minute {minute}: {calls} calls");
    }

    let before = sandbox.call_count();
    let mut paid = vec![];
    for intent in intents.iter().step_by(OPEN / PAID).take(PAID) {
        let path = format!("/v1/payment_intents/{intent}/confirm");
        let (status, answer) = sandbox.call("POST", &path, &[("payment_method", "pm_card_visa")]);
        // Lanewise cancels intents that are a day old, so they can't be paid.
        if status == 200 {
            paid.push((intent, now()?));
        } else {
            anyhow::ensure!(answer.pointer("/error/code") == Some(&UNEXPECTED.into()), "{answer}");
        }
        std::thread::sleep(Duration::from_secs(1));
    }
    let names: Vec<String> = paid.iter().map(|(intent, _)| format!("'{intent}'")).collect();
    let names = names.join(", ");
    let settled =
        format!("SELECT 1 FROM payments WHERE provider_intent_id IN ({names}) AND status = 'settled'");
    wait_until("all payments are settled", || database.values(&settled).len() == paid.len())?;
    let mut took = vec![];
    for (intent, at) in &paid {
        let sql = format!(
            "SELECT extract(epoch FROM settled_at) FROM payments WHERE provider_intent_id = '{intent}'"
        );
        let settled_at: f64 = database.value(&sql).context("the payment has no settlement time")?.parse()?;
        took.push(settled_at - at);
    }
    took.sort_by(f64::total_cmp);
    let at = |part: usize| {
        took.get((took.len() * part).div_ceil(100).saturating_sub(1)).copied().unwrap_or_default()
    };
    let (p50, p95) = (at(50), at(95));
    println!("{} payments without a webhook: settled after {p50:.1} s (p50), {p95:.1} s (p95)", took.len());
    println!("calls during this time: {}", sandbox.call_count() - before);
    println!(
        "limits: {MAX_CALLS_PER_MINUTE} calls in an idle minute ({most}), {MAX_SECONDS} s at p95 ({p95:.1})"
    );
    drop(servers);
    anyhow::ensure!(most <= MAX_CALLS_PER_MINUTE && p95 <= MAX_SECONDS, "a limit is exceeded");
    Ok(())
}

/// Creates open payments in the database and their intents at the provider. Returns the intents' ids, newest last.
fn create_open_payments(sandbox: &Sandbox, database: &TestDatabase) -> anyhow::Result<Vec<String>> {
    database.execute(&format!(
        "INSERT INTO users (email, password_hash, role, signup_step, created_at) \
             VALUES ('carts@example.test', '$argon2id$none', 'driver', 5, now()); \
         INSERT INTO tickets (user_id, violation_type, date, due_date, location, amount, points, category) \
             SELECT (SELECT max(id) FROM users), 'Speeding', current_date, current_date + 9, 'Main St', '150', 2, 'traffic' \
             FROM generate_series(1, {OPEN}); \
         INSERT INTO payments (user_id, kind, ticket_id, amount_cents, idempotency_key, confirmation_number, created_at, updated_at) \
             SELECT user_id, 'ticket', id, 15000, 'cart-' || id, 'CONF-' || id, made, made FROM ( \
                 SELECT id, user_id, now() - interval '1 day' * ({OPEN} - row_number() OVER (ORDER BY id)) / {OPEN} AS made FROM tickets \
             ) AS payments ORDER BY id"
    ));
    let installation =
        database.value("SELECT id FROM installation").context("the database has no installation")?;
    let rows =
        database.values("SELECT concat_ws(' ', id, user_id, confirmation_number) FROM payments ORDER BY id");
    let mut intents = vec![];
    let mut known = String::new();
    for row in rows.iter().flatten() {
        let [payment, user, number] = row.split(' ').collect::<Vec<_>>()[..] else { continue };
        let params = [
            ("amount", "15000"),
            ("currency", "usd"),
            ("allowed_payment_method_types[0]", "card"),
            ("metadata[installation]", &*installation),
            ("metadata[payment_id]", payment),
            ("metadata[user_id]", user),
            ("metadata[confirmation_number]", number),
        ];
        let (status, intent) = sandbox.call("POST", "/v1/payment_intents", &params);
        anyhow::ensure!(status == 200, "{intent}");
        let id = intent.get("id").and_then(|id| id.as_str()).context("the intent has no id")?;
        write!(known, "{}({payment}, '{id}')", if known.is_empty() { "" } else { ", " })?;
        intents.push(id.to_owned());
    }
    database.execute(&format!(
        "UPDATE payments SET status = 'open', provider_intent_id = known.intent \
         FROM (VALUES {known}) AS known (id, intent) WHERE payments.id = known.id; ANALYZE"
    ));
    Ok(intents)
}

/// Starts a server process on this database and provider.
fn start_server(
    sandbox: &Sandbox,
    database: &TestDatabase,
    data: &std::path::Path,
) -> anyhow::Result<Server> {
    let program = std::env::var("SERVER_BIN").unwrap_or_else(|_| "target/release/server".to_owned());
    let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
    let mut command = Command::new(program);
    command
        .env_clear()
        .envs(database.settings())
        .env("LANEWISE_DATA_KEY", DATA_KEY)
        .env("DATA_DIR", data)
        .env("PORT", port.to_string());
    stand_in::start_server(&mut command, sandbox, &format!("http://127.0.0.1:{port}"))
}

/// Returns the current time, in seconds since 1970.
fn now() -> anyhow::Result<f64> {
    Ok(SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs_f64())
}

/// Waits until `holds` returns `true`. `description` names this condition in the error.
fn wait_until(description: &str, holds: impl Fn() -> bool) -> anyhow::Result<()> {
    let deadline = Instant::now() + Duration::from_secs(300);
    while !holds() {
        anyhow::ensure!(Instant::now() < deadline, "timed out waiting until {description}");
        std::thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}
