//! `server check`: verifies settings, database and external services for the operator
//! (docs/DEPLOY.md#checking). The command never prints a secret.

pub mod outside;

use std::thread;
use std::time::{Duration, Instant};

use actix_web::rt;
use adapters_postgres::{PgDatabase, PoolSettings};
use application::security::panel::{self, DatabaseFacts};
use domain::security::environment::{
    CheckResult, ExternalChecks, FindingArea, FindingLevel, ReplicaState, WebhookState,
};
use domain::security::findings::Finding;
use lanewise_http::state::State;
use ports::security::watch::ConnectionSecurity;
use ports::store::{Database, with_store};
use tokio::task::JoinHandle;

use crate::adapters::clock::SystemClock;
use crate::adapters::passwords::Argon2Hasher;
use crate::check::outside::ExternalChecker;
use crate::config::replica::ReplicaConfig;
use crate::config::{Config, Environment, MailConfig, Provider};
use crate::keys;
use crate::wiring::database::UNTIL_REACHED;
use crate::wiring::{legal_help, provider, state};

/// Delay between checks of the replica until it is up to date.
const REPLICA_POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Interval at which a running server repeats the checks of external services.
const CHECK_EVERY: Duration = Duration::from_secs(3600);

/// Starts a task that checks the external services immediately and then every [`CHECK_EVERY`], and stores the
/// results in `state`. Without a checker, the task does nothing.
pub fn start_external_checks(checker: Option<ExternalChecker>, state: &State) -> JoinHandle<()> {
    let state = state.clone();
    rt::spawn(async move {
        let Some(checker) = checker.map(std::sync::Arc::new) else { return };
        loop {
            let (checker, state) = (checker.clone(), state.clone());
            let checks = move || state.installation_state.set_external_checks(checker.run_checks());
            let _ended = actix_web::web::block(checks).await;
            tokio::time::sleep(CHECK_EVERY).await;
        }
    })
}

/// The severity of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum LineMark {
    Ok,
    Warning,
    Wrong,
}

/// A line of the output: a finding, or a message that an area has no findings.
struct CheckLine {
    mark: LineMark,
    area: FindingArea,
    text: String,
}

impl CheckLine {
    /// Creates a line that reports an error.
    fn error(area: FindingArea, text: impl Into<String>) -> Self {
        Self { mark: LineMark::Wrong, area, text: text.into() }
    }

    /// Converts a finding to a line.
    fn of(finding: Finding) -> Self {
        let mark = match finding.level {
            FindingLevel::Error => LineMark::Wrong,
            FindingLevel::Warning => LineMark::Warning,
            FindingLevel::Info => LineMark::Ok,
        };
        Self { mark, area: finding.area, text: finding.message }
    }

    /// Formats the line with its severity and area.
    fn format_line(&self) -> String {
        let mark = match self.mark {
            LineMark::Ok => "ok",
            LineMark::Warning => "warning",
            LineMark::Wrong => "error",
        };
        format!("{mark:<8} {:<9} {}", self.area.as_str(), self.text)
    }
}

/// Runs every check and prints the results. If settings are missing or invalid, prints only a line for each of them.
///
/// # Errors
/// Fails, with a non-zero exit code, when any line reports an error.
pub fn run_check_command(config: Result<Config, Vec<String>>) -> anyhow::Result<()> {
    let lines = match config {
        Ok(config) => check_everything(&config),
        Err(wrong) => wrong.into_iter().map(|text| CheckLine::error(FindingArea::Settings, text)).collect(),
    };
    #[expect(clippy::print_stdout, reason = "the operator asked for it")]
    for line in &lines {
        println!("{}", line.format_line());
    }
    let wrong = lines.iter().filter(|line| line.mark == LineMark::Wrong).count();
    anyhow::ensure!(wrong == 0, "{wrong} of these must be fixed");
    Ok(())
}

/// Runs every check and returns the lines to print, sorted by area and severity.
fn check_everything(config: &Config) -> Vec<CheckLine> {
    let mut lines = vec![];
    if let Err(error) = legal_help::load_legal_help(config.legal_help_file.as_deref(), config.environment) {
        lines.push(CheckLine::error(FindingArea::Settings, format!("{error:#}")));
    }
    let (outside, is_payment_test) = check_external_services(config, &mut lines);
    let (database_state, database) = check_database(config, &mut lines);
    let installation_state = state::environment_state(config, is_payment_test);
    installation_state.set_external_checks(outside.clone());
    match Argon2Hasher::new(config.password_threads) {
        Ok(hasher) => {
            lines.extend(
                installation_state
                    .findings(&hasher, &database_state, check_replica(config))
                    .into_iter()
                    .map(CheckLine::of),
            );
        }
        Err(error) => {
            lines.push(CheckLine::error(FindingArea::Settings, format!("passwords can't be hashed: {error}")))
        }
    }
    for area in FindingArea::ALL {
        if !lines.iter().any(|line| line.area == *area && line.mark != LineMark::Ok)
            && let Some(text) = healthy_text(*area, config, &outside, &database)
        {
            lines.push(CheckLine { mark: LineMark::Ok, area: *area, text });
        }
    }
    lines.sort_by_key(|line| (line.area, line.mark));
    lines
}

/// Checks the external services, and adds a line if they can't be checked. With the sandbox, checks nothing.
/// Returns the results, and whether payments are in test mode.
fn check_external_services(config: &Config, lines: &mut Vec<CheckLine>) -> (ExternalChecks, bool) {
    // Don't start the Stripe sandbox only to check it.
    let Provider::Stripe(keys) = &config.provider else { return (ExternalChecks::default(), true) };
    let checks = provider::connect_provider(config).and_then(|provided| {
        let checker = ExternalChecker::new(config, &provided.gateway)?;
        Ok(checker.run_checks())
    });
    let outside = checks.unwrap_or_else(|error| {
        lines.push(CheckLine::error(FindingArea::Settings, format!("{error:#}")));
        ExternalChecks::default()
    });
    (outside, keys.publishable.contains("_test_"))
}

/// Checks the database, and adds lines about problems. Returns the database's facts, and the text to print if
/// there are no findings. The text is empty if the database couldn't be checked.
fn check_database(config: &Config, lines: &mut Vec<CheckLine>) -> (DatabaseFacts, String) {
    let Some(url) = &config.database_url else {
        return (DatabaseFacts::nothing(), "development starts an embedded PostgreSQL".to_owned());
    };
    let settings = PoolSettings { wait: UNTIL_REACHED, ..PoolSettings::of_command() };
    let database = match PgDatabase::open(url, settings) {
        Ok(database) => database,
        Err(error) => {
            lines.push(CheckLine::error(FindingArea::Database, error.to_string()));
            return (DatabaseFacts::nothing(), String::new());
        }
    };
    if let Err(error) = database.check() {
        lines.push(CheckLine::error(FindingArea::Database, format!("{:#}", anyhow::Error::from(error))));
        return (DatabaseFacts::nothing(), String::new());
    }
    if config.environment == Environment::Production
        && let Err(error) = database.check_role()
    {
        lines.push(CheckLine::error(FindingArea::Database, error.to_string()));
    }
    if let Err(error) = keys::compare_keys(config, &database) {
        lines.push(CheckLine::error(FindingArea::Keys, format!("{error:#}")));
    }
    let installation_state = state::environment_state(config, false);
    match with_store(&database, |store| panel::read_facts(store, &installation_state, &SystemClock)) {
        Ok(connected) => {
            let connection_facts = connected.connection();
            let (major, role, standbys) =
                (connection_facts.version / 10_000, &connection_facts.role, connection_facts.standbys);
            let connection_security = match connection_facts.connection_security {
                ConnectionSecurity::Tls => "over TLS",
                ConnectionSecurity::Local => "on this machine",
                ConnectionSecurity::Open => "unencrypted",
            };
            let text = format!(
                "PostgreSQL {major} serves {role} {connection_security} and has this build's schema; standbys: {standbys}"
            );
            (connected, text)
        }
        Err(error) => {
            lines.push(CheckLine::error(FindingArea::Database, error.to_string()));
            (DatabaseFacts::nothing(), String::new())
        }
    }
}

/// Waits until the replica is up to date, at most for [`UNTIL_REACHED`], and returns its state. Without a
/// configured replica, returns [`ReplicaState::None`] immediately.
fn check_replica(config: &Config) -> ReplicaState {
    let (Some(url), Some(ReplicaConfig { url: replica, lag })) = (&config.database_url, &config.replica)
    else {
        return ReplicaState::None;
    };
    let settings = PoolSettings::of_command();
    let opened =
        PgDatabase::open(url, settings).and_then(|database| database.with_replica(replica, settings, *lag));
    let Ok(database) = opened else { return ReplicaState::Missing };
    let late = Instant::now() + UNTIL_REACHED;
    loop {
        let replica_state = database.replica();
        if replica_state == ReplicaState::Current || Instant::now() > late {
            return replica_state;
        }
        thread::sleep(REPLICA_POLL_INTERVAL);
    }
}

/// Returns whether each of these checks of the provider succeeded.
fn all_healthy(results: [CheckResult; 4]) -> bool {
    results.iter().all(|one| *one == CheckResult::Healthy)
}

/// Returns the text for an area without findings; `None` if the area has nothing to report or couldn't be
/// checked. `database` is the text for the database, or empty if the database couldn't be checked.
fn healthy_text(
    area: FindingArea,
    config: &Config,
    outside: &ExternalChecks,
    database: &str,
) -> Option<String> {
    let is_database_checked = config.database_url.is_some() && !database.is_empty();
    let text = match area {
        FindingArea::Settings => match config.environment {
            Environment::Production => format!("complete, for production at {}", config.public_url),
            Environment::Development => "complete, for development".to_owned(),
        },
        FindingArea::Database => database.to_owned(),
        FindingArea::Clock if is_database_checked => "matches the database's clock".to_owned(),
        FindingArea::Keys if is_database_checked => "they decrypt the data in the database".to_owned(),
        FindingArea::Provider
            if all_healthy([outside.provider, outside.events, outside.refunds, outside.disputes]) =>
        {
            "responds and accepts the key, which may read events, refunds and disputes".to_owned()
        }
        FindingArea::Webhook if outside.endpoint == WebhookState::Complete => {
            "an endpoint points here and receives all events".to_owned()
        }
        FindingArea::Mail if outside.mail == CheckResult::Healthy => "the mail server responds".to_owned(),
        FindingArea::Mail if config.mail == MailConfig::Off => return None,
        FindingArea::Texts if outside.texts == CheckResult::Healthy => {
            "the text provider responds".to_owned()
        }
        FindingArea::Texts if config.twilio.is_none() => {
            "no text provider is set, so requests for texts wait".to_owned()
        }
        FindingArea::Proxy if !config.trusted_proxies.is_empty() => {
            let trusted: Vec<_> = config.trusted_proxies.iter().map(ToString::to_string).collect();
            format!("trusted: {}", trusted.join(", "))
        }
        FindingArea::Disk => {
            let free = outside.free_disk_mb?;
            format!("{free} MB are free in {}", config.data_dir.display())
        }
        FindingArea::Accounts if is_database_checked => {
            "no account uses the published demo password".to_owned()
        }
        FindingArea::Clock
        | FindingArea::Keys
        | FindingArea::Provider
        | FindingArea::Webhook
        | FindingArea::Mail
        | FindingArea::Texts
        | FindingArea::Proxy
        | FindingArea::Accounts => {
            return None;
        }
    };
    Some(text)
}
