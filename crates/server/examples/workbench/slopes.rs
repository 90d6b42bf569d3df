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
const SIZES: [u32; 1] = [1_000_000];
/// Number of tickets per user, as in the large database.
const TICKETS_EACH: u32 = 5;
/// Number of users for each row of a queue, as in the large database.
const USERS_A_ROW: u32 = 2;
/// Number of calls of each kind. The first [`WARM_UP`] calls aren't measured, because each of the server's connections
/// plans a statement anew the first five times.
const CALLS: usize = 300;
const WARM_UP: usize = 100;
/// For each call, the number of SQL statements that it sends. A test of the server checks the numbers.
const STATEMENTS: &str = include_str!("../../tests/it/operations/roles/statements.txt");
/// Calls that no screen makes to show data: files, exports, and calls without a login.
const NOT_ON_SCREENS: &[&str] = &[
    "/api/account/data",
    "/api/admin/books/file",
    "/api/admin/statements/file",
    "/api/config",
    "/api/openapi.json",
    "/api/security/export-report",
    "/api/tickets/{id}/calendar",
    "/healthz",
    "/readyz",
];
/// Query strings of the calls that need a query.
const QUERIES: &[(&str, &str)] = &[("/api/admin/search", "q=smith"), ("/api/issuers", "q=austin")];
/// Nanoseconds of a tick, the unit of CPU time in `/proc/*/stat`.
const NANOSECONDS_A_TICK: u64 = 10_000_000;
/// Number of drivers who write concurrently.
const WRITERS: usize = 8;
/// Number of writes of each kind per writer.
const WRITES: usize = 100;
/// Number of drivers with one payment each.
const PAYERS: usize = CALLS + WRITERS * WRITES;
/// SQL condition that selects the drivers with one payment each.
const IS_PAYER: &str = "email LIKE 'payer%@example.test'";

/// A server with a database of one size, and the users who call the server.
struct Stage {
    database: TestDatabase,
    sandbox: Sandbox,
    server: Server,
    agent: Agent,
    base: String,
    /// The session cookie of an administrator.
    staff: String,
    /// Drivers who read. Each call is by another driver, because real calls come from many drivers.
    readers: Vec<Reader>,
    /// Drivers who pay, each once.
    payers: Vec<Payer>,
}

/// A driver who reads their own record.
struct Reader {
    id: String,
    ticket: String,
    token: String,
}

/// A read of a driver's or staff's screen.
struct ReadCall<'a> {
    /// The path with its placeholders.
    path: &'a str,
    is_by_staff: bool,
    /// Number of SQL statements.
    statements: u64,
}

/// A driver who pays one of several tickets.
struct Payer {
    token: String,
    ticket: i64,
}

/// A driver who sends chat messages.
struct Writer {
    token: String,
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
    let sizes_wanted: Vec<u32> = sizes.map(|word| word.parse()).collect::<Result<_, _>>()?;
    let sizes = if sizes_wanted.is_empty() { SIZES.to_vec() } else { sizes_wanted };
    println!(
        "{:>9}  {:<52} {:>10} {:>7} {:>7} {:>10} {:>12} {:>9}",
        "users", "call", "statements", "p50 ms", "p99 ms", "server us", "database us", "log bytes"
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
    /// Creates a database with this number of users, starts a server on it, logs in staff, and
    /// starts sessions of drivers.
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
                 SELECT 'payer' || n || '@example.test', '{hash}', 'driver', 5, now() FROM generate_series(1, {PAYERS}) AS n;
             INSERT INTO driving_profiles (user_id) SELECT id FROM users WHERE {IS_PAYER};
             INSERT INTO tickets (user_id, violation_type, date, location, amount, points, category)
                 SELECT u.id, 'Speeding', current_date, 'Elm St', '150', 2, 'traffic' FROM users u, generate_series(1, {TICKETS_EACH}) WHERE {IS_PAYER}"
        ));
        let sandbox = stripe_sandbox::start(Options::default())?;
        let (server, base) = start_server(&database, &sandbox)?;
        let agent = Agent::config_builder().http_status_as_error(false).build().into();
        let mut stage = Self {
            database,
            sandbox,
            server,
            agent,
            base,
            staff: String::new(),
            readers: vec![],
            payers: vec![],
        };
        stage.staff = stage.log_in("admin@example.com")?;
        stage.readers = stage.create_readers()?;
        stage.payers = stage.create_payers()?;
        Ok(stage)
    }

    /// Starts a session for each of many drivers, without logging in one by one.
    fn create_readers(&self) -> anyhow::Result<Vec<Reader>> {
        self.start_sessions(&format!(
            "role = 'driver' AND id > 500 AND last_admin_update_at IS NOT NULL AND NOT {IS_PAYER} \
             ORDER BY id LIMIT {CALLS}"
        ));
        let found = self.drivers_with_sessions(&format!("NOT {IS_PAYER}"))?;
        Ok(found.into_iter().map(|(id, ticket, token)| Reader { id, ticket, token }).collect())
    }

    /// Starts a session for each driver who will pay.
    fn create_payers(&self) -> anyhow::Result<Vec<Payer>> {
        self.start_sessions(IS_PAYER);
        let payer =
            |(_, ticket, token): (String, String, String)| Ok(Payer { token, ticket: ticket.parse()? });
        self.drivers_with_sessions(IS_PAYER)?.into_iter().map(payer).collect()
    }

    /// Starts a session for each of the drivers whom this SQL condition selects.
    fn start_sessions(&self, drivers: &str) {
        self.database.execute(&format!(
            "INSERT INTO sessions (user_id, token_hash, login_time, last_activity, expires_at, address)
                 SELECT id, sha256(convert_to('slopes-' || id, 'UTF8')), now(), now(), now() + interval '1 hour', '127.0.0.1'
                 FROM users WHERE {drivers}"
        ));
    }

    /// Returns the drivers with a session whom this SQL condition selects: the id, the id of the first ticket,
    /// and the session's cookie.
    fn drivers_with_sessions(&self, drivers: &str) -> anyhow::Result<Vec<(String, String, String)>> {
        let (cookie, _) = self.staff.split_once('=').context("the login set no cookie")?;
        let found = self.database.values(&format!(
            "SELECT users.id || ' ' || min(tickets.id) FROM sessions
                 JOIN users ON users.id = sessions.user_id JOIN tickets ON tickets.user_id = users.id
                 WHERE token_hash = sha256(convert_to('slopes-' || users.id, 'UTF8')) AND {drivers} GROUP BY users.id"
        ));
        let found: Vec<_> = found
            .iter()
            .flatten()
            .filter_map(|ids| ids.split_once(' '))
            .map(|(id, ticket)| (id.to_owned(), ticket.to_owned(), format!("{cookie}=slopes-{id}")))
            .collect();
        ensure!(!found.is_empty(), "the database has no driver with tickets");
        Ok(found)
    }

    /// Logs in and returns the session's cookie.
    fn log_in(&self, email: &str) -> anyhow::Result<String> {
        let body = json!({"email": email, "password": PASSWORD});
        Ok(self.post("", "/api/authenticate", &body)?.1)
    }

    /// Measures all reads of screens, and then chat messages and payments. `users` is only printed.
    fn measure(self, users: u32) -> anyhow::Result<()> {
        for call in read_calls() {
            let name = format!("{}: {}", if call.is_by_staff { "staff" } else { "driver" }, call.path);
            self.measure_call(users, &name, Some(call.statements), |number| self.read(&call, number))?;
        }
        let writers = self.payers.iter().take(WRITERS).map(|payer| self.writer(payer));
        let writers = writers.collect::<anyhow::Result<Vec<_>>>()?;
        let first = writers.first().context("there is no driver")?;
        self.measure_call(users, "driver: chat message", None, |number| self.chat(first, number))?;
        self.measure_call(users, "driver: pays (three calls)", None, |number| self.pay(number))?;
        self.measure_concurrent_writes(users, "chat messages", |writer, number| {
            self.chat(writers.get(writer).context("there is no writer")?, CALLS + number)
        })?;
        self.measure_concurrent_writes(users, "payments", |writer, number| {
            self.pay(CALLS + writer * WRITES + number)
        })
    }

    /// Starts a chat as this driver, and returns the driver with the chat's inquiry.
    fn writer(&self, payer: &Payer) -> anyhow::Result<Writer> {
        let request = json!({"type": "chat", "message": "Is anybody there?"});
        let (inquiry, _) = self.post(&payer.token, "/api/help-inquiries", &request)?;
        let inquiry = inquiry.get("id").and_then(Value::as_i64).context("the response has no inquiry")?;
        Ok(Writer { token: payer.token.clone(), inquiry })
    }

    /// Sends a chat message. `number` makes the message's client id unique.
    fn chat(&self, writer: &Writer, number: usize) -> anyhow::Result<()> {
        let body = json!({"helpInquiryId": writer.inquiry, "message": "Hello", "clientMessageId": format!("m{number}")});
        self.post(&writer.token, "/api/chat-messages", &body).map(drop)
    }

    /// Pays a ticket by card, as the driver with this index in `payers`.
    fn pay(&self, number: usize) -> anyhow::Result<()> {
        let Payer { token, ticket } = self.payers.get(number).context("there is no such driver")?;
        let request = json!({"amount": "150", "type": "ticket", "itemId": ticket});
        let (intent, _) = self.post(token, "/api/create-payment-intent", &request)?;
        let intent =
            intent.get("paymentIntentId").and_then(Value::as_str).context("the response has no intent")?;
        let card = [("payment_method", "pm_card_visa")];
        let (status, _) = self.sandbox.call("POST", &format!("/v1/payment_intents/{intent}/confirm"), &card);
        ensure!(status == 200, "a card: {status}");
        self.post(token, "/api/payment-transactions", &json!({"paymentIntentId": intent})).map(drop)
    }

    /// Measures how many writes of this kind succeed per second if all writers write concurrently. `write`
    /// gets the number of the writer and the number of the write.
    fn measure_concurrent_writes(
        &self,
        users: u32,
        name: &str,
        write: impl Fn(usize, usize) -> anyhow::Result<()> + Sync,
    ) -> anyhow::Result<()> {
        let started_at = Instant::now();
        let writing = &|writer| (0..WRITES).try_for_each(|number| write(writer, number));
        thread::scope(|scope| {
            let begin = |writer| scope.spawn(move || writing(writer));
            let all: Vec<_> = (0..WRITERS).map(begin).collect();
            all.into_iter().try_for_each(|one| one.join().map_err(|_| anyhow::anyhow!("a writer failed"))?)
        })?;
        let written = u32::try_from(WRITERS * WRITES)?;
        println!(
            "{users:>9}  {name}, {WRITERS} at once: {:.0} a second",
            f64::from(written) / started_at.elapsed().as_secs_f64()
        );
        Ok(())
    }

    /// Makes a call many times, and prints a row with its times, CPU use and log size. `call` gets the number
    /// of the call. `statements` is the expected number of database statements, which is only printed.
    fn measure_call(
        &self,
        users: u32,
        name: &str,
        statements: Option<u64>,
        call: impl Fn(usize) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let (mut times, mut before) = (vec![], ResourceUsage::default());
        for number in 0..CALLS {
            if number == WARM_UP {
                before = self.read_usage()?;
            }
            let started_at = Instant::now();
            call(number)?;
            if number >= WARM_UP {
                times.push(started_at.elapsed().as_secs_f64() * 1000.0);
            }
        }
        let after = self.read_usage()?;
        times.sort_by(f64::total_cmp);
        let at = |percent: usize| {
            let place = (times.len() * percent).div_ceil(100).saturating_sub(1);
            times.get(place).copied().unwrap_or_default()
        };
        let counted = u64::try_from(times.len())?;
        let each = |nanoseconds: u64| nanoseconds / 1000 / counted;
        let log = (after.log - before.log) / i64::try_from(counted)?;
        println!(
            "{users:>9}  {name:<52} {:>10} {:>7.1} {:>7.1} {:>10} {:>12} {log:>9}",
            statements.map(|number| number.to_string()).unwrap_or_default(),
            at(50),
            at(99),
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
        let processes = self.database.values(serving).into_iter().flatten();
        Ok(ResourceUsage {
            server: cpu_nanoseconds(&self.server.0.id().to_string()),
            database: processes.map(|id| cpu_nanoseconds(&id)).sum(),
            log: log.context("the size of the log is missing")?.parse()?,
        })
    }

    /// Makes a request that must succeed. `token` is the session cookie, and `body` the JSON. Returns the
    /// response's JSON and its cookie.
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

    /// Makes a POST request that must succeed. `token` is the session cookie. Returns the response's
    /// JSON and its cookie.
    fn post(&self, token: &str, path: &str, body: &Value) -> anyhow::Result<(Value, String)> {
        self.send(token, "POST", path, body.to_string())
    }

    /// Makes a call of a screen. Each number selects a different driver, who reads or whose record staff read.
    fn read(&self, call: &ReadCall<'_>, number: usize) -> anyhow::Result<()> {
        let reader = self.readers.get(number % self.readers.len()).context("there is no driver")?;
        let token = if call.is_by_staff { &self.staff } else { &reader.token };
        let query = QUERIES.iter().find(|(path, _)| *path == call.path);
        let query = query.map(|(_, query)| format!("?{query}")).unwrap_or_default();
        let path = call
            .path
            .replace("/tickets/{id}/", &format!("/tickets/{}/", reader.ticket))
            .replace("{userId}", &reader.id)
            .replace("{id}", &reader.id);
        self.send(token, "GET", &format!("{path}{query}"), String::new()).map(drop)
    }
}

/// Returns the reads of all screens of drivers and staff, except those of a single record that isn't a user or a ticket.
fn read_calls() -> Vec<ReadCall<'static>> {
    let is_about_user = |path: &str| {
        ["/api/tickets/{id}", "/api/parking/{id}", "/api/tolls/{id}", "/api/users/{id}"].contains(&path)
            || path.starts_with("/api/admin/users/{id}/")
            || path.starts_with("/api/tickets/{id}/")
    };
    let is_read = |path: &str| {
        let is_list = !path.replace("{userId}", "").contains('{');
        (is_list || is_about_user(path)) && !NOT_ON_SCREENS.contains(&path)
    };
    let mut calls = vec![];
    let lines = STATEMENTS.lines().filter_map(|line| line.strip_prefix("GET ")?.split_once(": "));
    for (path, callers) in lines.filter(|(path, _)| is_read(path)) {
        for (caller, is_by_staff) in [("owner ", false), ("admin ", true)] {
            let number = callers.split(", ").find_map(|counted| counted.strip_prefix(caller)?.parse().ok());
            calls.extend(number.map(|statements| ReadCall { path, is_by_staff, statements }));
        }
    }
    calls
}

/// Returns a process's CPU time in nanoseconds, or 0 if it is gone. The times of its threads are exact, but leave out
/// threads that have ended. The time of the process includes the ended threads, in steps of 10 ms.
fn cpu_nanoseconds(process: &str) -> u64 {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let of_task = |task: fs::DirEntry| {
        let schedule = fs::read_to_string(task.path().join("schedstat")).ok()?;
        schedule.split(' ').next()?.parse::<u64>().ok()
    };
    let of_threads: u64 = tasks.filter_map(of_task).sum();
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The fields after the program's name, which may contain blanks: user and system time are the 12th and 13th.
    let fields = stat.rsplit_once(") ").map(|(_, fields)| fields).unwrap_or_default();
    let ticks: u64 = fields.split(' ').skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    of_threads.max(ticks * NANOSECONDS_A_TICK)
}

/// Starts the server with this database and sandbox, and waits until it is ready. Returns the server and its
/// base URL. Fails if the server can't be started or isn't ready in time.
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
