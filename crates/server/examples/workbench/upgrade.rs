//! Tests an upgrade under load. The binary of the last release serves logins, chats and payments on a large
//! database, before, while and after this build applies its migrations. No request may fail. See `make
//! upgrade-test`.
#![expect(clippy::print_stdout, reason = "the example prints its results")]

use std::net::TcpListener;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

use adapters_postgres::migrate;
use adapters_postgres::testing::TestDatabase;
use adapters_postgres::testing::large::{Size, fill};
use anyhow::Context;
use ports::shared::secrets::{HashPriority, PasswordHasher};
use serde_json::{Value, json};
use server::adapters::passwords::Argon2Hasher;
use stripe_sandbox::{Options, Sandbox};
use ureq::Agent;

use crate::stand_in::{self, Server};

/// The last migration of release 0.1 (docs/RELEASES.md).
const RELEASE: &str = "20261122000070";
/// Size of the database. In a database this large, a migration that scans a whole table under a
/// lock makes requests fail.
const SIZE: Size = Size { users: 200_000, tickets: 1_000_000, queue: 200_000 };
const PASSWORD: &str = "demo-Passw0rd-lanewise";
/// How long the release serves requests before the migrations, and again after them.
const AROUND: Duration = Duration::from_secs(15);

/// A driver with an unpaid ticket.
struct Driver {
    user: String,
    email: String,
    ticket: i64,
    amount: String,
}

/// Counts and errors of the requests.
#[derive(Default)]
struct Served {
    requests: u32,
    slowest: Duration,
    failed: Vec<String>,
}

/// What all drivers of the run share.
struct World {
    agent: Agent,
    base: String,
    sandbox: Sandbox,
    served: Mutex<Served>,
    is_over: AtomicBool,
}

pub fn main() -> anyhow::Result<()> {
    let program = std::env::var("RELEASE_BIN").context("set RELEASE_BIN to the release's binary")?;
    let sandbox = stripe_sandbox::start(Options::default())?;
    let started_at = Instant::now();
    let database = TestDatabase::at_migration(RELEASE);
    let hash = Argon2Hasher::new(std::num::NonZeroUsize::MIN)?.hash(PASSWORD, HashPriority::Known)?;
    // Create the administrator to which the generated data refers.
    database.execute(
        "INSERT INTO users (id, email, password_hash, role) VALUES (1, 'admin@example.com', '$argon2id$', 'admin')",
    );
    fill(&mut database.connection(), &hash, SIZE, &mut |text| {
        println!("{:4} s  {text}", started_at.elapsed().as_secs());
    })?;
    let drivers = find_drivers(&database)?;
    let data = tempfile::tempdir()?;
    let (_server, base) = start_server(&program, &sandbox, &database, data.path())?;
    let agent = Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(Duration::from_secs(30)))
        .build()
        .into();
    let world = World { agent, base, sandbox, served: Mutex::default(), is_over: AtomicBool::new(false) };
    let migrated = scope(|scope| {
        for (number, some) in drivers.chunks(drivers.len().div_ceil(6)).enumerate() {
            let world = &world;
            scope.spawn(move || {
                let mut rounds = some.iter().cycle();
                while let (false, Some(driver)) = (world.is_over.load(Ordering::Acquire), rounds.next()) {
                    world.run_driver_session(driver, number);
                }
            });
        }
        sleep(AROUND);
        let before = world.print_and_reset_responses("before the migrations");
        let began = Instant::now();
        let applied = migrate(database.owner_url(), database.url());
        println!("{:?} migrations in {:.1} s", applied.as_ref().map(Vec::len), began.elapsed().as_secs_f64());
        let during = world.print_and_reset_responses("during the migrations");
        sleep(AROUND);
        let after = world.print_and_reset_responses("after them");
        world.is_over.store(true, Ordering::Release);
        applied.map(|_| before + during + after)
    })?;
    anyhow::ensure!(migrated == 0, "{migrated} requests failed");
    Ok(())
}

/// Returns drivers of the generated data who have an unpaid ticket, with that ticket and its amount.
fn find_drivers(database: &TestDatabase) -> anyhow::Result<Vec<Driver>> {
    let rows = database.values(
        "SELECT concat_ws(' ', u.id, u.email, t.id, t.amount) FROM tickets t JOIN users u ON u.id = t.user_id
         WHERE NOT t.is_paid AND u.role = 'driver' AND t.amount ~ '^[$][0-9]+$'
             AND NOT EXISTS (SELECT FROM lawyer_hires h WHERE h.ticket_id = t.id) ORDER BY t.id DESC LIMIT 3000",
    );
    rows.iter()
        .flatten()
        .map(|row| {
            let mut words = row.split(' ').map(str::to_owned);
            let mut next = || words.next().context("a word is missing");
            Ok(Driver {
                user: next()?,
                email: next()?,
                ticket: next()?.parse()?,
                amount: next()?.replace('$', ""),
            })
        })
        .collect()
}

impl World {
    /// Sends a request that must return one of the statuses in `expected`. Returns the response's JSON and
    /// its cookie. For any other response, records the error and returns `None`.
    fn call(
        &self,
        token: &str,
        method: &str,
        path: &str,
        body: Option<&Value>,
        expected: &[u16],
    ) -> Option<(Value, String)> {
        let started_at = Instant::now();
        let request = ureq::http::Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.base))
            .header("sec-fetch-site", "same-origin")
            .header("content-type", "application/json")
            .header("cookie", token);
        let sent = request
            .body(body.map(ToString::to_string).unwrap_or_default())
            .map_err(|error| error.to_string())
            .and_then(|request| self.agent.run(request).map_err(|error| error.to_string()));
        let took = started_at.elapsed();
        let answered = sent.and_then(|mut answer| {
            let status = answer.status().as_u16();
            let cookie = answer
                .headers()
                .get("set-cookie")
                .and_then(|it| it.to_str().ok())
                .unwrap_or_default()
                .to_owned();
            let text = answer.body_mut().read_to_string().map_err(|error| error.to_string())?;
            if !expected.contains(&status) {
                return Err(format!("{status} {text}"));
            }
            Ok((
                serde_json::from_str(&text).unwrap_or_default(),
                cookie.split(';').next().unwrap_or_default().to_owned(),
            ))
        });
        let mut served = self.served.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        served.requests += 1;
        served.slowest = served.slowest.max(took);
        answered.map_err(|why| served.failed.push(format!("{method} {path}: {why}"))).ok()
    }

    /// Logs in, chats (if `number` is even) or pays, and logs out. Returns `None` if a request failed.
    fn run_driver_session(&self, driver: &Driver, number: usize) -> Option<()> {
        let login = json!({"email": driver.email, "password": PASSWORD});
        let (_, token) = self.call("", "POST", "/api/authenticate", Some(&login), &[200])?;
        self.call(&token, "GET", &format!("/api/tickets/{}", driver.user), None, &[200])?;
        if number.is_multiple_of(2) { self.chat(driver, &token) } else { self.pay(driver, &token) }?;
        self.call(&token, "POST", "/api/logout", Some(&json!({})), &[200])?;
        Some(())
    }

    /// Opens a chat, sends messages and reads them. Returns `None` if a request failed.
    fn chat(&self, driver: &Driver, token: &str) -> Option<()> {
        let user: i64 = driver.user.parse().ok()?;
        let request = json!({"userId": user, "type": "chat", "message": "Is anybody there?"});
        let (inquiry, _) = self.call(token, "POST", "/api/help-inquiries", Some(&request), &[200, 201])?;
        let id = inquiry.get("id")?.as_i64()?;
        for number in 0..5 {
            let message =
                json!({"helpInquiryId": id, "message": "Hello", "clientMessageId": format!("m{number}")});
            self.call(token, "POST", "/api/chat-messages", Some(&message), &[201])?;
            self.call(token, "GET", &format!("/api/chat-messages/{id}"), None, &[200])?;
        }
        Some(())
    }

    /// Pays the driver's ticket by card, unless it is already paid. Returns `None` if a request failed.
    fn pay(&self, driver: &Driver, token: &str) -> Option<()> {
        let request = json!({"amount": driver.amount, "type": "ticket", "itemId": driver.ticket});
        // The server returns 409 if the driver already paid the ticket in an earlier session.
        let (intent, _) =
            self.call(token, "POST", "/api/create-payment-intent", Some(&request), &[200, 201, 409])?;
        let Some(id) = intent.get("paymentIntentId").and_then(Value::as_str) else { return Some(()) };
        let path = format!("/v1/payment_intents/{id}/confirm");
        let (status, _) = self.sandbox.call("POST", &path, &[("payment_method", "pm_card_visa")]);
        (status == 200).then_some(())?;
        self.call(
            token,
            "POST",
            "/api/payment-transactions",
            Some(&json!({"paymentIntentId": id})),
            &[200, 201],
        )?;
        Some(())
    }

    /// Prints the results since the last call of this function. `when` describes that period. Returns the
    /// number of failed requests.
    fn print_and_reset_responses(&self, when: &str) -> usize {
        let served =
            std::mem::take(&mut *self.served.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
        println!(
            "{when}: {} requests, {} failed, the slowest took {} ms",
            served.requests,
            served.failed.len(),
            served.slowest.as_millis()
        );
        for failed in served.failed.iter().take(10) {
            println!("  {failed}");
        }
        served.failed.len()
    }
}

/// Starts the old release's server with this database and provider, and returns it with its base URL. The server
/// becomes ready although the database lacks the newest migrations, because the release doesn't contain them either.
fn start_server(
    program: &str,
    sandbox: &Sandbox,
    database: &TestDatabase,
    data: &std::path::Path,
) -> anyhow::Result<(Server, String)> {
    let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
    let base = format!("http://127.0.0.1:{port}");
    let mut command = Command::new(program);
    command
        .env_clear()
        .env("DATABASE_URL", database.owner_url())
        .env("DATA_DIR", data)
        .env("PORT", port.to_string())
        .env("RATE_LIMITS", "off");
    Ok((stand_in::start_server(&mut command, sandbox, &base)?, base))
}
