//! Tests three servers behind HAProxy and a PostgreSQL with two standbys, while drivers pay and chat and
//! staff import files. The test kills a server, stops a standby, pauses a pooler and a standby's replay, and
//! slows down or cuts links. Then it kills the primary and promotes a standby. Finally it replaces the
//! servers. See `make cluster-test`.
#![expect(clippy::print_stdout, reason = "the example prints its results")]

mod comparison;
mod links;
mod nodes;
mod proxies;
mod servers;
mod story;
mod work;
mod world;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

use anyhow::ensure;
use ports::shared::secrets::{HashPriority, PasswordHasher};
use server::adapters::passwords::Argon2Hasher;
use stripe_sandbox::Options;

use self::comparison::Places;
use self::links::Links;
use self::nodes::Nodes;
use self::proxies::{Bouncer, HaProxy};
use self::servers::{Release, Servers};
use self::story::Stage;
use self::world::World;

const PASSWORD: &str = "demo-Passw0rd-lanewise";
/// Number of paying drivers.
const PAYERS: usize = 6;
/// Number of chatting drivers.
const CHATTERS: usize = 3;
/// Number of tickets per driver, which is more than any driver pays during the run.
const TICKETS_EACH: usize = 200;
/// Minimum number of card charges in the run.
const CHARGES: u32 = 300;

/// Runs the test in a temporary folder. Keeps the folder if the test fails or `CLUSTER_KEEP` is set.
pub fn main() -> anyhow::Result<()> {
    let folder = tempfile::Builder::new().prefix("lanewise-cluster-").tempdir()?;
    let is_folder_kept = std::env::var_os("CLUSTER_KEEP").is_some();
    let outcome = run(folder.path());
    if outcome.is_err() || is_folder_kept {
        println!("logs and data are in {}", folder.keep().display());
    }
    outcome
}

/// Starts the cluster in this folder and runs the test.
fn run(folder: &std::path::Path) -> anyhow::Result<()> {
    let printer = EventPrinter(Instant::now());
    let nodes = Nodes::make(folder)?;
    let bouncer = Bouncer::start(folder, nodes.port(0)?)?;
    let links = Links::to_nodes([nodes.port(0)?, nodes.port(1)?, nodes.port(2)?])?;
    printer.print("started a primary with two standbys, and a pooler");
    // The first two servers find the primary themselves, and the second of them uses links that the test can slow
    // down or cut. The third server uses the pooler.
    let ways = |role: &str| [nodes.url(role), links.url(role), bouncer.url(role)];
    let release = Release {
        program: std::env::var_os("SERVER_BIN").map_or_else(|| "target/debug/server".into(), PathBuf::from),
        database: ways("lanewise_server"),
        owner: nodes.url("lanewise_owner"),
        replica: Some(nodes.standby_url("lanewise_server")),
    };
    // Release 0.1 uses the same role for migrating and for serving.
    let before = std::env::var_os("RELEASE_BIN").map(|program| Release {
        program: program.into(),
        database: ways("lanewise_owner"),
        owner: nodes.url("lanewise_owner"),
        replica: None,
    });
    let mut servers = Servers::prepare(folder)?;
    let proxy = HaProxy::start(folder, servers.ports)?;
    let sandbox = stripe_sandbox::start(Options::default())?;
    sandbox.set_webhook_url(format!("{}/api/webhooks/stripe", proxy.base));
    servers.set_shared_settings(&sandbox, &proxy.base);
    for place in 0..servers.ports.len() {
        servers.start(before.as_ref().unwrap_or(&release), place)?;
    }
    proxy.wait_for(3)?;
    printer.print(if before.is_some() {
        "three servers of the last release behind HAProxy"
    } else {
        "three servers behind HAProxy"
    });
    let world = World::new(sandbox, &proxy.base);
    create_users(&nodes)?;
    let staff = world.log_in("staff@example.test", PASSWORD)?;
    let stage = Stage {
        world: &world,
        nodes: &nodes,
        servers: &servers,
        proxy: &proxy,
        bouncer: &bouncer,
        links: &links,
        release: &release,
        staff: &staff,
        printer: &printer,
    };
    let primary = scope(|scope| {
        let played = stage.start_drivers(scope).and_then(|()| stage.run_failures(scope, before.is_some()));
        // Stop all simulated clients, even if the run failed.
        world.set_strict(false);
        world.end();
        played
    })?;
    printer.print("all clients have finished");
    let places = Places { nodes: &nodes, primary, servers: &servers, release: &release };
    let differences = comparison::differences(&world, &places, &staff)?;
    let confirmed = world.notes().confirmed.len();
    printer.print(&format!(
        "{} cards charged, {} confirmations, {} messages, {} imports; {} calls retried",
        world.counted("cards charged"),
        confirmed,
        world.counted("messages"),
        world.counted("imports"),
        world.counted("calls retried")
    ));
    for difference in differences.iter().take(20) {
        println!("  {difference}");
    }
    ensure!(differences.is_empty(), "{} checks failed", differences.len());
    ensure!(world.counted("cards charged") >= CHARGES, "fewer than {CHARGES} cards were charged");
    printer.print("nothing was lost or duplicated, and the books match the provider");
    Ok(())
}

/// Prints events with the time since the start, in seconds.
struct EventPrinter(Instant);

impl EventPrinter {
    /// Prints a line with the time since the start.
    fn print(&self, line: &str) {
        println!("{:5.1} s  {line}", self.0.elapsed().as_secs_f64());
    }
}

/// Waits until `holds` returns `true`, at most for `within`. `description` names this condition in the error. If
/// `holds` still fails at the end, returns its error.
fn wait_until(
    description: &str,
    within: Duration,
    mut holds: impl FnMut() -> anyhow::Result<bool>,
) -> anyhow::Result<()> {
    let started_at = Instant::now();
    loop {
        let holding = holds();
        if matches!(holding, Ok(true)) {
            return Ok(());
        }
        if started_at.elapsed() > within {
            holding?;
            anyhow::bail!("timed out waiting until {description}");
        }
        sleep(Duration::from_millis(50));
    }
}

/// Creates staff, and drivers with tickets.
fn create_users(nodes: &Nodes) -> anyhow::Result<()> {
    let hash = Argon2Hasher::new(NonZeroUsize::MIN)?.hash(PASSWORD, HashPriority::Known)?;
    let drivers = PAYERS + CHATTERS;
    nodes.execute(
        0,
        "lanewise",
        "SET synchronous_commit = on",
        &format!(
            "INSERT INTO users (email, password_hash, role, signup_step, created_at, last_admin_update_at)
                 VALUES ('staff@example.test', '{hash}', 'admin', 5, now(), now());
             INSERT INTO users (email, password_hash, role, full_name, signup_step, created_at, last_admin_update_at)
                 SELECT 'driver' || n || '@example.test', '{hash}', 'driver', 'Driver ' || n, 5, now(), now()
                 FROM generate_series(0, {drivers} - 1) AS n;
             INSERT INTO driving_profiles (user_id) SELECT id FROM users WHERE role = 'driver';
             INSERT INTO tickets (user_id, violation_type, date, location, amount, points, category)
                 SELECT u.id, 'Speeding', current_date, 'Elm St', '{amount}', 2, 'traffic'
                 FROM users u, generate_series(1, {TICKETS_EACH}) WHERE u.role = 'driver'",
            amount = work::AMOUNT
        ),
    )
}
