//! Tests restoring a backup to a point in time, as docs/OPERATIONS.md describes. Lanewise must then find and list
//! the money that moved at the payment provider after that point, and must charge and refund nothing twice. See
//! `make restore-test`.
#![expect(clippy::print_stdout, reason = "the example prints its results")]

use std::fs;
use std::net::TcpListener;
use std::num::NonZeroUsize;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use diesel::connection::SimpleConnection;
use diesel::sql_types::{Nullable, Text};
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, sql_query};
use ports::shared::secrets::{HashPriority, PasswordHasher};
use serde_json::{Value, json};
use server::adapters::passwords::Argon2Hasher;
use stripe_sandbox::{Options, Sandbox};
use ureq::Agent;

use crate::stand_in;

const PASSWORD: &str = "demo-Passw0rd-lanewise";
/// The role that creates the database cluster and its backup.
const SUPERUSER: &str = "postgres";
/// Creates the roles that docs/DEPLOY.md#database-roles describes.
const ROLES: &str = "CREATE ROLE lanewise_owner LOGIN; CREATE ROLE lanewise_server LOGIN";
/// Maximum time for a step on a busy machine.
const MAX_WAIT: Duration = Duration::from_secs(180);

/// A PostgreSQL that archives its write-ahead log.
struct Cluster {
    tools: PathBuf,
    /// Folder with data, backup, archive and socket.
    folder: PathBuf,
    is_running: bool,
}

impl Cluster {
    /// Creates the database cluster in this folder, with the roles and an empty database, and starts it.
    fn make(folder: &Path) -> anyhow::Result<Self> {
        let tools = PathBuf::from(std::env::var("PG_TOOLS").context("PG_TOOLS: run make restore-test")?);
        fs::set_permissions(folder, fs::Permissions::from_mode(0o777))?;
        let mut cluster = Self { tools, folder: folder.to_owned(), is_running: false };
        cluster.run("mkdir", &["archive"])?;
        cluster
            .run_tool("initdb", &["-D", "data", "-A", "trust", "-U", SUPERUSER, "--no-sync", "-E", "UTF8"])?;
        let settings = format!(
            "listen_addresses = ''\nunix_socket_directories = '{here}'\nwal_level = replica\narchive_mode = on\n\
             archive_command = 'test ! -f {here}/archive/%f && cp %p {here}/archive/%f'\n",
            here = folder.display()
        );
        cluster.append("data/postgresql.conf", &settings)?;
        cluster.start("data")?;
        let mut any = PgConnection::establish(&cluster.url("postgres", SUPERUSER))?;
        any.batch_execute(ROLES)?;
        any.batch_execute("CREATE DATABASE lanewise OWNER lanewise_owner")?;
        Ok(cluster)
    }

    /// Runs a program, as the user `postgres` if this process is root, because PostgreSQL refuses to run as root.
    fn run(&self, program: &str, arguments: &[&str]) -> anyhow::Result<()> {
        let is_root =
            fs::metadata("/proc/self").is_ok_and(|it| std::os::unix::fs::MetadataExt::uid(&it) == 0);
        let mut command = if is_root {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--", program]);
            command
        } else {
            Command::new(program)
        };
        let done = command.args(arguments).current_dir(&self.folder).stdout(Stdio::null()).status()?;
        ensure!(done.success(), "{program} {arguments:?} failed");
        Ok(())
    }

    /// Runs a PostgreSQL program, such as `pg_ctl`.
    fn run_tool(&self, tool: &str, arguments: &[&str]) -> anyhow::Result<()> {
        self.run(&self.tools.join(tool).to_string_lossy(), arguments)
    }

    /// Appends a text to a file of the cluster.
    fn append(&self, file: &str, text: &str) -> anyhow::Result<()> {
        self.run("sh", &["-c", &format!("cat >> {file} <<'END'\n{text}\nEND")])
    }

    /// Starts PostgreSQL with this data folder.
    fn start(&mut self, data: &str) -> anyhow::Result<()> {
        self.run_tool("pg_ctl", &["-D", data, "-l", "log", "-w", "-t", "120", "start"])?;
        self.is_running = true;
        Ok(())
    }

    /// Stops PostgreSQL immediately, as a crash would. `data` is the data folder.
    fn stop(&mut self, data: &str) -> anyhow::Result<()> {
        self.is_running = false;
        self.run_tool("pg_ctl", &["-D", data, "-m", "immediate", "-w", "stop"])
    }

    /// Returns a connection URL for this database and role.
    fn url(&self, database: &str, role: &str) -> String {
        format!("postgres:///{database}?host={}&user={role}", self.folder.display())
    }

    /// Runs a query as the superuser and returns its only value as text.
    fn value(&self, sql: &str) -> anyhow::Result<String> {
        #[derive(QueryableByName)]
        struct Row {
            #[diesel(sql_type = Nullable<Text>)]
            value: Option<String>,
        }
        let mut connection = PgConnection::establish(&self.url("lanewise", SUPERUSER))?;
        let rows: Vec<Row> = sql_query(format!("SELECT ({sql})::text AS value")).load(&mut connection)?;
        Ok(rows.into_iter().next().and_then(|row| row.value).unwrap_or_default())
    }

    /// Executes SQL statements as the superuser.
    fn execute(&self, sql: &str) -> anyhow::Result<()> {
        Ok(PgConnection::establish(&self.url("lanewise", SUPERUSER))?.batch_execute(sql)?)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if self.is_running {
            let _stopped = self.stop("data");
        }
    }
}

/// A running server, with an HTTP client for its calls.
struct Server {
    _running: stand_in::Server,
    base: String,
    agent: Agent,
}

impl Server {
    /// Starts a server on this cluster, with the sandbox as its payment provider.
    fn start(cluster: &Cluster, sandbox: &Sandbox) -> anyhow::Result<Self> {
        let program = std::env::var("SERVER_BIN").unwrap_or_else(|_| "target/debug/server".to_owned());
        let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
        let base = format!("http://127.0.0.1:{port}");
        let mut command = Command::new(program);
        command
            .env_clear()
            .env("DATABASE_URL", cluster.url("lanewise", "lanewise_server"))
            .env("MIGRATION_DATABASE_URL", cluster.url("lanewise", "lanewise_owner"))
            .env("DATA_DIR", cluster.folder.join("server"))
            .env("PORT", port.to_string())
            .env("RATE_LIMITS", "off");
        let running = stand_in::start_server(&mut command, sandbox, &base)?;
        let agent = Agent::config_builder().http_status_as_error(false).build().into();
        Ok(Self { _running: running, base, agent })
    }

    /// Makes a POST request that must succeed. `token` is the session cookie. Returns the response's
    /// JSON and its cookie.
    fn post(&self, token: &str, path: &str, body: &Value) -> anyhow::Result<(Value, String)> {
        let request = ureq::http::Request::builder()
            .method("POST")
            .uri(format!("{}{path}", self.base))
            .header("sec-fetch-site", "same-origin")
            .header("content-type", "application/json")
            .header("cookie", token)
            .body(body.to_string())?;
        let mut answer = self.agent.run(request)?;
        let cookie = answer.headers().get("set-cookie").and_then(|it| it.to_str().ok()).unwrap_or_default();
        let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        let text = answer.body_mut().read_to_string()?;
        ensure!(answer.status().is_success(), "{path}: {} {text}", answer.status());
        Ok((serde_json::from_str(&text)?, cookie))
    }

    /// Logs in and returns the session's cookie.
    fn log_in(&self, email: &str) -> anyhow::Result<String> {
        Ok(self.post("", "/api/authenticate", &json!({"email": email, "password": PASSWORD}))?.1)
    }

    /// Starts paying the ticket with this id as the driver whose session cookie is `token`. Returns the intent's id.
    fn begin(&self, token: &str, ticket: u32) -> anyhow::Result<String> {
        let request = json!({"amount": "150", "type": "ticket", "itemId": ticket});
        let (intent, _) = self.post(token, "/api/create-payment-intent", &request)?;
        Ok(intent
            .get("paymentIntentId")
            .and_then(Value::as_str)
            .context("the response has no intent")?
            .to_owned())
    }

    /// Asks the server to record a payment whose card was charged, as the page does after paying.
    fn confirm(&self, token: &str, intent: &str) -> anyhow::Result<()> {
        self.post(token, "/api/payment-transactions", &json!({"paymentIntentId": intent})).map(drop)
    }

    /// Refunds `amount` dollars of a payment of $150, as the staff member whose session cookie is `staff`. `payment`
    /// is the payment's id.
    fn refund(&self, staff: &str, payment: &str, amount: &str) -> anyhow::Result<()> {
        let refund = json!({"amount": amount, "left": "150", "reason": "We charged too much."});
        self.post(staff, &format!("/api/admin/payments/{payment}/refunds"), &refund).map(drop)
    }
}

/// Waits until `holds` returns `true`, and prints the description of this condition.
fn wait_until(description: &str, holds: impl Fn() -> anyhow::Result<bool>) -> anyhow::Result<()> {
    let deadline = Instant::now() + MAX_WAIT;
    while !holds()? {
        ensure!(Instant::now() < deadline, "timed out waiting until {description}");
        sleep(Duration::from_millis(200));
    }
    println!("{description}");
    Ok(())
}

/// Pays an intent with a test card at the sandbox.
fn confirm_with_card(sandbox: &Sandbox, intent: &str) -> anyhow::Result<()> {
    let path = format!("/v1/payment_intents/{intent}/confirm");
    let (status, answer) = sandbox.call("POST", &path, &[("payment_method", "pm_card_visa")]);
    ensure!(status == 200, "{answer}");
    Ok(())
}

/// Reads the objects at this path of the sandbox. Returns, for each object whose amount is above 0,
/// the value of its field `about`, and the amount in its field `cents`.
fn list_objects(sandbox: &Sandbox, path: &str, about: &str, cents: &str) -> Vec<(String, i64)> {
    let (_, answer) = sandbox.call("GET", path, &[("limit", "100")]);
    let all = answer.get("data").and_then(Value::as_array).cloned().unwrap_or_default();
    let row = |one: &Value| {
        let about = one.get(about).and_then(Value::as_str).unwrap_or_default().to_owned();
        (about, one.get(cents).and_then(Value::as_i64).unwrap_or_default())
    };
    all.iter().map(row).filter(|(_, cents)| *cents > 0).collect()
}

pub fn main() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let sandbox = stripe_sandbox::start(Options::default())?;
    let mut cluster = Cluster::make(folder.path())?;
    let server = Server::start(&cluster, &sandbox)?;
    let hash = Argon2Hasher::new(NonZeroUsize::MIN)?.hash(PASSWORD, HashPriority::Known)?;
    cluster.execute(&format!(
        "INSERT INTO users (email, password_hash, role, signup_step, created_at, last_admin_update_at) VALUES
             ('driver@example.test', '{hash}', 'driver', 5, now(), now()), ('staff@example.test', '{hash}', 'admin', 5, now(), now());
         INSERT INTO tickets (user_id, violation_type, date, location, amount, points, category)
             SELECT u.id, 'Speeding', current_date, 'Main St', '150', 2, 'traffic'
             FROM users u, generate_series(1, 5) WHERE u.email = 'driver@example.test'"
    ))?;
    let (driver, staff) = (server.log_in("driver@example.test")?, server.log_in("staff@example.test")?);
    let pay = |ticket: u32| -> anyhow::Result<String> {
        let intent = server.begin(&driver, ticket)?;
        confirm_with_card(&sandbox, &intent)?;
        server.confirm(&driver, &intent)?;
        Ok(intent)
    };
    let payment_of = |cluster: &Cluster, intent: &str| {
        cluster.value(&format!("SELECT id FROM payments WHERE provider_intent_id = '{intent}'"))
    };

    let first = pay(1)?;
    cluster.run_tool(
        "pg_basebackup",
        &["-D", "backup", "-h", &folder.path().to_string_lossy(), "-U", SUPERUSER, "-c", "fast"],
    )?;
    println!("backed up, with one payment");
    let second = pay(2)?;
    let open = server.begin(&driver, 3)?;
    // Make the provider fail, so that Lanewise records a refund before the point in time of the restore, and the
    // refund succeeds only later.
    sandbox.control(
        "POST",
        "faults",
        &json!({"kind": "error", "status": 503, "stage": "before", "count": null, "path": "/v1/refunds"}),
    );
    server.refund(&staff, &payment_of(&cluster, &first)?, "20")?;
    sleep(Duration::from_secs(2));
    let moment = cluster.value("SELECT clock_timestamp()")?;
    sleep(Duration::from_secs(2));
    println!("the moment: {moment}");

    sandbox.control("DELETE", "faults", &json!({}));
    wait_until("the refund from before has arrived", || {
        cluster.execute(
            "UPDATE refunds SET updated_at = updated_at - interval '10 minutes' WHERE status = 'due'",
        )?;
        Ok(cluster.value("SELECT count(*) FROM refunds WHERE status = 'succeeded'")? == "1")
    })?;
    confirm_with_card(&sandbox, &open)?;
    server.confirm(&driver, &open)?;
    server.refund(&staff, &payment_of(&cluster, &second)?, "150")?;
    wait_until("the refund from after has arrived", || {
        Ok(cluster.value("SELECT count(*) FROM refunds WHERE status = 'succeeded'")? == "2")
    })?;
    let lost = pay(4)?;
    let before = (
        list_objects(&sandbox, "/v1/payment_intents", "id", "amount_received"),
        list_objects(&sandbox, "/v1/refunds", "payment_intent", "amount"),
    );
    let log = cluster.value("SELECT pg_walfile_name(pg_switch_wal())")?;
    wait_until("the log is archived", || Ok(folder.path().join("archive").join(&log).exists()))?;
    drop(server);
    cluster.stop("data")?;

    cluster.run("sh", &["-c", "rm -rf data && mv backup data && touch data/recovery.signal"])?;
    let here = folder.path().display();
    cluster.append(
        "data/postgresql.conf",
        &format!("restore_command = 'cp {here}/archive/%f %p'\nrecovery_target_time = '{moment}'\nrecovery_target_action = 'promote'"),
    )?;
    cluster.start("data")?;
    wait_until("restored to the moment", || Ok(cluster.value("SELECT NOT pg_is_in_recovery()")? == "true"))?;
    ensure!(
        cluster.value("SELECT count(*) FROM payments")? == "3",
        "the fourth payment is not known any more"
    );
    ensure!(
        cluster.value("SELECT count(*) FROM payments WHERE status = 'settled'")? == "2",
        "nor that the third was paid"
    );
    ensure!(
        cluster.value("SELECT string_agg(status, ' ') FROM refunds")? == "due",
        "nor what came of the refunds"
    );

    let server = Server::start(&cluster, &sandbox)?;
    wait_until("the payment that was open is settled", || {
        Ok(cluster.value(&format!("SELECT status FROM payments WHERE provider_intent_id = '{open}'"))?
            == "settled")
    })?;
    wait_until("the lost payment is listed", || {
        Ok(cluster.value("SELECT string_agg(provider_intent_id, ' ') FROM lost_payments")? == lost)
    })?;
    wait_until("the refunds are known, each once", || {
        cluster.execute(
            "UPDATE refunds SET updated_at = updated_at - interval '10 minutes' WHERE status = 'due'",
        )?;
        Ok(cluster.value("SELECT string_agg(concat_ws(' ', amount_cents, status), ', ' ORDER BY amount_cents) FROM refunds")?
            == "2000 succeeded, 15000 succeeded")
    })?;
    let (driver, staff) = (server.log_in("driver@example.test")?, server.log_in("staff@example.test")?);
    ensure!(server.begin(&driver, 4).is_err(), "what was paid can be paid again");
    let match_now = |server: &Server| -> anyhow::Result<String> {
        server.post(&staff, "/api/admin/books/match", &json!({}))?;
        cluster.value("SELECT string_agg(concat_ws(' ', kind, subject), ', ') FROM book_differences")
    };
    println!("differences: {}", match_now(&server)?);
    server.post(&staff, "/api/admin/money-attention/rebuilt", &json!({"intentId": lost}))?;
    ensure!(
        cluster.value("SELECT is_paid FROM tickets WHERE id = 4")? == "true",
        "the lost payment pays its ticket"
    );
    println!("the lost payment is rebuilt; differences: {}", match_now(&server)?);
    // Give reconciliation time for any remaining work.
    sleep(Duration::from_secs(40));
    let after = (
        list_objects(&sandbox, "/v1/payment_intents", "id", "amount_received"),
        list_objects(&sandbox, "/v1/refunds", "payment_intent", "amount"),
    );
    ensure!(before == after, "charged or refunded twice: {before:?}, then {after:?}");
    ensure!(after.0.len() == 4 && after.1.len() == 2, "{after:?}");
    println!("charged {} times, refunded {} times, as before", after.0.len(), after.1.len());
    Ok(())
}
