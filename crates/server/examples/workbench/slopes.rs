//! Measures the cost of the calls of drivers' and staff's screens for several numbers of users: SQL statements, response
//! times, CPU time of the server and of PostgreSQL, bytes of WAL, and the size of the database. See `make bench-slopes`
//! and docs/SCALING.md.
#![expect(clippy::print_stdout, reason = "the example prints its results")]

use std::fs;
use std::net::TcpListener;
use std::num::NonZeroUsize;
use std::process::Command;
use std::thread;
use std::time::Instant;

use adapters_postgres::testing::TestDatabase;
use adapters_postgres::testing::large::{Size, fill};
use anyhow::{Context, ensure};
use ports::shared::secrets::{HashPriority, PasswordHasher};
use serde_json::{Value, json};
use server::adapters::passwords::Argon2Hasher;
use stripe_sandbox::{Options, Sandbox};
use ureq::Agent;

use crate::stand_in::{self, Server};

const PASSWORD: &str = "demo-Passw0rd-lanewise";
/// Default numbers of users, which arguments replace: `slopes 1000 5000`.
const SIZES: [u32; 3] = [1_000, 10_000, 100_000];
/// Number of tickets per user, as in the large database.
const TICKETS_EACH: u32 = 5;
/// Number of users for each row of a queue, as in the large database.
const USERS_A_ROW: u32 = 2;
/// Number of calls of each kind. The first [`WARM_UP`] calls aren't measured.
const CALLS: usize = 220;
const WARM_UP: usize = 20;
/// Number of drivers who write concurrently.
const WRITERS: usize = 8;
/// Number of writes of each kind per writer.
const WRITES: usize = 100;

/// A server with a database of one size, and the users who call the server.
struct Stage {
    database: TestDatabase,
    sandbox: Sandbox,
    server: Server,
    agent: Agent,
    base: String,
    staff: String,
    driver: String,
    driver_id: String,
}

/// A driver who sends chat messages and pays.
struct Writer {
    token: String,
    /// Ids of unpaid tickets.
    tickets: Vec<i64>,
    inquiry: i64,
}

/// Resources used so far: CPU time of the server and of the database in nanoseconds, and bytes of WAL.
#[derive(Clone, Copy, Default)]
struct ResourceUsage {
    server: u64,
    database: u64,
    log: i64,
}

/// Measures databases with these numbers of users, or with [`SIZES`] if there are none.
pub fn main(sizes: impl Iterator<Item = String>) -> anyhow::Result<()> {
    /// The session cookie of an administrator.
    let sizes_wanted: Vec<u32> = sizes.map(|word| word.parse()).collect::<Result<_, _>>()?;
    let sizes = if sizes_wanted.is_empty() { SIZES.to_vec() } else { sizes_wanted };
    println!(
        "{:>9}  {:<28} {:>9} {:>10} {:>12} {:>9}",
        "users", "call", "median ms", "server us", "database us", "log bytes"
    );
    for users in sizes {
        let started_at = Instant::now();
        let stage = Stage::create(users)?;
        let size = stage.database.value("SELECT pg_database_size(current_database()) / 1000000");
        println!("{users:>9}  {} MB, made in {} s", size.unwrap_or_default(), started_at.elapsed().as_secs());
        stage.measure(users)?;
    }
    Ok(())
}

impl Stage {
    fn create(users: u32) -> anyhow::Result<Self> {
        let database = TestDatabase::new();
        let hash = Argon2Hasher::new(NonZeroUsize::MIN)?.hash(PASSWORD, HashPriority::Known)?;
        database.execute(&format!(
            "INSERT INTO users (id, email, password_hash, role) VALUES (1, 'admin@example.com', '{hash}', 'admin')"
        ));
        let size = Size { users, tickets: users * TICKETS_EACH, queue: users / USERS_A_ROW };
        fill(&mut database.connection(), &hash, size, &mut |_| {})?;
        database.execute(&format!(
            "INSERT INTO users (email, password_hash, role, signup_step, last_admin_update_at)
                 SELECT 'payer' || n || '@example.test', '{hash}', 'driver', 5, now() FROM generate_series(0, {WRITERS}) AS n;
             INSERT INTO driving_profiles (user_id) SELECT id FROM users WHERE email LIKE 'payer%@example.test';
             INSERT INTO tickets (user_id, violation_type, date, location, amount, points, category)
                 SELECT u.id, 'Speeding', current_date, 'Elm St', '150', 2, 'traffic' FROM users u, generate_series(1, {CALLS}) WHERE u.email LIKE 'payer%@example.test'"
        ));
        let sandbox = stripe_sandbox::start(Options::default())?;
        let (server, base) = start_server(&database, &sandbox)?;
        let agent = Agent::config_builder().http_status_as_error(false).build().into();
        // The driver who reads has as many items as most drivers.
        let word = |sql: &str| database.value(sql).context("the database has no driver");
        let driver_id = word("SELECT id FROM users WHERE role = 'driver' AND id > 500 ORDER BY id LIMIT 1")?;
        let email = word(&format!("SELECT email FROM users WHERE id = {driver_id}"))?;
        let mut stage = Self {
            database,
            sandbox,
            server,
            agent,
            base,
            staff: String::new(),
            driver: String::new(),
            driver_id,
        };
        stage.staff = stage.log_in("admin@example.com")?;
        stage.driver = stage.log_in(&email)?;
        Ok(stage)
    }

    fn log_in(&self, email: &str) -> anyhow::Result<String> {
        let body = json!({"email": email, "password": PASSWORD});
        Ok(self.post("", "/api/authenticate", &body)?.1)
    }

    fn measure(self, users: u32) -> anyhow::Result<()> {
        let id = self.driver_id.clone();
        let reads = [
    /// Creates a database with this number of users, starts a server on it, logs in staff, and
    /// starts sessions of drivers.
            ("driver: session", &self.driver, "/api/session".to_owned()),
            ("driver: tickets", &self.driver, format!("/api/tickets/{id}?all=true")),
            ("driver: payment history", &self.driver, format!("/api/payment-history/{id}")),
            ("staff: users", &self.staff, "/api/users".to_owned()),
            ("staff: users, searched", &self.staff, "/api/users?q=smith".to_owned()),
            ("staff: payments", &self.staff, "/api/payment-transactions".to_owned()),
            ("staff: overview, 30 days", &self.staff, "/api/admin/overview?days=30".to_owned()),
            ("staff: counts", &self.staff, "/api/admin/unsolved-counts".to_owned()),
        ];
        for (name, token, path) in reads {
            self.measure_call(users, name, |_| self.get(token, &path))?;
        }
        let first = self.writer(0)?;
        self.measure_call(users, "driver: chat message", |number| self.chat(&first, number))?;
        self.measure_call(users, "driver: pays (three calls)", |number| self.pay(&first, number))?;
        let writers = (1..=WRITERS).map(|number| self.writer(number)).collect::<anyhow::Result<Vec<_>>>()?;
        self.measure_concurrent_writes(users, "chat messages", &writers, |writer, number| {
            self.chat(writer, number)
        })?;
        self.measure_concurrent_writes(users, "payments", &writers, |writer, number| self.pay(writer, number))
    }

    fn writer(&self, number: usize) -> anyhow::Result<Writer> {
        let email = format!("payer{number}@example.test");
        let token = self.log_in(&email)?;
        let request = json!({"type": "chat", "message": "Is anybody there?"});
        let (inquiry, _) = self.post(&token, "/api/help-inquiries", &request)?;
        let inquiry = inquiry.get("id").and_then(Value::as_i64).context("the response has no inquiry")?;
        let own = format!(
            "SELECT t.id FROM tickets t JOIN users u ON u.id = t.user_id WHERE u.email = '{email}' ORDER BY t.id"
        );
        let ids = self.database.values(&own).into_iter().flatten();
        let tickets = ids.map(|id| Ok(id.parse()?)).collect::<anyhow::Result<_>>()?;
        Ok(Writer { token, tickets, inquiry })
    }

    fn chat(&self, writer: &Writer, number: usize) -> anyhow::Result<()> {
        let body = json!({"helpInquiryId": writer.inquiry, "message": "Hello", "clientMessageId": format!("m{number}")});
        self.post(&writer.token, "/api/chat-messages", &body).map(drop)
    }

    fn pay(&self, writer: &Writer, number: usize) -> anyhow::Result<()> {
        let ticket = writer.tickets.get(number).context("the writer has no such ticket")?;
        let request = json!({"amount": "150", "type": "ticket", "itemId": ticket});
        let (intent, _) = self.post(&writer.token, "/api/create-payment-intent", &request)?;
        let intent =
            intent.get("paymentIntentId").and_then(Value::as_str).context("the response has no intent")?;
        let card = [("payment_method", "pm_card_visa")];
        let (status, _) = self.sandbox.call("POST", &format!("/v1/payment_intents/{intent}/confirm"), &card);
        ensure!(status == 200, "a card: {status}");
        self.post(&writer.token, "/api/payment-transactions", &json!({"paymentIntentId": intent})).map(drop)
    }

    /// Measures how many writes of this kind succeed per second if all writers write concurrently. `write`
    /// gets the number of the writer and the number of the write.
    fn measure_concurrent_writes(
        &self,
        users: u32,
        name: &str,
        writers: &[Writer],
        write: impl Fn(&Writer, usize) -> anyhow::Result<()> + Sync,
    ) -> anyhow::Result<()> {
        let started_at = Instant::now();
        let writing = &|writer| (0..WRITES).try_for_each(|number| write(writer, number));
        thread::scope(|scope| {
            let begin = |writer| scope.spawn(move || writing(writer));
            let all: Vec<_> = writers.iter().map(begin).collect();
            all.into_iter().try_for_each(|one| one.join().map_err(|_| anyhow::anyhow!("a writer failed"))?)
        })?;
        let written = u32::try_from(writers.len() * WRITES)?;
        println!(
            "{users:>9}  {name}, {WRITERS} at once: {:.0} a second",
            f64::from(written) / started_at.elapsed().as_secs_f64()
        );
        Ok(())
    }

    fn measure_call(
        &self,
        users: u32,
        name: &str,
        call: impl Fn(usize) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let (mut times, mut before) = (vec![], ResourceUsage::default());
        for number in 0..CALLS {
            if number == WARM_UP {
                before = self.read_usage()?;
    /// Measures all reads of screens, and then chat messages and payments. `users` is only printed.
            }
            let started_at = Instant::now();
            call(number)?;
            if number >= WARM_UP {
                times.push(started_at.elapsed().as_secs_f64() * 1000.0);
            }
        }
        let after = self.read_usage()?;
        times.sort_by(f64::total_cmp);
        let median = times.get(times.len() / 2).copied().unwrap_or_default();
        let counted = u64::try_from(times.len())?;
        let each = |nanoseconds: u64| nanoseconds / 1000 / counted;
        let log = (after.log - before.log) / i64::try_from(counted)?;
        println!(
            "{users:>9}  {name:<28} {median:>9.1} {:>10} {:>12} {log:>9}",
            each(after.server.saturating_sub(before.server)),
            each(after.database.saturating_sub(before.database)),
        );
        Ok(())
    }

    /// Returns the CPU time used so far by the server and its PostgreSQL processes, in nanoseconds, and the
    /// WAL position in bytes.
    fn read_usage(&self) -> anyhow::Result<ResourceUsage> {
        let serving = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND usename = 'lanewise_server'";
        let log = self.database.value("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint");
    /// Sends a chat message. `number` makes the message's client id unique.
        let processes = self.database.values(serving).into_iter().flatten();
        Ok(ResourceUsage {
            server: cpu_nanoseconds(&self.server.0.id().to_string()),
            database: processes.map(|id| cpu_nanoseconds(&id)).sum(),
            log: log.context("the size of the log is missing")?.parse()?,
        })
    }

    fn send(&self, token: &str, method: &str, path: &str, body: String) -> anyhow::Result<(Value, String)> {
        let request = ureq::http::Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.base))
            .header("sec-fetch-site", "same-origin")
            .header("content-type", "application/json")
            .header("cookie", token)
            .body(body)?;
        let mut answer = self.agent.run(request)?;
        let cookie = answer.headers().get("set-cookie").and_then(|it| it.to_str().ok()).unwrap_or_default();
        let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        let text = answer.body_mut().read_to_string()?;
        ensure!(answer.status().is_success(), "{path}: {} {text}", answer.status());
        Ok((serde_json::from_str(&text).unwrap_or_default(), cookie))
    }

    fn post(&self, token: &str, path: &str, body: &Value) -> anyhow::Result<(Value, String)> {
        self.send(token, "POST", path, body.to_string())
    }

    fn get(&self, token: &str, path: &str) -> anyhow::Result<()> {
        self.send(token, "GET", path, String::new()).map(drop)
    }
}

/// Returns a process's CPU time in nanoseconds, or 0 if it is gone. The times of its threads are exact, but leave out
/// threads that have ended. The time of the process includes the ended threads, in steps of 10 ms.
fn cpu_nanoseconds(process: &str) -> u64 {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let of_task = |task: fs::DirEntry| {
        let schedule = fs::read_to_string(task.path().join("schedstat")).ok()?;
        schedule.split(' ').next()?.parse::<u64>().ok()
    };
    /// Makes a call many times, and prints a row with its times, CPU use and log size. `call` gets the number
    /// of the call. `statements` is the expected number of database statements, which is only printed.
    tasks.filter_map(of_task).sum()
}

fn start_server(database: &TestDatabase, sandbox: &Sandbox) -> anyhow::Result<(Server, String)> {
    let program = std::env::var("SERVER_BIN").unwrap_or_else(|_| "target/release/server".to_owned());
    let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
    let base = format!("http://127.0.0.1:{port}");
    let mut command = Command::new(program);
    command
        .env_clear()
        .envs(database.settings())
        .env("DATA_DIR", std::env::temp_dir().join("lanewise-slopes"))
        .env("PORT", port.to_string())
        .env("OPS_ADDRESS", "off")
        .env("CITATION_SOURCES", "off")
        .env("RATE_LIMITS", "off")
        .env("RUST_LOG", "warn");
    Ok((stand_in::start(&mut command, sandbox, &base)?, base))
}
    /// Makes a request that must succeed. `token` is the session cookie, and `body` the JSON. Returns the
    /// response's JSON and its cookie.
    /// Makes a POST request that must succeed. `token` is the session cookie. Returns the response's
    /// JSON and its cookie.
/// Starts the server with this database and sandbox. Also returns its base URL.
