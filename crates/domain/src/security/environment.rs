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

/// Something found, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
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
}

/// What there is to say about these facts, the worst first.
#[must_use]
pub fn findings(facts: &Facts) -> Vec<Finding> {
    let live = |otherwise| if facts.is_production || facts.is_public { Level::Error } else { otherwise };
    let (without, all) = facts.without_second_factor;
    let (none_second, some_second) = (without > 0 && without == all, without > 0 && without < all);
    let rules = [
        (
            facts.open_demo_accounts > 0,
            live(Level::Warning),
            "The published demo password still opens a demo account: change it or close the account before anybody else can reach Lanewise.",
        ),
        (
            !facts.is_schema_current,
            Level::Error,
            "The database lacks migrations of this build: run the server's `migrate` command.",
        ),
        (
            facts.is_trail_ending,
            Level::Error,
            "The audit trail and the security events have room for less than two months: run the server's `migrate` command.",
        ),
        (
            !facts.is_database_private,
            Level::Error,
            "The connection to the database is not encrypted: add sslmode=verify-full to DATABASE_URL.",
        ),
        (
            !facts.is_cookie_secure,
            live(Level::Warning),
            "The session cookie is not marked Secure: serve Lanewise over https and set PUBLIC_URL to that address.",
        ),
        (
            !facts.has_data_key,
            live(Level::Warning),
            "SSN digits are encrypted with a development key kept beside the data: set LANEWISE_DATA_KEY.",
        ),
        (
            !facts.has_rate_limits,
            live(Level::Warning),
            "Rate limits and the login ladder are off: remove RATE_LIMITS=off.",
        ),
        (
            facts.has_unknown_proxy && !facts.has_trusted_proxies,
            live(Level::Warning),
            "Requests come through a proxy that is not trusted, so all its clients count as one address: set TRUSTED_PROXIES.",
        ),
        (
            facts.has_unknown_proxy && facts.has_trusted_proxies,
            Level::Warning,
            "X-Forwarded-For came from an address outside TRUSTED_PROXIES and was ignored: add it if it is a proxy of yours.",
        ),
        (
            !facts.is_production && facts.is_public,
            Level::Error,
            "Development rules run on an address that others reach: set LANEWISE_ENV=production.",
        ),
        (
            facts.is_payment_test,
            if facts.is_production { Level::Error } else { Level::Warning },
            "Payments run in test mode, no money moves: set the live Stripe keys before taking payments.",
        ),
        (
            !facts.requires_second_factor,
            if facts.is_production { Level::Warning } else { Level::Info },
            "Staff can work without a second factor: set REQUIRE_STAFF_SECOND_FACTOR=on.",
        ),
        (none_second, Level::Warning, "No administrator has a second factor: turn one on under Account."),
        (some_second, Level::Info, "Some administrators have no second factor: ask them to turn one on."),
        (
            !facts.has_mailer,
            if facts.is_production { Level::Warning } else { Level::Info },
            "No mail leaves this server, so nobody can reset a forgotten password: set SMTP_URL and MAIL_FROM.",
        ),
        (
            !facts.is_production && !facts.is_public,
            Level::Info,
            "Lanewise runs with development rules: set LANEWISE_ENV=production for real drivers.",
        ),
    ];
    let mut found: Vec<Finding> = rules
        .into_iter()
        .filter(|(holds, ..)| *holds)
        .map(|(_, level, message)| Finding { level, message: message.to_owned() })
        .collect();
    found.sort_by_key(|finding| finding.level);
    found
}
