//! Simulates a month of reminders on demo data and prints the messages that each driver gets. With the argument
//! `many`, plans 100,000 texts, and prints the planned time of the last text and how fast the outbox sends texts.
#![expect(clippy::print_stdout, reason = "the example prints its results")]

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use adapters_postgres::testing::TestDatabase;
use application::Deps;
use application::deps::EmailDeps;
use application::jobs::{WORKERS, run_due_jobs};
use application::notices::planning::plan_notices;
use application::shared::outgoing::{EmailSender, TextSender};
use chrono::{DateTime, TimeDelta, Utc};
use domain::notices::clock::zone_of;
use domain::shared::us_state::UsState;
use ports::notices::mail::{EmailMessage, MailError, Mailer};
use ports::notices::texts::{TextError, TextMessenger};
use ports::shared::clock::Clock;
use server::adapters::vault::{DataKeys, KeyedVault};
use server::config::{Cities, Config};
use server::demo;
use server::wiring::provider::connect_provider;
use server::wiring::state;

use crate::stand_in::DATA_KEY;

/// Number of drivers in the measurement with the argument `many`.
const MANY: i64 = 100_000;
/// Number of texts to send for measuring the speed.
const MEASURED_TEXTS: usize = 200;
/// Maximum delay of a planned text, in hours.
const MAX_DELAY_HOURS: i64 = 3;

/// A clock that this program sets, in seconds since 1970.
struct SimulatedClock(AtomicI64);

impl Clock for SimulatedClock {
    fn now(&self) -> DateTime<Utc> {
        DateTime::from_timestamp(self.0.load(Ordering::SeqCst), 0).unwrap_or_default()
    }
}

/// A sender of texts that only records them.
#[derive(Default)]
struct RecordedTexts(Mutex<Vec<String>>);

impl RecordedTexts {
    /// Records a line to print.
    fn record(&self, line: String) {
        if let Ok(mut lines) = self.0.lock() {
            lines.push(line);
        }
    }

    /// Returns the lines recorded since the last call.
    fn take(&self) -> Vec<String> {
        self.0.lock().map(|mut lines| std::mem::take(&mut *lines)).unwrap_or_default()
    }
}

impl TextMessenger for RecordedTexts {
    fn send(&self, phone: &str, text: &str) -> Result<(), TextError> {
        self.record(format!("text to {phone}: {text}"));
        Ok(())
    }

    fn send_with_status_reports(&self, phone: &str, text: &str, _: &str) -> Result<(), TextError> {
        self.send(phone, text)
    }

    fn is_genuine(&self, _: &str, _: &[(String, String)], _: &str) -> bool {
        false
    }

    fn was_sent(&self, _: &str, _: &str, _: DateTime<Utc>) -> Result<bool, TextError> {
        Ok(false)
    }
}

/// A sender of emails that only records them.
struct RecordedMails(Arc<RecordedTexts>);

impl Mailer for RecordedMails {
    fn send(&self, mail: &EmailMessage) -> Result<(), MailError> {
        self.0.record(format!("mail to {}: {}", mail.to, mail.subject));
        Ok(())
    }
}

/// Simulates a month of reminders or, with `is_many`, measures how fast texts are planned and sent.
pub fn main(is_many: bool) -> anyhow::Result<()> {
    let database = TestDatabase::new();
    let data = tempfile::tempdir()?;
    let mut config = Config::read(&|_| None).map_err(|wrong| anyhow::anyhow!("{wrong:?}"))?;
    config.cities = Cities::none();
    config.data_dir = data.path().to_owned();
    let keys = DataKeys::parse(DATA_KEY).map_err(anyhow::Error::msg)?;
    let provided = connect_provider(&config)?;
    let built =
        state::build_state(&config, &database.database(), &provided, Arc::new(KeyedVault::new(&keys)))?;
    let texts = Arc::new(RecordedTexts::default());
    let begins = built.deps.clock.now().timestamp();
    // Start the clock at a half hour, so that messages due at ten are sent at ten.
    let clock = Arc::new(SimulatedClock(AtomicI64::new(begins - begins % 1_800)));
    let mail = built
        .deps
        .mail
        .clone()
        .map(|room| EmailDeps { sender: EmailSender::new(Arc::new(RecordedMails(texts.clone()))), ..room });
    let deps = Deps {
        clock: clock.clone(),
        texts: Some(TextSender::new(texts.clone())),
        mail,
        ..built.deps.clone()
    };
    if is_many {
        return measure_many(&database, &deps, &clock, &texts);
    }
    demo::load_demo_accounts(&built.deps, database.owner_url(), 0)?;
    simulate_month(&database, &deps, &clock, &texts)
}

/// Simulates 31 days, in steps of half an hour, and prints the messages.
fn simulate_month(
    database: &TestDatabase,
    deps: &Deps,
    clock: &SimulatedClock,
    texts: &RecordedTexts,
) -> anyhow::Result<()> {
    database.execute(
        "DELETE FROM news_items;
         UPDATE users SET email_verified_at = now() WHERE role = 'driver' AND id < 10;
         INSERT INTO text_notification_requests (user_id, phone_number, requested_at, confirmed_at)
             SELECT id, (5550100000 + id)::text, now(), now() FROM users WHERE role = 'driver'
             ON CONFLICT (user_id, phone_number) DO UPDATE SET confirmed_at = now()",
    );
    let zone = zone_of(Some(UsState::NewYork));
    let (mut count, started_at) = (0, deps.clock.now());
    while deps.clock.now() - started_at < TimeDelta::days(31) {
        plan_notices(deps, "demo")?;
        while run_due_jobs(deps, WORKERS)? > 0 {}
        let lines = texts.take();
        if !lines.is_empty() {
            println!(
                "\n{}",
                deps.clock.now().with_timezone(&zone).format("%A, %b %-d, %-I:%M %p in New York")
            );
        }
        count += lines.len();
        for line in lines {
            println!("  {line}");
        }
        clock.0.fetch_add(1_800, Ordering::SeqCst);
    }
    println!("\n{count} messages in 31 days");
    Ok(())
}

/// Measures how fast texts to many drivers are planned and sent, and prints the results.
fn measure_many(
    database: &TestDatabase,
    deps: &Deps,
    clock: &SimulatedClock,
    texts: &RecordedTexts,
) -> anyhow::Result<()> {
    database.execute(&format!(
        "INSERT INTO users (email, password_hash, role, state, last_admin_update_at)
             SELECT 'd' || n || '@example.test', '$argon2id$none', 'driver', 'New York', now() FROM generate_series(1, {MANY}) n;
         INSERT INTO text_notification_requests (user_id, phone_number, requested_at, confirmed_at)
             SELECT id, (5000000000 + id)::text, now(), now() FROM users;
         INSERT INTO parking (user_id, violation_type, date, due_date, location, amount)
             SELECT id, 'Expired meter', '2026-12-01', '2026-12-08', 'Main St', '$65' FROM users;
         DELETE FROM news_items; ANALYZE"
    ));
    let ten: DateTime<Utc> = "2026-12-01T15:00:00Z".parse()?;
    clock.0.store(ten.timestamp(), Ordering::SeqCst);
    let started_at = Instant::now();
    plan_notices(deps, "demo")?;
    let planned =
        "SELECT count(*) || ' texts, the last at ' || max(due_at)::text FROM notices WHERE channel = 'text'";
    println!(
        "planned in {:.1} s: {}",
        started_at.elapsed().as_secs_f64(),
        database.value(planned).unwrap_or_default()
    );
    let late = format!(
        "SELECT 1 FROM notices WHERE due_at > '{}'",
        (ten + TimeDelta::hours(MAX_DELAY_HOURS)).to_rfc3339()
    );
    anyhow::ensure!(
        database.value(&late).is_none(),
        "some notices are planned more than {MAX_DELAY_HOURS} hours late"
    );
    clock.0.fetch_add(3_600, Ordering::SeqCst);
    let started_at = Instant::now();
    let mut sent = 0;
    while sent < MEASURED_TEXTS {
        sent += run_due_jobs(deps, WORKERS)?;
    }
    let speed = f64::from(u32::try_from(texts.take().len())?) / started_at.elapsed().as_secs_f64();
    println!("one sender: {speed:.0} messages per second (10 are planned)");
    anyhow::ensure!(speed >= 10.0, "one sender is slower than the plan");
    Ok(())
}
