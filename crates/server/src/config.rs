//! Settings, from the environment alone (docs/PRODUCT.md#production-start).

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

use adapters_postgres::is_exposed;
use adapters_twilio::{TWILIO, TwilioAccount};
use domain::shared::retention::Retention;
use ipnet::IpNet;
use lanewise_http::help::chat::hub::Timings;

use crate::adapters::vault::DataKeys;
use crate::demo;

/// Which rules hold at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Environment {
    /// What is missing is made up: a database, a payment provider, demo data.
    Development,
    /// What is missing stops the start.
    Production,
}

/// Where payments go.
#[derive(Clone, PartialEq, Eq)]
pub enum Provider {
    /// The stand-in, in this process. Only in development.
    Sandbox,
    /// Stripe, or what stands at `api_base`.
    Stripe(StripeKeys),
}

/// Keys of a Stripe account.
#[derive(Clone, PartialEq, Eq)]
pub struct StripeKeys {
    /// `sk_…` or `rk_…`.
    pub secret: String,
    /// `pk_…`.
    pub publishable: String,
    /// `whsec_…`; without one, no webhook is believed and reconciliation does all the work.
    pub webhook_secret: Option<String>,
    /// Another address than Stripe's own.
    pub api_base: Option<String>,
    /// Where the page loads Stripe.js from.
    pub js_url: String,
}

/// Where mails go.
#[derive(Clone, PartialEq, Eq)]
pub enum Mail {
    /// Nowhere: what needs mail says that it is not there.
    Off,
    /// Into the folder `mail` of `data_dir`, shown at `/dev/mail`. Only in development.
    Folder,
    /// To an SMTP server.
    Smtp {
        /// `smtps://user:password@host`, or `smtp://…?tls=required`.
        url: String,
        /// Sender, such as `Lanewise <no-reply@example.com>`.
        from: String,
    },
}

/// The first administrator (docs/PRODUCT.md#first-administrator).
#[derive(Clone, PartialEq, Eq)]
pub struct AdminLogin {
    /// E-mail.
    pub email: String,
    /// Password.
    pub password: String,
}

/// All settings.
#[derive(Clone)]
pub struct Config {
    /// Which rules hold.
    pub environment: Environment,
    /// To listen on.
    pub host: String,
    /// To listen on.
    pub port: u16,
    /// Where counters and the API's document are shown to operators; none: nowhere.
    pub ops_address: Option<SocketAddr>,
    /// How long sockets are waited for; not to be set from outside.
    pub chat: Timings,
    /// Where browsers find Lanewise; no slash at the end.
    pub public_url: String,
    /// None: start an own PostgreSQL.
    pub database_url: Option<String>,
    /// Where the own PostgreSQL, the sandbox and the development key live.
    pub data_dir: PathBuf,
    /// Keys of the vault; none in development: one is made and kept in `data_dir`.
    pub data_keys: Option<DataKeys>,
    /// Where payments go.
    pub provider: Provider,
    /// Where mails go.
    pub mail: Mail,
    /// Proxies whose `X-Forwarded-For` counts.
    pub trusted_proxies: Vec<IpNet>,
    /// Shown to drivers.
    pub support_phone: String,
    /// Advertising pixel.
    pub pixel_id: Option<String>,
    /// Who sends texts; none: nobody does, and requests wait.
    pub twilio: Option<TwilioAccount>,
    /// Where legal help is offered; none: everywhere.
    pub legal_help_file: Option<PathBuf>,
    /// Logs as JSON.
    pub log_json: bool,
    /// How many passwords are hashed at once.
    pub password_threads: NonZeroUsize,
    /// How long things are kept.
    pub retention: Retention,
    /// Limit logins by address.
    pub rate_limits: bool,
    /// Staff can do nothing without a second factor.
    pub staff_need_second_factor: bool,
    /// The first administrator.
    pub admin: Option<AdminLogin>,
    /// Further demo drivers, each with one item of a kind to pay: for tests.
    pub demo_drivers: u32,
}

/// Stripe's own script.
pub const STRIPE_JS: &str = "https://js.stripe.com/endive/stripe.js";
/// Who answers until `SUPPORT_PHONE` says otherwise: a number set aside for examples.
const EXAMPLE_PHONE: &str = "(555) 010-0199";

type Get<'a> = &'a dyn Fn(&str) -> Option<String>;

impl Config {
    /// Reads all settings.
    ///
    /// # Errors
    /// A sentence for each that is missing or wrong.
    pub fn read(get: Get<'_>) -> Result<Self, Vec<String>> {
        let get =
            &|name: &str| get(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
        let mut wrong = vec![];
        let environment = match get("LANEWISE_ENV").as_deref() {
            None | Some("development") => Environment::Development,
            Some("production") => Environment::Production,
            Some(other) => {
                wrong.push(format!("LANEWISE_ENV is {other:?}: it can be development or production"));
                Environment::Production
            }
        };
        let host = get("HOST").unwrap_or_else(|| "127.0.0.1".to_owned());
        let port = parse(get, "PORT", "a port number", &mut wrong).unwrap_or(8080);
        let public_url = get("PUBLIC_URL").unwrap_or_else(|| format!("http://{host}:{port}"));
        let config = Self {
            environment,
            public_url: public_url.trim_end_matches('/').to_owned(),
            database_url: get("DATABASE_URL"),
            data_dir: get("DATA_DIR").unwrap_or_else(|| ".data".to_owned()).into(),
            data_keys: data_keys(get, &mut wrong),
            provider: provider(get, environment, &mut wrong),
            mail: mail(get, environment, &mut wrong),
            trusted_proxies: trusted_proxies(get, &mut wrong),
            support_phone: get("SUPPORT_PHONE").unwrap_or_else(|| EXAMPLE_PHONE.to_owned()),
            pixel_id: get("META_PIXEL_ID"),
            twilio: twilio(get, &mut wrong),
            legal_help_file: get("LEGAL_HELP_FILE").map(PathBuf::from),
            log_json: choice(get, "LOG_FORMAT", ["text", "json"], &mut wrong) == Some(1),
            rate_limits: choice(get, "RATE_LIMITS", ["on", "off"], &mut wrong) != Some(1),
            staff_need_second_factor: choice(get, "REQUIRE_STAFF_SECOND_FACTOR", ["off", "on"], &mut wrong)
                == Some(1),
            password_threads: parse(get, "PASSWORD_THREADS", "a number above 0", &mut wrong)
                .unwrap_or_else(all_cores_but_one),
            retention: retention(get, &mut wrong),
            admin: admin(get, &mut wrong),
            chat: Timings::default(),
            demo_drivers: parse(get, "LANEWISE_DEMO_DRIVERS", "a number", &mut wrong).unwrap_or(0),
            ops_address: ops_address(get, &mut wrong),
            host,
            port,
        };
        if environment == Environment::Production {
            config.fit_for_production(get, &mut wrong);
        }
        if wrong.is_empty() { Ok(config) } else { Err(wrong) }
    }

    fn fit_for_production(&self, get: Get<'_>, wrong: &mut Vec<String>) {
        let mut need = |there: bool, sentence: &str| {
            if !there {
                wrong.push(sentence.to_owned());
            }
        };
        need(
            self.database_url.is_some(),
            "DATABASE_URL is missing: production keeps its data in its own PostgreSQL",
        );
        let host = get("PGHOST");
        need(
            self.database_url.as_deref().is_none_or(|url| !is_exposed(url, host.as_deref())),
            "DATABASE_URL goes to another machine without TLS: add sslmode=verify-full (at least sslmode=require)",
        );
        need(get("LANEWISE_DATA_KEY").is_some(), "LANEWISE_DATA_KEY is missing: 32 random bytes in base64");
        need(get("STRIPE_WEBHOOK_SECRET").is_some(), "STRIPE_WEBHOOK_SECRET is missing");
        need(self.public_url.starts_with("https://"), "PUBLIC_URL must be an https address");
        need(
            self.admin.as_ref().is_none_or(|admin| admin.password != demo::PASSWORD),
            "ADMIN_PASSWORD is the published one of the demo data",
        );
        if let Provider::Stripe(keys) = &self.provider {
            need(
                keys.api_base.as_deref().is_none_or(is_private),
                "STRIPE_API_BASE must be an https address, or on this machine: the account's secret goes there",
            );
        }
        need(
            self.ops_address.is_none_or(|address| is_inside(address.ip())),
            "OPS_ADDRESS must be on this machine or in its private network: what is told there is for operators",
        );
        need(self.rate_limits, "RATE_LIMITS=off is for load tests, not for production");
        need(self.demo_drivers == 0, "LANEWISE_DEMO_DRIVERS is for tests, not for production");
    }
}

/// Prometheus' own port for what tells of itself.
const OPS_PORT: u16 = 9464;

fn ops_address(get: Get<'_>, wrong: &mut Vec<String>) -> Option<SocketAddr> {
    match get("OPS_ADDRESS").as_deref() {
        Some("off") => None,
        Some(_) => parse(get, "OPS_ADDRESS", "an address with a port, such as 127.0.0.1:9464, or off", wrong),
        None => Some((Ipv4Addr::LOCALHOST, OPS_PORT).into()),
    }
}

/// Whether nobody but this machine and its private network gets there.
fn is_inside(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local(),
    }
}

/// One core is left to everybody else.
fn all_cores_but_one() -> NonZeroUsize {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    NonZeroUsize::new(cores.saturating_sub(1)).unwrap_or(NonZeroUsize::MIN)
}

/// Whether what is sent to this address is read by nobody in between.
pub fn is_private(address: &str) -> bool {
    ["https://", "http://127.0.0.1:", "http://localhost:", "http://[::1]:"]
        .iter()
        .any(|start| address.starts_with(start))
}

fn parse<T: std::str::FromStr>(get: Get<'_>, name: &str, what: &str, wrong: &mut Vec<String>) -> Option<T> {
    let text = get(name)?;
    let parsed = text.parse().ok();
    if parsed.is_none() {
        wrong.push(format!("{name} is {text:?}: it must be {what}"));
    }
    parsed
}

fn choice(get: Get<'_>, name: &str, choices: [&str; 2], wrong: &mut Vec<String>) -> Option<usize> {
    let text = get(name)?;
    let found = choices.iter().position(|choice| *choice == text);
    if found.is_none() {
        wrong.push(format!("{name} is {text:?}: it can be {}", choices.join(" or ")));
    }
    found
}

fn data_keys(get: Get<'_>, wrong: &mut Vec<String>) -> Option<DataKeys> {
    let keys = DataKeys::parse(&get("LANEWISE_DATA_KEY")?);
    keys.map_err(|error| wrong.push(format!("LANEWISE_DATA_KEY: {error}"))).ok()
}

fn trusted_proxies(get: Get<'_>, wrong: &mut Vec<String>) -> Vec<IpNet> {
    let text = get("TRUSTED_PROXIES").unwrap_or_default();
    let mut nets = vec![];
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        match part.parse().or_else(|_| part.parse::<std::net::IpAddr>().map(IpNet::from)) {
            Ok(net) => nets.push(net),
            Err(_) => wrong.push(format!("TRUSTED_PROXIES: {part:?} is neither an address nor a network")),
        }
    }
    nets
}

fn mail(get: Get<'_>, environment: Environment, wrong: &mut Vec<String>) -> Mail {
    match (get("SMTP_URL"), get("MAIL_FROM")) {
        (Some(url), Some(from)) => {
            let is_encrypted = url.starts_with("smtps://") || url.ends_with("?tls=required");
            if environment == Environment::Production && !is_encrypted {
                wrong.push(
                    "SMTP_URL must be smtps://… or smtp://…?tls=required: mails carry links to accounts"
                        .to_owned(),
                );
            }
            Mail::Smtp { url, from }
        }
        (None, None) if environment == Environment::Development => Mail::Folder,
        (None, None) => Mail::Off,
        _ => {
            wrong.push("SMTP_URL and MAIL_FROM go together".to_owned());
            Mail::Off
        }
    }
}

fn retention(get: Get<'_>, wrong: &mut Vec<String>) -> Retention {
    let read = Retention::parse(&get("RETENTION_DAYS").unwrap_or_default());
    read.unwrap_or_else(|why| {
        wrong.push(format!("RETENTION_DAYS: {why}"));
        Retention::default()
    })
}

fn admin(get: Get<'_>, wrong: &mut Vec<String>) -> Option<AdminLogin> {
    match (get("ADMIN_EMAIL"), get("ADMIN_PASSWORD")) {
        (Some(email), Some(password)) => Some(AdminLogin { email, password }),
        (None, None) => None,
        _ => {
            wrong.push("ADMIN_EMAIL and ADMIN_PASSWORD go together".to_owned());
            None
        }
    }
}

/// All three or none: half an account sends nothing and says nothing.
fn twilio(get: Get<'_>, wrong: &mut Vec<String>) -> Option<TwilioAccount> {
    const NAMES: [&str; 3] = ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"];
    let [account_sid, auth_token, from] = NAMES.map(get);
    if let (Some(account_sid), Some(auth_token), Some(from)) = (&account_sid, &auth_token, &from) {
        let api_base = get("TWILIO_API_BASE").unwrap_or_else(|| TWILIO.to_owned());
        let mut need = |fits: bool, sentence: &str| {
            if !fits {
                wrong.push(sentence.to_owned());
            }
        };
        let is_id = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        need(account_sid.starts_with("AC") && is_id(account_sid), "TWILIO_ACCOUNT_SID must be AC…");
        let is_number = |digits: &str| digits.len() > 6 && digits.bytes().all(|byte| byte.is_ascii_digit());
        need(
            from.strip_prefix('+').is_some_and(is_number) || (from.starts_with("MG") && is_id(from)),
            "TWILIO_FROM must be a number such as +15550100199, or a messaging service MG…",
        );
        need(
            is_private(&api_base),
            "TWILIO_API_BASE must be an https address: texts and the account's secret go there",
        );
        return Some(TwilioAccount {
            account_sid: account_sid.clone(),
            auth_token: auth_token.clone(),
            from: from.clone(),
            api_base,
        });
    }
    let given = [account_sid, auth_token, from];
    if given.iter().any(Option::is_some) {
        let missing = NAMES.iter().zip(&given).filter(|(_, value)| value.is_none()).map(|(name, _)| *name);
        wrong.push(format!(
            "{} is missing: the Twilio settings go together",
            missing.collect::<Vec<_>>().join(", ")
        ));
    }
    None
}

fn provider(get: Get<'_>, environment: Environment, wrong: &mut Vec<String>) -> Provider {
    let (secret, publishable) = match (get("STRIPE_SECRET_KEY"), get("STRIPE_PUBLISHABLE_KEY")) {
        (Some(secret), Some(publishable)) => (secret, publishable),
        (None, None) if environment == Environment::Development => return Provider::Sandbox,
        (secret, publishable) => {
            for (name, key) in [("STRIPE_SECRET_KEY", &secret), ("STRIPE_PUBLISHABLE_KEY", &publishable)] {
                if key.is_none() {
                    wrong.push(format!("{name} is missing"));
                }
            }
            (secret.unwrap_or_default(), publishable.unwrap_or_default())
        }
    };
    let is_test = |key: &str| key.contains("_test_");
    if is_test(&secret) != is_test(&publishable) {
        wrong.push(
            "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be both live or both test keys".to_owned(),
        );
    }
    Provider::Stripe(StripeKeys {
        secret,
        publishable,
        webhook_secret: get("STRIPE_WEBHOOK_SECRET"),
        api_base: get("STRIPE_API_BASE"),
        js_url: get("STRIPE_JS_URL").unwrap_or_else(|| STRIPE_JS.to_owned()),
    })
}
