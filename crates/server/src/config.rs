//! Settings of the server, which come only from environment variables (docs/product/running.md#production-start).

pub mod outside;
mod read;
pub mod replica;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use adapters_files::Bucket;
use adapters_postgres::is_exposed;
use adapters_twilio::TwilioAccount;
use domain::legal_help::case::deadlines::CasePeriods;
use domain::shared::retention::Retention;
use ipnet::IpNet;
use lanewise_http::edge::headers::is_stripes_script;
use lanewise_http::edge::hosts::known::is_host_name;
use lanewise_http::edge::live::orders::Timings;
use lanewise_http::edge::settings::SecurityContact;
use traces::Collector;

use crate::adapters::vault::DataKeys;
use crate::config::outside::{
    Get, is_private, read_bucket, read_cities, read_clamd_address, read_collector, read_mail, read_provider,
    read_security_contact, read_twilio,
};
use crate::config::read::{choice_position, parse_setting, read_case_periods};
use crate::config::replica::{ReplicaConfig, read_replica};
use crate::demo;

pub use crate::config::outside::{Cities, MailConfig, Provider, StripeKeys};

/// The environment that the server runs in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Environment {
    /// Development. The server replaces missing settings, for example with an embedded database, a sandbox for
    /// payments, and demo data.
    Development,
    /// Production. The server doesn't start if required settings are missing.
    Production,
}

/// The first administrator (docs/product/staff.md#first-administrator).
#[derive(Clone, PartialEq, Eq)]
pub struct AdminLogin {
    /// Email address to log in with.
    pub email: String,
    /// Password in plain text.
    pub password: String,
}

/// All settings of the server.
#[derive(Clone)]
pub struct Config {
    /// Whether the server runs in development or production.
    pub environment: Environment,
    /// Host name or IP address to listen on.
    pub host: String,
    /// Port to listen on.
    pub port: u16,
    /// Address of the operators' listener for metrics and the API document. `None` turns the listener off.
    pub ops_address: Option<SocketAddr>,
    /// Timeouts of WebSockets, which only tests change.
    pub chat: Timings,
    /// Base URL that browsers use, without a trailing slash.
    pub public_url: String,
    /// Additional host names that the server accepts in requests.
    pub allowed_hosts: Vec<String>,
    /// Connection URL for the database role that serves requests. `None` starts the embedded PostgreSQL.
    pub database_url: Option<String>,
    /// Connection URL for the database role that owns and migrates the tables, if it isn't the
    /// role that serves requests.
    pub migration_database_url: Option<String>,
    /// Replica for lists, exports, figures and timelines. `None` reads these from the primary.
    pub replica: Option<ReplicaConfig>,
    /// Directory for the embedded PostgreSQL, files, emails, the sandbox's data and the development key.
    pub data_dir: PathBuf,
    /// Bucket for the contents of files. `None` stores them in a folder in `data_dir`.
    pub bucket: Option<Bucket>,
    /// Host and port of clamd, which scans uploaded files. `None` turns scanning off.
    pub clamd_address: Option<String>,
    /// Data keys. Required in production; development creates a key if this is `None`.
    pub data_keys: Option<DataKeys>,
    /// The payment provider: Stripe, or the built-in sandbox.
    pub provider: Provider,
    /// The cities to query for citations.
    pub cities: Cities,
    /// How emails are sent.
    pub mail: MailConfig,
    /// Proxies whose `X-Forwarded-For` header is trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// Phone number of support, which drivers see.
    pub support_phone: String,
    /// Number of business days after sign-up within which staff promise to prepare a driver's record.
    pub record_ready_days: u8,
    /// Deadlines of cases, in business days.
    pub case_periods: CasePeriods,
    /// Id of Meta's advertising pixel. `None` turns the pixel off.
    pub pixel_id: Option<String>,
    /// Contact for reports of security vulnerabilities. `None` publishes none.
    pub security_contact: Option<SecurityContact>,
    /// Twilio account that sends texts; `None` without one.
    pub twilio: Option<TwilioAccount>,
    /// File that says in which states Lanewise offers legal help. If `None`, development offers legal help in the
    /// 50 states, and production in no state.
    pub legal_help_file: Option<PathBuf>,
    /// Whether to log as JSON.
    pub log_json: bool,
    /// Collector that receives traces. `None` exports no traces.
    pub collector: Option<Collector>,
    /// Maximum number of fast, successful read requests that the server logs per second; 0 logs none.
    pub log_reads: u32,
    /// How long the server reports "not ready" at shutdown before it stops accepting requests.
    pub stop_notice: Duration,
    /// Number of password hashing threads.
    pub password_threads: NonZeroUsize,
    /// How long each kind of data is retained.
    pub retention: Retention,
    /// Whether rate limits and login throttling are on.
    pub rate_limits: bool,
    /// Whether staff must set up a second factor.
    pub staff_need_second_factor: bool,
    /// Credentials of the first administrator; `None` to create no administrator.
    pub admin: Option<AdminLogin>,
    /// Number of additional demo drivers for tests. Each driver has one unpaid item of each kind.
    pub demo_drivers: u32,
}

/// Default of the setting `SUPPORT_PHONE`. This number can't exist, because no US number has a zero after the area
/// code, so it belongs to no one.
const EXAMPLE_PHONE: &str = "(555) 010-0199";

impl Config {
    /// Reads all settings from the environment.
    ///
    /// # Errors
    /// Returns a message for each missing or invalid setting.
    pub fn read(get: Get<'_>) -> Result<Self, Vec<String>> {
        let get =
            &|name: &str| get(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
        let mut problems = vec![];
        let environment = match get("LANEWISE_ENV").as_deref() {
            None | Some("development") => Environment::Development,
            Some("production") => Environment::Production,
            Some(other) => {
                problems.push(format!("LANEWISE_ENV is {other:?}: it can be development or production"));
                Environment::Production
            }
        };
        let is_production = environment == Environment::Production;
        let host = get("HOST").unwrap_or_else(|| "127.0.0.1".to_owned());
        let port = parse_setting(get, "PORT", "a port number", &mut problems).unwrap_or(8080);
        let public_url = get("PUBLIC_URL").unwrap_or_else(|| format!("http://{host}:{port}"));
        let config = Self {
            environment,
            public_url: public_url.trim_end_matches('/').to_owned(),
            database_url: get("DATABASE_URL"),
            migration_database_url: get("MIGRATION_DATABASE_URL"),
            replica: read_replica(get, &mut problems),
            data_dir: get("DATA_DIR").unwrap_or_else(|| ".data".to_owned()).into(),
            bucket: read_bucket(get, &mut problems),
            clamd_address: read_clamd_address(get, &mut problems),
            data_keys: read_data_keys(get, &mut problems),
            provider: read_provider(get, is_production, &mut problems),
            cities: read_cities(get, is_production, &mut problems),
            mail: read_mail(get, is_production, &mut problems),
            allowed_hosts: read_allowed_hosts(get, &mut problems),
            trusted_proxies: read_trusted_proxies(get, &mut problems),
            support_phone: get("SUPPORT_PHONE").unwrap_or_else(|| EXAMPLE_PHONE.to_owned()),
            record_ready_days: parse_setting(get, "RECORD_READY_DAYS", "a number", &mut problems)
                .unwrap_or(2),
            case_periods: read_case_periods(get, &mut problems),
            pixel_id: get("META_PIXEL_ID"),
            security_contact: read_security_contact(get, &mut problems),
            twilio: read_twilio(get, &mut problems),
            legal_help_file: get("LEGAL_HELP_FILE").map(PathBuf::from),
            log_json: choice_position(get, "LOG_FORMAT", ["text", "json"], &mut problems) == Some(1),
            collector: read_collector(get, &mut problems),
            log_reads: parse_setting(get, "LOG_READS_PER_SECOND", "a number", &mut problems)
                .unwrap_or(LOG_READS),
            rate_limits: choice_position(get, "RATE_LIMITS", ["on", "off"], &mut problems) != Some(1),
            staff_need_second_factor: choice_position(
                get,
                "REQUIRE_STAFF_SECOND_FACTOR",
                ["off", "on"],
                &mut problems,
            ) == Some(1),
            password_threads: parse_setting(get, "PASSWORD_THREADS", "a number above 0", &mut problems)
                .unwrap_or_else(all_cores_but_one),
            stop_notice: read_stop_notice(get, is_production, &mut problems),
            retention: read_retention(get, &mut problems),
            admin: read_admin(get, &mut problems),
            chat: Timings::default(),
            demo_drivers: parse_setting(get, "LANEWISE_DEMO_DRIVERS", "a number", &mut problems).unwrap_or(0),
            ops_address: read_ops_address(get, &mut problems),
            host,
            port,
        };
        if config.database_url.is_none() && config.migration_database_url.is_some() {
            problems.push("MIGRATION_DATABASE_URL also needs DATABASE_URL, for the serving role".to_owned());
        }
        if is_production {
            config.check_production_settings(get, &mut problems);
        }
        if problems.is_empty() { Ok(config) } else { Err(problems) }
    }

    /// Adds a message to `problems` for each setting that is missing or unsafe in production.
    fn check_production_settings(&self, get: Get<'_>, problems: &mut Vec<String>) {
        let mut need = |there: bool, sentence: &str| {
            if !there {
                problems.push(sentence.to_owned());
            }
        };
        need(self.database_url.is_some(), "DATABASE_URL is missing: production needs its own PostgreSQL");
        let host = get("PGHOST");
        for (url, sentence) in [
            (
                &self.database_url,
                "DATABASE_URL connects to another machine without TLS: add sslmode=verify-full (at least sslmode=require)",
            ),
            (
                &self.migration_database_url,
                "MIGRATION_DATABASE_URL connects to another machine without TLS: add sslmode=verify-full (at least sslmode=require)",
            ),
            (
                &self.replica.as_ref().map(|replica| replica.url.clone()),
                "DATABASE_REPLICA_URL connects to another machine without TLS: add sslmode=verify-full (at least sslmode=require)",
            ),
        ] {
            need(url.as_deref().is_none_or(|url| !is_exposed(url, host.as_deref())), sentence);
        }
        need(
            get("LANEWISE_DATA_KEY").is_some(),
            "LANEWISE_DATA_KEY is missing: set 32 random bytes in base64",
        );
        need(get("STRIPE_WEBHOOK_SECRET").is_some(), "STRIPE_WEBHOOK_SECRET is missing");
        need(self.public_url.starts_with("https://"), "PUBLIC_URL must be an https address");
        need(
            self.admin.as_ref().is_none_or(|admin| admin.password != demo::PASSWORD),
            "ADMIN_PASSWORD is the published demo password: choose another one",
        );
        if let Provider::Stripe(keys) = &self.provider {
            need(
                keys.api_base.as_deref().is_none_or(is_private),
                "STRIPE_API_BASE must be an https address, or on this machine, because the account's secret key is sent there",
            );
            need(
                is_stripes_script(&keys.js_url),
                "STRIPE_JS_URL must start with https://js.stripe.com/, because its script runs on the page where drivers enter their cards",
            );
        }
        for net in self.trusted_proxies.iter().filter(|net| is_too_wide(net)) {
            need(
                false,
                &format!(
                    "TRUSTED_PROXIES has {net}: name your proxies' own networks, /{MIN_IPV4_PREFIX} or longer (IPv6: /{MIN_IPV6_PREFIX}). Lanewise trusts the client addresses that they report"
                ),
            );
        }
        need(
            self.ops_address.is_none_or(|address| is_private_address(address.ip())),
            "OPS_ADDRESS must be on this machine or in its private network, because its metrics are only for operators",
        );
        need(self.rate_limits, "RATE_LIMITS=off is for load tests and not allowed in production");
        need(self.demo_drivers == 0, "LANEWISE_DEMO_DRIVERS is for tests and not allowed in production");
    }
}

/// Default of the setting `LOG_READS_PER_SECOND`.
const LOG_READS: u32 = 20;

/// Default port of the operators' address. OpenTelemetry's Prometheus exporter has the same default.
const OPS_PORT: u16 = 9464;

/// Reads the address at which operators get metrics; `None` if it is off or invalid.
fn read_ops_address(get: Get<'_>, problems: &mut Vec<String>) -> Option<SocketAddr> {
    match get("OPS_ADDRESS").as_deref() {
        Some("off") => None,
        Some(_) => parse_setting(
            get,
            "OPS_ADDRESS",
            "an address with a port, such as 127.0.0.1:9464, or off",
            problems,
        ),
        None => Some((Ipv4Addr::LOCALHOST, OPS_PORT).into()),
    }
}

/// Returns whether the IP address is a loopback or private one.
fn is_private_address(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local(),
    }
}

/// Default time between "not ready" and the stop in production, in seconds. Enough for a proxy that checks
/// every two seconds and needs two failures.
const STOP_NOTICE: u16 = 6;
/// Maximum time between "not ready" and the stop, in seconds.
const MAX_STOP_NOTICE: u16 = 15;

/// Reads how long the server reports "not ready" before it stops. Development has no proxy, so the default is zero.
fn read_stop_notice(get: Get<'_>, is_production: bool, problems: &mut Vec<String>) -> Duration {
    let what = format!("a number of seconds up to {MAX_STOP_NOTICE}");
    let seconds: u16 = parse_setting(get, "STOP_NOTICE_SECONDS", &what, problems)
        .unwrap_or(if is_production { STOP_NOTICE } else { 0 });
    if seconds > MAX_STOP_NOTICE {
        problems.push(format!("STOP_NOTICE_SECONDS is {seconds}: it must be {what}"));
    }
    Duration::from_secs(seconds.into())
}

/// Returns the number of cores minus one, which leaves a core for other work, but at least one.
fn all_cores_but_one() -> NonZeroUsize {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    NonZeroUsize::new(cores.saturating_sub(1)).unwrap_or(NonZeroUsize::MIN)
}

/// Reads the keys that encrypt personal data; `None` if they are missing or invalid.
fn read_data_keys(get: Get<'_>, problems: &mut Vec<String>) -> Option<DataKeys> {
    let keys = DataKeys::parse(&get("LANEWISE_DATA_KEY")?);
    keys.map_err(|error| problems.push(format!("LANEWISE_DATA_KEY: {error}"))).ok()
}

/// Reads the host names that requests may have in addition to that of the public URL.
fn read_allowed_hosts(get: Get<'_>, problems: &mut Vec<String>) -> Vec<String> {
    let text = get("ALLOWED_HOSTS").unwrap_or_default();
    let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
    let (names, others): (Vec<_>, Vec<_>) = names.map(str::to_owned).partition(|name| is_host_name(name));
    for other in others {
        problems.push(format!(
            "ALLOWED_HOSTS: {other:?} is not a host name without a port, such as lanewise.internal; IP addresses are always accepted"
        ));
    }
    names
}

/// Reads the networks of the proxies that report the clients' IP addresses.
fn read_trusted_proxies(get: Get<'_>, problems: &mut Vec<String>) -> Vec<IpNet> {
    let text = get("TRUSTED_PROXIES").unwrap_or_default();
    let mut nets = vec![];
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        match part.parse().or_else(|_| part.parse::<std::net::IpAddr>().map(IpNet::from)) {
            Ok(net) => nets.push(net),
            Err(_) => problems.push(format!("TRUSTED_PROXIES: {part:?} is neither an address nor a network")),
        }
    }
    nets
}

/// Minimum prefix length of a trusted IPv4 network in production: that of 10.0.0.0/8, the largest private network.
const MIN_IPV4_PREFIX: u8 = 8;
/// Minimum prefix length of a trusted IPv6 network in production.
const MIN_IPV6_PREFIX: u8 = 16;

/// Returns whether a trusted network includes more addresses than production allows.
fn is_too_wide(net: &IpNet) -> bool {
    let shortest = match net {
        IpNet::V4(_) => MIN_IPV4_PREFIX,
        IpNet::V6(_) => MIN_IPV6_PREFIX,
    };
    net.prefix_len() < shortest
}

/// Reads the retention periods that the operator changed.
fn read_retention(get: Get<'_>, problems: &mut Vec<String>) -> Retention {
    let read = Retention::parse(&get("RETENTION_DAYS").unwrap_or_default());
    read.unwrap_or_else(|why| {
        problems.push(format!("RETENTION_DAYS: {why}"));
        Retention::default()
    })
}

/// Reads the login of the first administrator; `None` if it is missing or incomplete.
fn read_admin(get: Get<'_>, problems: &mut Vec<String>) -> Option<AdminLogin> {
    match (get("ADMIN_EMAIL"), get("ADMIN_PASSWORD")) {
        (Some(email), Some(password)) => Some(AdminLogin { email, password }),
        (None, None) => None,
        _ => {
            problems.push("ADMIN_EMAIL and ADMIN_PASSWORD must be set together".to_owned());
            None
        }
    }
}
