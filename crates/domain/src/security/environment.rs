//! Facts about the environment Lanewise runs in, from which the findings are computed.

use crate::shared::stored_words::stored_words;

/// Severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FindingLevel {
    /// The operator must fix the problem before drivers use Lanewise.
    Error,
    /// The operator should fix the problem.
    Warning,
    /// The finding is information only. Nothing needs to be fixed.
    Info,
}

stored_words!(FindingLevel { Error => "error", Warning => "warning", Info => "info", });

/// The part of the environment that a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FindingArea {
    /// Settings of the server.
    Settings,
    /// The database and its connection.
    Database,
    /// Clocks of this machine and the database.
    Clock,
    /// Keys that encrypt stored values.
    Keys,
    /// The payment provider's API.
    Provider,
    /// The payment provider's webhook.
    Webhook,
    /// Email sent by the server.
    Mail,
    /// Texts sent to drivers.
    Texts,
    /// Proxies between browsers and Lanewise.
    Proxy,
    /// Free disk space on this machine.
    Disk,
    /// User accounts and their protection.
    Accounts,
}

stored_words!(FindingArea {
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

/// Result of checking an external service.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CheckResult {
    /// The service was not checked yet.
    #[default]
    NotChecked,
    /// The service responded as expected.
    Healthy,
    /// The service refused our login or API key.
    Refused,
    /// The service did not respond in time.
    NoAnswer,
}

/// State of the replica that lists are read from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReplicaState {
    /// No replica is configured.
    #[default]
    None,
    /// The replica's lag is within the limit.
    Current,
    /// The replica's lag exceeds the limit.
    Late,
    /// The replica doesn't respond, or isn't a standby.
    Missing,
}

/// State of our webhook endpoint at the payment provider.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum WebhookState {
    /// The endpoint was not checked yet.
    #[default]
    NotChecked,
    /// Our API key has no permission to list the endpoints.
    Hidden,
    /// No endpoint points to us.
    Missing,
    /// The endpoint is disabled.
    Off,
    /// The endpoint isn't subscribed to these events, which Lanewise needs.
    LacksEvents(Vec<String>),
    /// The endpoint is subscribed to all events that Lanewise reads.
    Complete,
}

/// Results of the last check of external services.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExternalChecks {
    /// Whether our API key may read payments.
    pub provider: CheckResult,
    /// Whether our API key may read the provider's events.
    pub events: CheckResult,
    /// Whether our API key may read refunds.
    pub refunds: CheckResult,
    /// Whether our API key may read disputes.
    pub disputes: CheckResult,
    /// State of our webhook endpoint at the provider.
    pub endpoint: WebhookState,
    /// Whether the mail server accepts our login.
    pub mail: CheckResult,
    /// Whether the provider of texts accepts our login.
    pub texts: CheckResult,
    /// Free disk space of `DATA_DIR`, in MB; `None` if unknown.
    pub free_disk_mb: Option<u64>,
}

/// Facts about the environment. Lanewise measures them where possible, because settings can be incorrect.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnvironmentFacts {
    /// Whether the server runs in production, where more problems count as errors.
    pub is_production: bool,
    /// Whether browsers connect over HTTPS. If so, Lanewise sets the session cookie's `Secure` flag.
    pub is_cookie_secure: bool,
    /// Whether the server listens on an address that other machines can connect to.
    pub is_public: bool,
    /// Whether the payment provider is in test mode.
    pub is_payment_test: bool,
    /// Whether the operator configured the key that encrypts sensitive values, such as SSN digits. Otherwise Lanewise
    /// generated the key and stored it next to the data.
    pub has_data_key: bool,
    /// Whether rate limits and login throttling are on.
    pub has_rate_limits: bool,
    /// Whether a mail server is configured. Without one, no emails are delivered.
    pub has_mailer: bool,
    /// Whether the setting `TRUSTED_PROXIES` names a proxy.
    pub has_trusted_proxies: bool,
    /// Whether a client that isn't a trusted proxy sent the header `X-Forwarded-For`.
    pub has_unknown_proxy: bool,
    /// Whether the database connection is encrypted or stays on this machine.
    pub is_database_private: bool,
    /// Whether the database has all migrations of this build.
    pub is_schema_current: bool,
    /// Whether the partitions of the audit trail and the security events end within two months.
    pub is_trail_ending: bool,
    /// Number of demo accounts that still have the published demo password.
    pub open_demo_accounts: usize,
    /// Whether staff can work only with a second factor.
    pub requires_second_factor: bool,
    /// Number of staff members, who are all administrators.
    pub administrators: usize,
    /// Number of administrators without a second factor.
    pub administrators_without_second_factor: usize,
    /// Difference between the clocks of the database and this machine, in seconds.
    pub clock_difference_seconds: u64,
    /// Version number of PostgreSQL, such as `150008`; `None` if unknown.
    pub database_version: Option<i32>,
    /// Whether the database is a read-only standby.
    pub is_standby: bool,
    /// Number of standbys that replicate the database; `None` if unknown.
    pub standbys: Option<i64>,
    /// State of the replica that lists are read from.
    pub replica: ReplicaState,
    /// Results of checking external services.
    pub outside: ExternalChecks,
}
