//! A server with a large database, and the calls that its users make.

use std::net::TcpListener;
use std::num::NonZeroUsize;
use std::process::Command;

use adapters_postgres::testing::TestDatabase;
use adapters_postgres::testing::large::{Size, fill};
use anyhow::{Context, ensure};
use ports::shared::secrets::{HashPriority, PasswordHasher};
use serde_json::{Value, json};
use server::adapters::passwords::Argon2Hasher;
use stripe_sandbox::{Options, Sandbox};
use ureq::Agent;

use super::{CALLS, ReadCall, WRITERS, WRITES};
use crate::stand_in::{self, Server};

const PASSWORD: &str = "demo-Passw0rd-lanewise";
/// Number of tickets per user, as in the large database.
const TICKETS_EACH: u32 = 5;
/// Number of users for each row of a queue, as in the large database.
const USERS_A_ROW: u32 = 2;
/// SQL condition that selects the drivers with one payment each.
const IS_PAYER: &str = "email LIKE 'payer%@example.test'";
/// Number of drivers with one payment each.
const PAYERS: usize = CALLS + WRITERS * WRITES;
/// Query strings of the calls that need a query.
const QUERIES: &[(&str, &str)] = &[("/api/admin/search", "q=smith"), ("/api/issuers", "q=austin")];

/// A server with a database of one size, and the users who call the server.
pub(super) struct Stage {
    pub(super) database: TestDatabase,
    sandbox: Sandbox,
    pub(super) server: Server,
    agent: Agent,
    base: String,
    /// The session cookie of an administrator.
    staff: String,
    /// Drivers who read. Each call is by another driver, because real calls come from many drivers.
    readers: Vec<Reader>,
    /// Drivers who each make one payment.
    pub(super) payers: Vec<Payer>,
}

/// A driver who reads their own record.
struct Reader {
    id: String,
    ticket: String,
    token: String,
}

/// A driver who pays one of several tickets.
pub(super) struct Payer {
    token: String,
    ticket: i64,
}

/// A driver who sends chat messages.
pub(super) struct Writer {
    token: String,
    inquiry: i64,
}

impl Stage {
    /// Creates a database with this number of users, starts a server on it, logs in staff, and
    /// starts sessions of drivers.
    pub(super) fn create(users: u32) -> anyhow::Result<Self> {
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

    /// Starts a chat as this driver, and returns the driver with the chat's inquiry.
    pub(super) fn writer(&self, payer: &Payer) -> anyhow::Result<Writer> {
        let request = json!({"type": "chat", "message": "Is anybody there?"});
        let (inquiry, _) = self.post(&payer.token, "/api/help-inquiries", &request)?;
        let inquiry = inquiry.get("id").and_then(Value::as_i64).context("the response has no inquiry")?;
        Ok(Writer { token: payer.token.clone(), inquiry })
    }

    /// Sends a chat message. `number` makes the message's client id unique.
    pub(super) fn chat(&self, writer: &Writer, number: usize) -> anyhow::Result<()> {
        let body = json!({"helpInquiryId": writer.inquiry, "message": "Hello", "clientMessageId": format!("m{number}")});
        self.post(&writer.token, "/api/chat-messages", &body).map(drop)
    }

    /// Pays a ticket by card, as the driver with this index in `payers`.
    pub(super) fn pay(&self, number: usize) -> anyhow::Result<()> {
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
    pub(super) fn read(&self, call: &ReadCall<'_>, number: usize) -> anyhow::Result<()> {
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
    Ok((stand_in::start_server(&mut command, sandbox, &base)?, base))
}
