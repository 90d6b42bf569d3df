//! `server check`: verifies settings, database and external services for the operator
//! (docs/DEPLOY.md#checking). It changes nothing and prints no secret. The security panel of a running server
//! shows the same findings.

pub mod outside;

use std::thread;
use std::time::{Duration, Instant};

use actix_web::rt;
use adapters_postgres::{PgDatabase, PoolSettings};
use application::security::panel::{self, Seen};
use domain::security::environment::{Area, Asked, Endpoint, Level, Outside, Replica};
use domain::security::findings::Finding;
use lanewise_http::state::State;
use ports::security::watch::Way;
use ports::store::{Database, with_store};
use tokio::task::JoinHandle;

use crate::adapters::clock::SystemClock;
use crate::adapters::passwords::Argon2Hasher;
use crate::check::outside::Lookout;
use crate::config::replica::ReplicaAt;
use crate::config::{Config, Environment, Mail, Provider};
use crate::keys;
use crate::wiring::database::UNTIL_REACHED;
use crate::wiring::{legal_help, provider, state};

/// Delay between checks of the replica while its state is still unknown.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
/// Interval at which a running server repeats the checks of external services.
const LOOK_EVERY: Duration = Duration::from_secs(3600);

/// Checks the external services at once and then every hour, for the security panel.
pub fn start(lookout: Option<Lookout>, state: &State) -> JoinHandle<()> {
    let state = state.clone();
    rt::spawn(async move {
        let Some(lookout) = lookout.map(std::sync::Arc::new) else { return };
        loop {
            let (lookout, state) = (lookout.clone(), state.clone());
            let looked = move || state.surroundings.note_outside(lookout.look());
            let _ended = actix_web::web::block(looked).await;
            tokio::time::sleep(LOOK_EVERY).await;
        }
    })
}

/// The severity shown at the start of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    Ok,
    Warning,
    Wrong,
}

/// One printed line: a finding in one area.
struct Line {
    mark: Mark,
    area: Area,
    text: String,
}

impl Line {
    fn wrong(area: Area, text: impl Into<String>) -> Self {
        Self { mark: Mark::Wrong, area, text: text.into() }
    }

    fn of(finding: Finding) -> Self {
        let mark = match finding.level {
            Level::Error => Mark::Wrong,
            Level::Warning => Mark::Warning,
            Level::Info => Mark::Ok,
        };
        Self { mark, area: finding.area, text: finding.message }
    }

    fn shown(&self) -> String {
        let mark = match self.mark {
            Mark::Ok => "ok",
            Mark::Warning => "warning",
            Mark::Wrong => "error",
        };
        format!("{mark:<8} {:<9} {}", self.area.as_str(), self.text)
    }
}

/// Runs every check and prints a line for each area.
///
/// # Errors
/// Fails when any line reports an error, so that the exit code is non-zero.
pub fn command(config: Result<Config, Vec<String>>) -> anyhow::Result<()> {
    let lines = match config {
        Ok(config) => looked_at(&config),
        Err(wrong) => wrong.into_iter().map(|text| Line::wrong(Area::Settings, text)).collect(),
    };
    #[expect(clippy::print_stdout, reason = "the operator asked for it")]
    for line in &lines {
        println!("{}", line.shown());
    }
    let wrong = lines.iter().filter(|line| line.mark == Mark::Wrong).count();
    anyhow::ensure!(wrong == 0, "{wrong} of these must be fixed");
    Ok(())
}

fn looked_at(config: &Config) -> Vec<Line> {
    let mut lines = vec![];
    if let Err(error) = legal_help::read(config.legal_help_file.as_deref()) {
        lines.push(Line::wrong(Area::Settings, format!("{error:#}")));
    }
    let (outside, is_payment_test) = outside(config, &mut lines);
    let (seen, database) = database(config, &mut lines);
    let surroundings = state::surroundings(config, is_payment_test);
    surroundings.note_outside(outside.clone());
    match Argon2Hasher::new(config.password_threads) {
        Ok(hasher) => {
            lines.extend(surroundings.findings(&hasher, &seen, replica(config)).into_iter().map(Line::of));
        }
        Err(error) => lines.push(Line::wrong(Area::Settings, format!("passwords can't be hashed: {error}"))),
    }
    for area in Area::ALL {
        if !lines.iter().any(|line| line.area == *area && line.mark != Mark::Ok)
            && let Some(text) = well(*area, config, &outside, &database)
        {
            lines.push(Line { mark: Mark::Ok, area: *area, text });
        }
    }
    lines.sort_by_key(|line| (line.area, line.mark));
    lines
}

/// Checks the external services. Also returns whether payments are in test mode.
fn outside(config: &Config, lines: &mut Vec<Line>) -> (Outside, bool) {
    // The Stripe stand-in isn't started just to check it.
    let Provider::Stripe(keys) = &config.provider else { return (Outside::default(), true) };
    let looked = provider::provide(config).and_then(|provided| {
        let lookout = Lookout::new(config, &provided.gateway)?;
        Ok(lookout.look())
    });
    let outside = looked.unwrap_or_else(|error| {
        lines.push(Line::wrong(Area::Settings, format!("{error:#}")));
        Outside::default()
    });
    (outside, keys.publishable.contains("_test_"))
}

/// Checks the database. Also returns the text to print if it has no findings.
fn database(config: &Config, lines: &mut Vec<Line>) -> (Seen, String) {
    let Some(url) = &config.database_url else {
        return (Seen::nothing(), "development starts an embedded PostgreSQL".to_owned());
    };
    let settings = PoolSettings { wait: UNTIL_REACHED, ..PoolSettings::of_command() };
    let database = match PgDatabase::open(url, settings) {
        Ok(database) => database,
        Err(error) => {
            lines.push(Line::wrong(Area::Database, error.to_string()));
            return (Seen::nothing(), String::new());
        }
    };
    if let Err(error) = database.check() {
        lines.push(Line::wrong(Area::Database, format!("{:#}", anyhow::Error::from(error))));
        return (Seen::nothing(), String::new());
    }
    if config.environment == Environment::Production
        && let Err(error) = database.check_role()
    {
        lines.push(Line::wrong(Area::Database, error.to_string()));
    }
    if let Err(error) = keys::compare(config, &database) {
        lines.push(Line::wrong(Area::Keys, format!("{error:#}")));
    }
    let surroundings = state::surroundings(config, false);
    match with_store(&database, |store| panel::see(store, &surroundings, &SystemClock)) {
        Ok(seen) => {
            let told = seen.connection();
            let (major, role, standbys) = (told.version / 10_000, &told.role, told.standbys);
            let way = match told.way {
                Way::Tls => "over TLS",
                Way::Local => "on this machine",
                Way::Open => "unencrypted",
            };
            let text = format!(
                "PostgreSQL {major} serves {role} {way} and has this build's schema; standbys: {standbys}"
            );
            (seen, text)
        }
        Err(error) => {
            lines.push(Line::wrong(Area::Database, error.to_string()));
            (Seen::nothing(), String::new())
        }
    }
}

/// Returns the replica's state once it is up to date, or its last state when the wait times out.
fn replica(config: &Config) -> Replica {
    let (Some(url), Some(ReplicaAt { url: replica, lag })) = (&config.database_url, &config.replica) else {
        return Replica::None;
    };
    let settings = PoolSettings::of_command();
    let opened =
        PgDatabase::open(url, settings).and_then(|database| database.with_replica(replica, settings, *lag));
    let Ok(database) = opened else { return Replica::Missing };
    let late = Instant::now() + UNTIL_REACHED;
    loop {
        let seen = database.replica();
        if seen == Replica::Young || Instant::now() > late {
            return seen;
        }
        thread::sleep(BETWEEN_LOOKS);
    }
}

fn all_well(asked: [Asked; 4]) -> bool {
    asked.iter().all(|one| *one == Asked::Well)
}

/// Returns the text for an area without findings. `None` when the area has nothing to report or couldn't be
/// checked.
fn well(area: Area, config: &Config, outside: &Outside, database: &str) -> Option<String> {
    let is_looked_at = config.database_url.is_some() && !database.is_empty();
    let text = match area {
        Area::Settings => match config.environment {
            Environment::Production => format!("complete, for production at {}", config.public_url),
            Environment::Development => "complete, for development".to_owned(),
        },
        Area::Database => database.to_owned(),
        Area::Clock if is_looked_at => "matches the database's clock".to_owned(),
        Area::Keys if is_looked_at => "they decrypt the data in the database".to_owned(),
        Area::Provider if all_well([outside.provider, outside.events, outside.refunds, outside.disputes]) => {
            "responds and accepts the key, which may read events, refunds and disputes".to_owned()
        }
        Area::Webhook if outside.endpoint == Endpoint::Whole => {
            "an endpoint points here and receives all events".to_owned()
        }
        Area::Mail if outside.mail == Asked::Well => "the mail server responds".to_owned(),
        Area::Mail if config.mail == Mail::Off => return None,
        Area::Texts if outside.texts == Asked::Well => "the text provider responds".to_owned(),
        Area::Texts if config.twilio.is_none() => {
            "no text provider is set, so requests for texts wait".to_owned()
        }
        Area::Proxy if !config.trusted_proxies.is_empty() => {
            let trusted: Vec<_> = config.trusted_proxies.iter().map(ToString::to_string).collect();
            format!("trusted: {}", trusted.join(", "))
        }
        Area::Disk => {
            let free = outside.free_disk_mb?;
            format!("{free} MB are free in {}", config.data_dir.display())
        }
        Area::Accounts if is_looked_at => "no account uses the published demo password".to_owned(),
        Area::Clock
        | Area::Keys
        | Area::Provider
        | Area::Webhook
        | Area::Mail
        | Area::Texts
        | Area::Proxy
        | Area::Accounts => {
            return None;
        }
    };
    Some(text)
}
