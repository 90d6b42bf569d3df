//! What an administrator should know of the way Lanewise is run.

use crate::shared::words::stored_words;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Must be put right.
    Error,
    /// Should be put right.
    Warning,
    /// Worth knowing.
    Info,
}

stored_words!(Level { Error => "error", Warning => "warning", Info => "info", });

/// What it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Area {
    /// How it is run.
    Settings,
    /// The database, and how it is reached.
    Database,
    /// Clocks.
    Clock,
    /// What encrypts.
    Keys,
    /// The payment provider.
    Provider,
    /// What the payment provider sends by itself.
    Webhook,
    /// Mail.
    Mail,
    /// Texts.
    Texts,
    /// What stands between browsers and Lanewise.
    Proxy,
    /// Room on this machine.
    Disk,
    /// Accounts.
    Accounts,
}

stored_words!(Area {
    Settings => "settings",
    Database => "database",
    Clock => "clock",
    Keys => "keys",
    Provider => "provider",
    Webhook => "webhook",
    Mail => "mail",
    Texts => "texts",
    Proxy => "proxy",
    Disk => "disk",
    Accounts => "accounts",
});

/// How somebody answered who was asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asked {
    /// Nobody asked.
    #[default]
    Not,
    /// Well.
    Well,
    /// They do not take our name, key or password.
    Refused,
    /// Not at all.
    Silent,
}

/// The payment provider's webhook endpoint for us.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Endpoint {
    /// Nobody asked.
    #[default]
    NotAsked,
    /// Our key may not read which there are.
    Hidden,
    /// None leads to us.
    Missing,
    /// It is switched off.
    Off,
    /// It does not send these.
    Lacks(Vec<String>),
    /// It sends all that we read.
    Whole,
}

/// What was found at those that Lanewise depends on, when somebody looked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outside {
    /// The payment provider.
    pub provider: Asked,
    /// Its webhook endpoint.
    pub endpoint: Endpoint,
    /// The mail server.
    pub mail: Asked,
    /// The provider of texts.
    pub texts: Asked,
    /// Room where `DATA_DIR` is, in MB.
    pub free_disk_mb: Option<u64>,
}

/// Less room than this is soon none, in MB.
const LITTLE_DISK_MB: u64 = 1_024;
/// With less nothing can be written, in MB.
const NO_DISK_MB: u64 = 64;
/// Clocks that differ by more seconds spoil what lasts seconds, such as a second factor's code.
const CLOCK_WARNING: u64 = 5;
/// By more, what is signed now is refused.
const CLOCK_WRONG: u64 = 60;
/// The oldest PostgreSQL that migrations are tried with.
const OLDEST_DATABASE: i32 = 150_000;

/// Something found, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What about.
    pub area: Area,
    /// How bad.
    pub level: Level,
    /// One sentence that says what to do.
    pub message: String,
}

/// What holds, as far as it was looked at. Each is a fact that was checked, not a setting that was read, where that can be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Runs with production's rules.
    pub is_production: bool,
    /// Browsers come by https, so the cookie is `Secure`.
    pub is_cookie_secure: bool,
    /// Answers on an address that others reach.
    pub is_public: bool,
    /// Payments are not real.
    pub is_payment_test: bool,
    /// The key that encrypts SSN digits was set, not made up beside the data.
    pub has_data_key: bool,
    /// Calls are limited.
    pub has_rate_limits: bool,
    /// Mail reaches people.
    pub has_mailer: bool,
    /// Some proxy is trusted.
    pub has_trusted_proxies: bool,
    /// Somebody who is not trusted sent `X-Forwarded-For`.
    pub has_unknown_proxy: bool,
    /// The connection to the database is encrypted, or does not leave this machine.
    pub is_database_private: bool,
    /// No migration is missing.
    pub is_schema_current: bool,
    /// The trails' months are nearly used up.
    pub is_trail_ending: bool,
    /// Demo accounts that the published demo password opens.
    pub open_demo_accounts: usize,
    /// Staff can do nothing without a second factor.
    pub requires_second_factor: bool,
    /// Administrators without a second factor, and all of them.
    pub without_second_factor: (usize, usize),
    /// Seconds between the database's clock and ours.
    pub clocks_differ: u64,
    /// Such as `150008`; none when it was not asked.
    pub database_version: Option<i32>,
    /// Nothing can be written there.
    pub is_standby: bool,
    /// How many follow it; none when it was not asked.
    pub standbys: Option<i64>,
    /// What others say.
    pub outside: Outside,
}

/// What there is to say about these facts, the worst first.
#[must_use]
pub fn findings(facts: &Facts) -> Vec<Finding> {
    let live = |otherwise| if facts.is_production || facts.is_public { Level::Error } else { otherwise };
    let outside = &facts.outside;
    let (without, all) = facts.without_second_factor;
    let (none_second, some_second) = (without > 0 && without == all, without > 0 && without < all);
    let rules = [
        (
            facts.open_demo_accounts > 0,
            live(Level::Warning),
            Area::Accounts,
            "The published demo password still opens a demo account: change it or close the account before anybody else can reach Lanewise.",
        ),
        (
            !facts.is_schema_current,
            Level::Error,
            Area::Database,
            "The database lacks migrations of this build: run the server's `migrate` command.",
        ),
        (
            facts.is_trail_ending,
            Level::Error,
            Area::Database,
            "The audit trail and the security events have room for less than two months: run the server's `migrate` command.",
        ),
        (
            !facts.is_database_private,
            Level::Error,
            Area::Database,
            "The connection to the database is not encrypted: add sslmode=verify-full to DATABASE_URL.",
        ),
        (
            !facts.is_cookie_secure,
            live(Level::Warning),
            Area::Settings,
            "The session cookie is not marked Secure: serve Lanewise over https and set PUBLIC_URL to that address.",
        ),
        (
            !facts.has_data_key,
            live(Level::Warning),
            Area::Keys,
            "SSN digits are encrypted with a development key kept beside the data: set LANEWISE_DATA_KEY.",
        ),
        (
            !facts.has_rate_limits,
            live(Level::Warning),
            Area::Settings,
            "Rate limits and the login ladder are off: remove RATE_LIMITS=off.",
        ),
        (
            facts.has_unknown_proxy && !facts.has_trusted_proxies,
            live(Level::Warning),
            Area::Proxy,
            "Requests come through a proxy that is not trusted, so all its clients count as one address: set TRUSTED_PROXIES.",
        ),
        (
            facts.has_unknown_proxy && facts.has_trusted_proxies,
            Level::Warning,
            Area::Proxy,
            "X-Forwarded-For came from an address outside TRUSTED_PROXIES and was ignored: add it if it is a proxy of yours.",
        ),
        (
            !facts.is_production && facts.is_public,
            Level::Error,
            Area::Settings,
            "Development rules run on an address that others reach: set LANEWISE_ENV=production.",
        ),
        (
            facts.is_payment_test,
            if facts.is_production { Level::Error } else { Level::Warning },
            Area::Provider,
            "Payments run in test mode, no money moves: set the live Stripe keys before taking payments.",
        ),
        (
            !facts.requires_second_factor,
            if facts.is_production { Level::Warning } else { Level::Info },
            Area::Accounts,
            "Staff can work without a second factor: set REQUIRE_STAFF_SECOND_FACTOR=on.",
        ),
        (
            none_second,
            Level::Warning,
            Area::Accounts,
            "No administrator has a second factor: turn one on under Account.",
        ),
        (
            some_second,
            Level::Info,
            Area::Accounts,
            "Some administrators have no second factor: ask them to turn one on.",
        ),
        (
            !facts.has_mailer,
            if facts.is_production { Level::Warning } else { Level::Info },
            Area::Mail,
            "No mail leaves this server, so nobody can reset a forgotten password: set SMTP_URL and MAIL_FROM.",
        ),
        (
            !facts.is_production && !facts.is_public,
            Level::Info,
            Area::Settings,
            "Lanewise runs with development rules: set LANEWISE_ENV=production for real drivers.",
        ),
        (
            facts.is_production && !facts.has_trusted_proxies && !facts.has_unknown_proxy,
            Level::Warning,
            Area::Proxy,
            "No proxy is trusted, and one must end TLS: set TRUSTED_PROXIES to its address, or all its clients count as one.",
        ),
        (
            facts.is_standby,
            Level::Error,
            Area::Database,
            "DATABASE_URL leads to a standby, where nothing can be written: add target_session_attrs=read-write, or name the primary.",
        ),
        (
            facts.database_version.is_some_and(|version| version < OLDEST_DATABASE),
            Level::Error,
            Area::Database,
            "PostgreSQL is older than 15: update it.",
        ),
        (
            facts.is_production && facts.standbys == Some(0),
            Level::Info,
            Area::Database,
            "No standby follows the database: with its machine goes what the last backup lacks.",
        ),
        (
            (CLOCK_WARNING..CLOCK_WRONG).contains(&facts.clocks_differ),
            Level::Warning,
            Area::Clock,
            "The database's clock and this machine's differ by seconds: let both follow the same time server.",
        ),
        (
            facts.clocks_differ >= CLOCK_WRONG,
            Level::Error,
            Area::Clock,
            "The database's clock and this machine's differ by a minute or more: let both follow the same time server.",
        ),
        (
            outside.provider == Asked::Refused,
            Level::Error,
            Area::Provider,
            "The payment provider refuses STRIPE_SECRET_KEY: set a key that may read and write payments, refunds and disputes, and read events.",
        ),
        (
            outside.provider == Asked::Silent,
            Level::Error,
            Area::Provider,
            "The payment provider does not answer: look at its status page, and let this machine reach it.",
        ),
        (
            outside.endpoint == Endpoint::Missing,
            Level::Warning,
            Area::Webhook,
            "No webhook endpoint at the payment provider leads to PUBLIC_URL/api/webhooks/stripe: add it; until then payments are found within half a minute.",
        ),
        (
            outside.endpoint == Endpoint::Off,
            Level::Warning,
            Area::Webhook,
            "The webhook endpoint is switched off at the payment provider: switch it on there.",
        ),
        (
            outside.endpoint == Endpoint::Hidden,
            Level::Info,
            Area::Webhook,
            "STRIPE_SECRET_KEY may not read webhook endpoints, so nobody looked whether one leads here.",
        ),
        (
            outside.mail == Asked::Refused,
            Level::Error,
            Area::Mail,
            "The mail server refuses the name or password of SMTP_URL: set the right ones.",
        ),
        (
            outside.mail == Asked::Silent,
            Level::Error,
            Area::Mail,
            "The mail server of SMTP_URL does not answer: mails wait until it does.",
        ),
        (
            outside.texts == Asked::Refused,
            Level::Error,
            Area::Texts,
            "The provider of texts refuses TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN: set the right ones.",
        ),
        (
            outside.texts == Asked::Silent,
            Level::Error,
            Area::Texts,
            "The provider of texts does not answer: texts wait until it does.",
        ),
        (
            outside.free_disk_mb.is_some_and(|free| (NO_DISK_MB..LITTLE_DISK_MB).contains(&free)),
            Level::Warning,
            Area::Disk,
            "Less than 1 GB is free where DATA_DIR is: make room.",
        ),
        (
            outside.free_disk_mb.is_some_and(|free| free < NO_DISK_MB),
            Level::Error,
            Area::Disk,
            "The disk of DATA_DIR is full: make room.",
        ),
    ];
    let mut found: Vec<Finding> = rules
        .into_iter()
        .filter(|(holds, ..)| *holds)
        .map(|(_, level, area, message)| Finding { area, level, message: message.to_owned() })
        .collect();
    if let Endpoint::Lacks(events) = &outside.endpoint {
        let message =
            format!("The webhook endpoint lacks events: add {} at the payment provider.", events.join(", "));
        found.push(Finding { area: Area::Webhook, level: Level::Warning, message });
    }
    found.sort_by_key(|finding| finding.level);
    found
}
