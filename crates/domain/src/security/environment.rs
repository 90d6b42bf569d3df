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

/// The replica that lists are read from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Replica {
    /// There is to be none.
    #[default]
    None,
    /// It is as young as it must be.
    Young,
    /// It is older than that.
    Late,
    /// Nobody answers there, or a server that is no standby.
    Missing,
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
    /// Its events, by our key.
    pub events: Asked,
    /// Its refunds.
    pub refunds: Asked,
    /// Its disputes.
    pub disputes: Asked,
    /// Its webhook endpoint.
    pub endpoint: Endpoint,
    /// The mail server.
    pub mail: Asked,
    /// The provider of texts.
    pub texts: Asked,
    /// Room where `DATA_DIR` is, in MB.
    pub free_disk_mb: Option<u64>,
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
    /// What lists are read from.
    pub replica: Replica,
    /// What others say.
    pub outside: Outside,
}
