//! Findings about the environment, most with a solution (docs/product/security.md).

use crate::security::environment::{
    CheckResult, EnvironmentFacts, FindingArea, FindingLevel, ReplicaState, WebhookState,
};

/// Free disk space below which a finding warns administrators, in MB.
const LITTLE_DISK_MB: u64 = 1_024;
/// Free disk space below which a finding says that the disk is full, in MB.
const NO_DISK_MB: u64 = 64;
/// Difference between the clocks of the database and this machine, in seconds. From this difference on, short-lived
/// values such as second-factor codes can fail.
const CLOCK_WARNING: u64 = 5;
/// Difference between the clocks of the database and this machine, in seconds. From this difference on, other
/// services can refuse our signed requests.
const CLOCK_WRONG: u64 = 60;
/// Oldest PostgreSQL version that migrations are tested with.
const OLDEST_DATABASE: i32 = 150_000;

/// A problem in the environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The part of the environment that the finding is about.
    pub area: FindingArea,
    /// Severity of the problem.
    pub level: FindingLevel,
    /// The problem and, if there is one, its solution.
    pub message: String,
}

/// Returns the findings for these facts, most severe first.
#[must_use]
pub fn findings(facts: &EnvironmentFacts) -> Vec<Finding> {
    let live =
        |otherwise| if facts.is_production || facts.is_public { FindingLevel::Error } else { otherwise };
    let outside = &facts.outside;
    let (without, all) = (facts.administrators_without_second_factor, facts.administrators);
    let (none_second, some_second) = (without > 0 && without == all, without > 0 && without < all);
    let rules = [
        (
            facts.open_demo_accounts > 0,
            live(FindingLevel::Warning),
            FindingArea::Accounts,
            "The published demo password still opens a demo account: change the password or close the account before others can reach Lanewise.",
        ),
        (
            !facts.is_schema_current,
            FindingLevel::Error,
            FindingArea::Database,
            "The database lacks migrations of this build: run the server’s `migrate` command.",
        ),
        (
            facts.is_trail_ending,
            FindingLevel::Error,
            FindingArea::Database,
            "The audit trail and the security events have room for less than two months: run the server’s `migrate` command.",
        ),
        (
            !facts.is_database_private,
            FindingLevel::Error,
            FindingArea::Database,
            "The connection to the database is not encrypted: add sslmode=verify-full to DATABASE_URL.",
        ),
        (
            !facts.is_cookie_secure,
            live(FindingLevel::Warning),
            FindingArea::Settings,
            "The session cookie lacks the Secure flag: serve Lanewise over https and set PUBLIC_URL to that address.",
        ),
        (
            !facts.has_data_key,
            live(FindingLevel::Warning),
            FindingArea::Keys,
            "SSN digits are encrypted with a development key stored next to the data: set LANEWISE_DATA_KEY.",
        ),
        (
            !facts.has_rate_limits,
            live(FindingLevel::Warning),
            FindingArea::Settings,
            "Rate limits and login throttling are off: remove RATE_LIMITS=off.",
        ),
        (
            facts.has_unknown_proxy && !facts.has_trusted_proxies,
            live(FindingLevel::Warning),
            FindingArea::Proxy,
            "Requests come through a proxy that is not trusted, so all its clients count as one address: set TRUSTED_PROXIES.",
        ),
        (
            facts.has_unknown_proxy && facts.has_trusted_proxies,
            FindingLevel::Warning,
            FindingArea::Proxy,
            "X-Forwarded-For came from an address outside TRUSTED_PROXIES and was ignored: if the address is your proxy’s, add it.",
        ),
        (
            !facts.is_production && facts.is_public,
            FindingLevel::Error,
            FindingArea::Settings,
            "Lanewise runs with development rules on an address that others can reach: set LANEWISE_ENV=production.",
        ),
        (
            facts.is_payment_test,
            if facts.is_production { FindingLevel::Error } else { FindingLevel::Warning },
            FindingArea::Provider,
            "Payments run in test mode and move no money: set the live Stripe keys before taking payments.",
        ),
        (
            !facts.requires_second_factor,
            if facts.is_production { FindingLevel::Warning } else { FindingLevel::Info },
            FindingArea::Accounts,
            "Staff can work without two-step verification: set REQUIRE_STAFF_SECOND_FACTOR=on.",
        ),
        (
            all == 0,
            FindingLevel::Warning,
            FindingArea::Accounts,
            "There is no administrator: set ADMIN_EMAIL and ADMIN_PASSWORD and restart.",
        ),
        (
            none_second,
            FindingLevel::Warning,
            FindingArea::Accounts,
            "No administrator uses two-step verification: turn it on under Account.",
        ),
        (
            some_second,
            FindingLevel::Info,
            FindingArea::Accounts,
            "Some administrators don’t use two-step verification: ask them to turn it on.",
        ),
        (
            !facts.has_mailer,
            if facts.is_production { FindingLevel::Warning } else { FindingLevel::Info },
            FindingArea::Mail,
            "This server sends no email, so drivers can’t reset a forgotten password: set SMTP_URL and MAIL_FROM.",
        ),
        (
            !facts.is_production && !facts.is_public,
            FindingLevel::Info,
            FindingArea::Settings,
            "Lanewise runs with development rules: set LANEWISE_ENV=production for real drivers.",
        ),
        (
            facts.is_production && !facts.has_trusted_proxies && !facts.has_unknown_proxy,
            FindingLevel::Warning,
            FindingArea::Proxy,
            "No proxy is trusted, but production needs one for TLS: set TRUSTED_PROXIES to its address. Otherwise all its clients count as one address.",
        ),
        (
            facts.is_standby,
            FindingLevel::Error,
            FindingArea::Database,
            "DATABASE_URL points to a standby, which is read-only: add target_session_attrs=read-write, or name the primary.",
        ),
        (
            facts.database_version.is_some_and(|version| version < OLDEST_DATABASE),
            FindingLevel::Error,
            FindingArea::Database,
            "PostgreSQL is older than 15: update it.",
        ),
        (
            facts.is_production && facts.standbys == Some(0),
            FindingLevel::Info,
            FindingArea::Database,
            "No standby replicates the database: if its machine fails, changes since the last backup are lost.",
        ),
        (
            facts.replica == ReplicaState::Missing,
            FindingLevel::Warning,
            FindingArea::Database,
            "DATABASE_REPLICA_URL doesn’t respond or isn’t a standby: lists are read from the primary until a standby is available.",
        ),
        (
            facts.replica == ReplicaState::Late,
            FindingLevel::Warning,
            FindingArea::Database,
            "The replica is further behind than REPLICA_LAG_SECONDS allows, so lists are read from the primary: check its load, its disk and its network connection.",
        ),
        (
            (CLOCK_WARNING..CLOCK_WRONG).contains(&facts.clock_difference_seconds),
            FindingLevel::Warning,
            FindingArea::Clock,
            "The clocks of the database and this machine differ by seconds: synchronize both with the same time server.",
        ),
        (
            facts.clock_difference_seconds >= CLOCK_WRONG,
            FindingLevel::Error,
            FindingArea::Clock,
            "The clocks of the database and this machine differ by a minute or more: synchronize both with the same time server.",
        ),
        (
            outside.provider == CheckResult::Refused,
            FindingLevel::Error,
            FindingArea::Provider,
            "The payment provider refuses STRIPE_SECRET_KEY: set a key that has permission to read and write payments, refunds and disputes, and to read events.",
        ),
        (
            [outside.provider, outside.events, outside.refunds, outside.disputes]
                .contains(&CheckResult::NoAnswer),
            FindingLevel::Error,
            FindingArea::Provider,
            "The payment provider does not answer: check its status page, and whether this machine can reach it.",
        ),
        (
            outside.events == CheckResult::Refused,
            FindingLevel::Warning,
            FindingArea::Provider,
            "STRIPE_SECRET_KEY has no permission to read events: add it at the payment provider. Until then payments are checked one by one, and changes made there are found late.",
        ),
        (
            outside.refunds == CheckResult::Refused,
            FindingLevel::Error,
            FindingArea::Provider,
            "STRIPE_SECRET_KEY has no permission to read refunds: add permission to read and write them at the payment provider. Until then no payment can be refunded.",
        ),
        (
            outside.disputes == CheckResult::Refused,
            FindingLevel::Error,
            FindingArea::Provider,
            "STRIPE_SECRET_KEY has no permission to read disputes: add permission to read and write them at the payment provider. Until then no chargeback can be answered.",
        ),
        (
            outside.endpoint == WebhookState::Missing,
            FindingLevel::Warning,
            FindingArea::Webhook,
            "No webhook endpoint at the payment provider points to PUBLIC_URL/api/webhooks/stripe: add it. Until then payments are settled up to half a minute late.",
        ),
        (
            outside.endpoint == WebhookState::Off,
            FindingLevel::Warning,
            FindingArea::Webhook,
            "The webhook endpoint is disabled at the payment provider: enable it there.",
        ),
        (
            outside.endpoint == WebhookState::Hidden,
            FindingLevel::Info,
            FindingArea::Webhook,
            "STRIPE_SECRET_KEY has no permission to read webhook endpoints, so the check couldn’t tell whether one points here.",
        ),
        (
            outside.mail == CheckResult::Refused,
            FindingLevel::Error,
            FindingArea::Mail,
            "The mail server rejects the user name or password of SMTP_URL: correct them.",
        ),
        (
            outside.mail == CheckResult::NoAnswer,
            FindingLevel::Error,
            FindingArea::Mail,
            "The mail server of SMTP_URL does not answer: emails wait until it does.",
        ),
        (
            outside.texts == CheckResult::Refused,
            FindingLevel::Error,
            FindingArea::Texts,
            "The text provider rejects TWILIO_ACCOUNT_SID or TWILIO_AUTH_TOKEN: correct them.",
        ),
        (
            outside.texts == CheckResult::NoAnswer,
            FindingLevel::Error,
            FindingArea::Texts,
            "The text provider does not answer: texts wait until it does.",
        ),
        (
            outside.free_disk_mb.is_some_and(|free| (NO_DISK_MB..LITTLE_DISK_MB).contains(&free)),
            FindingLevel::Warning,
            FindingArea::Disk,
            "Less than 1 GB is free on the disk of DATA_DIR: free some space.",
        ),
        (
            outside.free_disk_mb.is_some_and(|free| free < NO_DISK_MB),
            FindingLevel::Error,
            FindingArea::Disk,
            "The disk of DATA_DIR is full: free some space.",
        ),
    ];
    let mut found: Vec<Finding> = rules
        .into_iter()
        .filter(|(holds, ..)| *holds)
        .map(|(_, level, area, message)| Finding { area, level, message: message.to_owned() })
        .collect();
    if let WebhookState::LacksEvents(events) = &outside.endpoint {
        let message = format!(
            "The webhook endpoint doesn’t receive all events: add {} at the payment provider.",
            events.join(", ")
        );
        found.push(Finding { area: FindingArea::Webhook, level: FindingLevel::Warning, message });
    }
    found.sort_by_key(|finding| finding.level);
    found
}
