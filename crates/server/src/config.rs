//! Settings of the server, which come only from environment variables (docs/product/running.md#production-start).

pub mod outside;
mod read;
pub mod replica;
pub mod settings;

use std::net::{IpAddr, SocketAddr};
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
use lanewise_http::edge::headers::is_stripe_script;
use lanewise_http::edge::hosts::known::is_host_name;
use lanewise_http::edge::live::orders::Timings;
use lanewise_http::edge::settings::SecurityContact;
use traces::Collector;

use crate::adapters::vault::DataKeys;
use crate::config::outside::{
    is_private, read_bucket, read_cities, read_clamd_address, read_collector, read_mail, read_provider,
    read_security_contact, read_twilio,
};
use crate::config::read::Reader;
use crate::config::replica::{ReplicaConfig, read_replica};
use crate::config::settings::SECTIONS;
use crate::demo;

pub use crate::config::outside::{Cities, MailConfig, Provider, StripeKeys};
pub use crate::config::read::Get;

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

impl Config {
    /// Reads all settings from the environment.
    ///
    /// # Errors
    /// Returns a message for each missing or invalid setting.
    pub fn read(get: Get<'_>) -> Result<Self, Vec<String>> {
        let mut reader = Reader::new(get);
        let host = reader.value_or_empty(settings::HOST);
        let port = reader.parse_setting(settings::PORT, "a port number").unwrap_or_default();
        let public_url =
            reader.find_value(settings::PUBLIC_URL).unwrap_or_else(|| format!("http://{host}:{port}"));
        let config = Self {
            environment: if reader.is_production {
                Environment::Production
            } else {
                Environment::Development
            },
            public_url: public_url.trim_end_matches('/').to_owned(),
            database_url: reader.find_value(settings::DATABASE_URL),
            migration_database_url: reader.find_value(settings::MIGRATION_DATABASE_URL),
            replica: read_replica(&mut reader),
            data_dir: reader.value_or_empty(settings::DATA_DIR).into(),
            bucket: read_bucket(&mut reader),
            clamd_address: read_clamd_address(&mut reader),
            data_keys: read_data_keys(&mut reader),
            provider: read_provider(&mut reader),
            cities: read_cities(&mut reader),
            mail: read_mail(&mut reader),
            allowed_hosts: read_allowed_hosts(&mut reader),
            trusted_proxies: read_trusted_proxies(&mut reader),
            support_phone: reader.value_or_empty(settings::SUPPORT_PHONE),
            record_ready_days: reader
                .parse_setting(settings::RECORD_READY_DAYS, "a number")
                .unwrap_or_default(),
            case_periods: read_case_periods(&mut reader),
            pixel_id: reader.find_value(settings::META_PIXEL_ID),
            security_contact: read_security_contact(&mut reader),
            twilio: read_twilio(&mut reader),
            legal_help_file: reader.find_value(settings::LEGAL_HELP_FILE).map(PathBuf::from),
            log_json: reader.is_choice(settings::LOG_FORMAT, "json", "text"),
            collector: read_collector(&mut reader),
            log_reads: reader.parse_setting(settings::LOG_READS_PER_SECOND, "a number").unwrap_or_default(),
            rate_limits: !reader.is_choice(settings::RATE_LIMITS, "off", "on"),
            staff_need_second_factor: reader.is_choice(settings::REQUIRE_STAFF_SECOND_FACTOR, "on", "off"),
            password_threads: reader
                .parse_setting(settings::PASSWORD_THREADS, "a number above 0")
                .unwrap_or_else(all_cores_but_one),
            stop_notice: read_stop_notice(&mut reader),
            retention: read_retention(&mut reader),
            admin: read_admin(&mut reader),
            chat: Timings::default(),
            demo_drivers: reader
                .parse_setting(settings::LANEWISE_DEMO_DRIVERS, "a number")
                .unwrap_or_default(),
            ops_address: read_ops_address(&mut reader),
            host,
            port,
        };
        reader.require(
            config.database_url.is_some() || config.migration_database_url.is_none(),
            "MIGRATION_DATABASE_URL also needs DATABASE_URL, for the serving role",
        );
        if reader.is_production {
            config.check_production_settings(&mut reader);
        }
        if reader.problems.is_empty() { Ok(config) } else { Err(reader.problems) }
    }

    /// Adds a message for each setting that is missing or unsafe in production.
    fn check_production_settings(&self, reader: &mut Reader<'_>) {
        for setting in SECTIONS.iter().flat_map(|section| section.settings) {
            if let Some(what) = setting.required {
                reader.require(
                    reader.find_value(*setting).is_some(),
                    &format!("{} is missing: set {what}", setting.name),
                );
            }
        }
        let host = reader.find_value(settings::PGHOST);
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
            reader.require(url.as_deref().is_none_or(|url| !is_exposed(url, host.as_deref())), sentence);
        }
        reader.require(
            reader.find_value(settings::PUBLIC_URL).is_none_or(|url| url.starts_with("https://")),
            "PUBLIC_URL must be an https address",
        );
        reader.require(
            self.admin.as_ref().is_none_or(|admin| admin.password != demo::PASSWORD),
            "ADMIN_PASSWORD is the published demo password: choose another one",
        );
        if let Provider::Stripe(keys) = &self.provider {
            reader.require(
                keys.api_base.as_deref().is_none_or(is_private),
                "STRIPE_API_BASE must be an https address, or on this machine, because the account's secret key is sent there",
            );
            reader.require(
                is_stripe_script(&keys.js_url),
                "STRIPE_JS_URL must start with https://js.stripe.com/, because its script runs on the page where drivers enter their cards",
            );
        }
        for net in self.trusted_proxies.iter().filter(|net| is_too_wide(net)) {
            reader.problems.push(format!(
                "TRUSTED_PROXIES has {net}: name your proxies' own networks, /{MIN_IPV4_PREFIX} or longer (IPv6: /{MIN_IPV6_PREFIX}). Lanewise trusts the client addresses that they report"
            ));
        }
        reader.require(
            self.ops_address.is_none_or(|address| is_private_address(address.ip())),
            "OPS_ADDRESS must be on this machine or in its private network, because its metrics are only for operators",
        );
        reader.require(self.rate_limits, "RATE_LIMITS=off is for load tests and not allowed in production");
        reader.require(
            self.demo_drivers == 0,
            "LANEWISE_DEMO_DRIVERS is for tests and not allowed in production",
        );
    }
}

/// Reads the address at which operators get metrics; `None` if it is off or invalid.
fn read_ops_address(reader: &mut Reader<'_>) -> Option<SocketAddr> {
    if reader.value_or_empty(settings::OPS_ADDRESS) == "off" {
        return None;
    }
    reader.parse_setting(settings::OPS_ADDRESS, "an address with a port, such as 127.0.0.1:9464, or off")
}

/// Returns whether the IP address is a loopback or private one.
fn is_private_address(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local(),
    }
}

/// Maximum time between "not ready" and the stop, in seconds.
const MAX_STOP_NOTICE: u16 = 15;

/// Reads how long the server reports "not ready" before it stops.
fn read_stop_notice(reader: &mut Reader<'_>) -> Duration {
    let what = format!("a number of seconds up to {MAX_STOP_NOTICE}");
    let seconds = reader.parse_number(settings::STOP_NOTICE_SECONDS, &(0..=MAX_STOP_NOTICE), &what);
    Duration::from_secs(seconds.into())
}

/// Returns the number of cores minus one, which leaves a core for other work, but at least one.
fn all_cores_but_one() -> NonZeroUsize {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    NonZeroUsize::new(cores.saturating_sub(1)).unwrap_or(NonZeroUsize::MIN)
}

/// Reads the keys that encrypt personal data; `None` if they are missing or invalid.
fn read_data_keys(reader: &mut Reader<'_>) -> Option<DataKeys> {
    let keys = DataKeys::parse(&reader.find_value(settings::LANEWISE_DATA_KEY)?);
    keys.map_err(|error| reader.problems.push(format!("LANEWISE_DATA_KEY: {error}"))).ok()
}

/// Reads the host names that requests may have in addition to that of the public URL.
fn read_allowed_hosts(reader: &mut Reader<'_>) -> Vec<String> {
    let text = reader.value_or_empty(settings::ALLOWED_HOSTS);
    let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
    let (names, others): (Vec<_>, Vec<_>) = names.map(str::to_owned).partition(|name| is_host_name(name));
    for other in others {
        reader.problems.push(format!(
            "ALLOWED_HOSTS: {other:?} is not a host name without a port, such as lanewise.internal; IP addresses are always accepted"
        ));
    }
    names
}

/// Reads the deadlines of cases, in business days.
fn read_case_periods(reader: &mut Reader<'_>) -> CasePeriods {
    let mut read = |setting| reader.parse_number(setting, &(1..=30), "a number from 1 to 30");
    CasePeriods {
        accept_before: read(settings::LAWYER_ACCEPT_DAYS),
        answer: read(settings::LAWYER_ANSWER_DAYS),
        sign: read(settings::LAWYER_SIGN_DAYS),
    }
}

/// Reads the networks of the proxies that report the clients' IP addresses.
fn read_trusted_proxies(reader: &mut Reader<'_>) -> Vec<IpNet> {
    let text = reader.value_or_empty(settings::TRUSTED_PROXIES);
    let mut nets = vec![];
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        match part.parse().or_else(|_| part.parse::<std::net::IpAddr>().map(IpNet::from)) {
            Ok(net) => nets.push(net),
            Err(_) => {
                reader.problems.push(format!("TRUSTED_PROXIES: {part:?} is neither an address nor a network"))
            }
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
fn read_retention(reader: &mut Reader<'_>) -> Retention {
    let read = Retention::parse(&reader.value_or_empty(settings::RETENTION_DAYS));
    read.unwrap_or_else(|why| {
        reader.problems.push(format!("RETENTION_DAYS: {why}"));
        Retention::default()
    })
}

/// Reads the login of the first administrator; `None` if it is missing or incomplete.
fn read_admin(reader: &mut Reader<'_>) -> Option<AdminLogin> {
    match (reader.find_value(settings::ADMIN_EMAIL), reader.find_value(settings::ADMIN_PASSWORD)) {
        (Some(email), Some(password)) => Some(AdminLogin { email, password }),
        (None, None) => None,
        _ => {
            reader.problems.push("ADMIN_EMAIL and ADMIN_PASSWORD must be set together".to_owned());
            None
        }
    }
}
