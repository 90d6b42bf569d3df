//! A complete Lanewise for one test, with its own database, payment sandbox and port.

pub mod process;
pub mod socket;
pub mod texts;

use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use actix_web::HttpServer;
use actix_web::dev::ServerHandle;
use adapters_postgres::testing::TestDatabase;
use application::Deps;
use application::access::Origin;
use application::accounts::sessions::{self};
use domain::shared::ids::UserId;
use lanewise_http::state::State;
use ports::accounts::users::NewUser;
use ports::shared::secrets::HashPriority;
use ports::store::with_store;
use serde_json::Value;
use server::adapters::vault::{DataKeys, KeyedVault};
use server::config::{Cities, Config, Provider, StripeKeys};
use server::connections::Connections;
use server::wiring::provider::connect_provider;
use server::wiring::state;
use stripe_sandbox::Options;
use stripe_sandbox::Sandbox;

/// The data key of all servers in the tests.
pub const DATA_KEY: &str = "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=";

/// Placeholders for ids in the paths of the API document.
pub const ID_NAMES: [&str; 3] = ["{id}", "{userId}", "{inquiryId}"];

/// Returns a path of the API document with this id filled in.
pub fn with_id(template: &str, id: &str) -> String {
    ID_NAMES.iter().fold(template.to_owned(), |path, name| path.replace(name, id))
}

/// A complete Lanewise for one test, which is stopped and deleted when the test ends.
pub struct App {
    /// URL of the server.
    pub base: String,
    /// URL of the operators' listener, or empty if the listener is off.
    pub operators: String,
    pub state: State,
    pub sandbox: Sandbox,
    pub database: Arc<TestDatabase>,
    handle: ServerHandle,
    /// Directory for emails and other data (`DATA_DIR`).
    data: tempfile::TempDir,
    thread: Option<JoinHandle<()>>,
    relay: Option<JoinHandle<()>>,
}

/// A response whose body has been read.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub json: Value,
    pub text: String,
    pub headers: Vec<(String, String)>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Returns the error's code, or an empty string without an error.
    pub fn code(&self) -> &str {
        self.json["code"].as_str().unwrap_or_default()
    }
}

pub fn sandbox_keys(sandbox: &Sandbox) -> StripeKeys {
    StripeKeys {
        secret: sandbox.secret_key().to_owned(),
        publishable: sandbox.publishable_key().to_owned(),
        webhook_secret: Some(sandbox.webhook_secret().to_owned()),
        api_base: Some(sandbox.base_url().to_owned()),
        js_url: sandbox.js_url(),
    }
}

impl App {
    pub fn start() -> Self {
        Self::start_with(|_| {})
    }

    /// Starts an app with changed settings. Webhooks are not sent until [`App::deliver_webhooks`] is called.
    pub fn start_with(change: impl FnOnce(&mut Config)) -> Self {
        Self::start_on(Arc::new(TestDatabase::new()), change)
    }

    /// Starts a server on this database. Two servers on one database act like two processes.
    pub fn start_on(database: Arc<TestDatabase>, change: impl FnOnce(&mut Config)) -> Self {
        let sandbox =
            stripe_sandbox::start(Options { webhook_retry: Duration::from_millis(50), ..Options::default() })
                .unwrap();
        let mut config = Config::read(&|_| None).unwrap_or_else(|wrong| panic!("{wrong:?}"));
        config.provider = Provider::Stripe(sandbox_keys(&sandbox));
        config.rate_limits = false;
        config.cities = Cities::none();
        // Port 0 is any free port, because many tests run at the same time.
        config.ops_address = Some(([127, 0, 0, 1], 0).into());
        let data = tempfile::tempdir().unwrap();
        config.data_dir = data.path().to_owned();
        change(&mut config);
        let provided = connect_provider(&config).unwrap();
        let keys = config.data_keys.get_or_insert_with(|| DataKeys::parse(DATA_KEY).unwrap());
        let vault = Arc::new(KeyedVault::new(keys));
        let state = state::build_state(&config, &database.database(), &provided, vault).unwrap();
        let relay = server::live::start_relay(&state, &database.database()).unwrap();
        let (sender, receiver) = mpsc::channel();
        let (shared, operated) = (state.clone(), state.clone());
        let connections = Connections::new(config.trusted_proxies.clone());
        let thread = std::thread::spawn(move || {
            let _provided = provided;
            actix_web::rt::System::new().block_on(async move {
                let server = HttpServer::new(move || lanewise_http::app::app(shared.clone()))
                    .workers(1)
                    .on_connect(move |connection, connection_data| {
                        connections.accept(connection, connection_data)
                    })
                    .disable_signals()
                    .bind(("127.0.0.1", 0))
                    .unwrap();
                let port = server.addrs()[0].port();
                let operators = server::process::ops::start_operators_listener(&config, &operated).unwrap();
                let server = server.run();
                sender.send((port, operators.as_ref().map(|at| at.address), server.handle())).unwrap();
                server.await.unwrap();
                if let Some(operators) = operators {
                    operators.handle.stop(false).await;
                }
            });
        });
        let (port, operators, handle) = receiver.recv().unwrap();
        Self {
            base: format!("http://127.0.0.1:{port}"),
            operators: operators.map(|at| format!("http://{at}")).unwrap_or_default(),
            state,
            sandbox,
            database,
            handle,
            data,
            thread: Some(thread),
            relay: Some(relay),
        }
    }

    pub fn data_dir(&self) -> &std::path::Path {
        self.data.path()
    }

    pub fn deps(&self) -> &Deps {
        &self.state.deps
    }

    /// Stops the thread that reacts to notifications of the database. Sockets close.
    pub fn stop_relay(&mut self) {
        self.state.hub.stop();
        if let Some(relay) = self.relay.take() {
            let _ended = relay.join();
        }
    }

    /// Makes the payment sandbox send its webhooks to this server.
    pub fn deliver_webhooks(&self) {
        self.sandbox.set_webhook_url(format!("{}/api/webhooks/stripe", self.base));
    }

    /// Creates a driver whose record staff have prepared. No password works for the account.
    pub fn driver(&self, name: &str) -> UserId {
        let id = self.user(name, domain::accounts::user::Role::Driver);
        self.sql(&format!("UPDATE users SET last_admin_update_at = now() WHERE id = {id}"));
        id
    }

    /// Creates a driver whose record staff haven't prepared yet.
    pub fn user_without_update(&self, name: &str) -> UserId {
        self.user(name, domain::accounts::user::Role::Driver)
    }

    /// Creates an administrator.
    pub fn admin(&self) -> UserId {
        self.user("admin", domain::accounts::user::Role::Admin)
    }

    /// Creates a lawyer with an account, who takes all cases in Texas.
    pub fn lawyer(&self, name: &str) -> UserId {
        let user = self.user(name, domain::accounts::user::Role::Lawyer);
        self.sql(&format!(
            "WITH added AS (INSERT INTO lawyers (name, firm, takes_misdemeanors, capacity, email, phone, trust_account_name,
                 user_id, created_at) VALUES ('Test {name}', 'Law Office', true, 100, '{name}@example.test', '5125550100',
                 'Law Office IOLTA', {user}, now()) RETURNING id),
             licensed AS (INSERT INTO lawyer_licenses (lawyer_id, state, number) SELECT id, 'Texas', '24001-{name}' FROM added)
             INSERT INTO lawyer_areas (lawyer_id, state) SELECT id, 'Texas' FROM added"
        ));
        user
    }

    /// Creates a user named `Test {name}` whose email address is `{name}@example.test`.
    fn user(&self, name: &str, role: domain::accounts::user::Role) -> UserId {
        let now = self.deps().clock.now();
        let new = NewUser {
            email: format!("{name}@example.test"),
            password_hash: "$argon2id$none".to_owned(),
            role,
            full_name: Some(format!("Test {name}")),
            state: domain::shared::us_state::UsState::from_name("Texas"),
            drivers_license_number: Some("TX1234567".to_owned()),
            date_of_birth: "1990-01-02".parse().ok(),
            phone_number: None,
            vehicle_license_plate: None,
            vehicle_state: None,
            signup_step: 5,
            created_at: now,
            signup_completed_at: Some(now),
        };
        with_store(&*self.deps().database, |store| {
            let user = store.insert_user(&new)?;
            store.insert_profile(user.id)?;
            Ok::<_, application::Error>(user.id)
        })
        .unwrap()
    }

    /// Opens a session and returns its token.
    pub fn log_in(&self, user: UserId) -> String {
        let origin = Origin { address: "127.0.0.1".to_owned(), path: "/".to_owned(), user_agent: None };
        with_store(&*self.deps().database, |store| {
            sessions::open_session(self.deps(), store, user, None, &origin)
        })
        .unwrap()
        .token
    }

    /// Runs all due jobs and returns the emails so far, newest first.
    pub fn mails(&self) -> Vec<String> {
        application::jobs::run_due_jobs(self.deps(), application::jobs::WORKERS).unwrap();
        let read = self.state.dev_mail.as_ref().unwrap();
        read().into_iter().map(|mail| format!("{}\n\n{}", mail.headers, mail.text)).collect()
    }

    /// Sets a password with which the user can log in.
    pub fn set_password(&self, user: UserId, password: &str) {
        let hash = self.deps().passwords.hash(password, HashPriority::Known).unwrap();
        self.sql(&format!("UPDATE users SET password_hash = '{hash}' WHERE id = {user}"));
    }

    pub fn sql(&self, statement: &str) {
        self.database.execute(statement);
    }

    /// Returns the whole number that a query selects.
    pub fn count(&self, query: &str) -> i64 {
        let value = self.database.value(&format!("SELECT ({query})::bigint::text AS value"));
        value.and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("no number: {query}"))
    }

    /// Files an unpaid ticket, which is due in nine days. Returns its id.
    pub fn ticket(&self, user: UserId, amount: &str) -> i32 {
        self.sql(&format!(
            "INSERT INTO tickets (user_id, violation_type, date, due_date, location, amount, points, category) \
             VALUES ({user}, 'Speeding', current_date - 1, current_date + 9, 'Main St', '{amount}', 2, 'traffic')"
        ));
        self.newest("tickets")
    }

    /// Files an unpaid parking ticket without a due date. Returns its id.
    pub fn parking(&self, user: UserId, amount: &str) -> i32 {
        self.sql(&format!(
            "INSERT INTO parking (user_id, violation_type, date, location, amount) \
             VALUES ({user}, 'Expired meter', current_date - 1, 'Main St', '{amount}')"
        ));
        self.newest("parking")
    }

    /// Files an unpaid toll without a due date. Returns its id.
    pub fn toll(&self, user: UserId, amount: &str) -> i32 {
        self.sql(&format!(
            "INSERT INTO tolls (user_id, toll_road, date, amount) VALUES ({user}, 'SH 130', current_date - 1, '{amount}')"
        ));
        self.newest("tolls")
    }

    /// Returns the highest id in a table.
    fn newest(&self, table: &str) -> i32 {
        i32::try_from(self.count(&format!("SELECT max(id) FROM {table}"))).unwrap()
    }

    /// Sends a request, as the page would. `token` is the session token, and `body` the JSON.
    pub fn call(&self, method: &str, path: &str, token: Option<&str>, body: Option<&Value>) -> Answer {
        let text = body.map(ToString::to_string);
        let mut headers = vec![("sec-fetch-site", "same-origin".to_owned())];
        if let Some(token) = token {
            headers.push(("cookie", format!("lanewise_session={token}")));
        }
        if text.is_some() {
            headers.push(("content-type", "application/json".to_owned()));
        }
        self.raw(method, path, &headers, text.unwrap_or_default().as_bytes())
    }

    /// Sends a request with only these headers.
    pub fn raw(&self, method: &str, path: &str, headers: &[(&str, String)], body: &[u8]) -> Answer {
        Self::ask(&self.base, method, path, headers, body)
    }

    /// Makes a GET request to the operators' address.
    pub fn get_from_operators(&self, path: &str) -> Answer {
        Self::ask(&self.operators, "GET", path, &[], b"")
    }

    /// Sends a request with only these headers to the server at the URL `base`.
    pub fn ask(base: &str, method: &str, path: &str, headers: &[(&str, String)], body: &[u8]) -> Answer {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .allow_non_standard_methods(true)
            .build()
            .into();
        let mut request = ureq::http::Request::builder().method(method).uri(format!("{base}{path}"));
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        let mut response = agent.run(request.body(body.to_vec()).unwrap()).unwrap();
        let status = response.status().as_u16();
        let headers = response
            .headers()
            .iter()
            .map(|(name, value)| (name.to_string(), value.to_str().unwrap_or_default().to_owned()))
            .collect();
        let text = response.body_mut().read_to_string().unwrap_or_default();
        Answer { status, json: serde_json::from_str(&text).unwrap_or(Value::Null), text, headers }
    }

    pub fn get(&self, path: &str, token: &str) -> Answer {
        self.call("GET", path, Some(token), None)
    }

    /// Downloads a file. Returns the status, the headers and the bytes.
    pub fn bytes(&self, path: &str, token: &str) -> (u16, Vec<(String, String)>, Vec<u8>) {
        let mut response = ureq::get(format!("{}{path}", self.base))
            .header("cookie", format!("lanewise_session={token}"))
            .call()
            .unwrap();
        let headers = response
            .headers()
            .iter()
            .map(|(name, value)| (name.to_string(), value.to_str().unwrap_or_default().to_owned()))
            .collect();
        (response.status().as_u16(), headers, response.body_mut().read_to_vec().unwrap())
    }

    /// Downloads all data about a user, and returns the files of the ZIP file by their paths.
    pub fn own_files(&self, token: &str) -> BTreeMap<String, Vec<u8>> {
        let (status, _, bytes) = self.bytes("/api/account/data", token);
        assert_eq!(status, 200);
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let mut files = BTreeMap::new();
        for index in 0..archive.len() {
            let mut file = archive.by_index(index).unwrap();
            let mut content = vec![];
            file.read_to_end(&mut content).unwrap();
            files.insert(file.name().unwrap().into_owned(), content);
        }
        files
    }

    /// Downloads all data about a user, and returns its JSON file.
    pub fn own_data(&self, token: &str) -> Value {
        serde_json::from_slice(&self.own_files(token)["data.json"]).unwrap()
    }

    pub fn post(&self, path: &str, token: &str, body: &Value) -> Answer {
        self.call("POST", path, Some(token), Some(body))
    }

    /// Pays an intent at the payment sandbox, as the page's card form would. Returns the sandbox's status and JSON.
    pub fn pay(&self, intent: &str, card: &str) -> (u16, Value) {
        self.sandbox.call(
            "POST",
            &format!("/v1/payment_intents/{intent}/confirm"),
            &[("payment_method", card)],
        )
    }
}

/// Waits until `holds` returns `true`, at most 20 seconds. `description` names this condition in the error.
#[track_caller]
pub fn eventually(description: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !holds() {
        assert!(Instant::now() < deadline, "timed out waiting until {description}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

impl Drop for App {
    fn drop(&mut self) {
        self.state.hub.stop();
        drop(self.handle.stop(false));
        if let Some(thread) = self.thread.take() {
            let _ended = thread.join();
        }
        self.stop_relay();
    }
}
