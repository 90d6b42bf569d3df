//! Settings that prevent a start, and their defaults (docs/product/running.md#production-start).

use domain::legal_help::case::deadlines::CasePeriods;
use server::config::{Config, Environment, MailConfig, Provider};

const KEY: &str = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";

/// Reads the configuration from these settings. If a name occurs twice, the last value counts.
fn read_config(settings: &[(&str, &str)]) -> Result<Config, Vec<String>> {
    Config::read(&|name| {
        settings.iter().rev().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
    })
}

const PRODUCTION: &[(&str, &str)] = &[
    ("LANEWISE_ENV", "production"),
    ("DATABASE_URL", "postgres://db/lanewise?sslmode=verify-full"),
    ("LANEWISE_DATA_KEY", KEY),
    ("PUBLIC_URL", "https://lanewise.example"),
    ("STRIPE_SECRET_KEY", "sk_live_1"),
    ("STRIPE_PUBLISHABLE_KEY", "pk_live_1"),
    ("STRIPE_WEBHOOK_SECRET", "whsec_1"),
];

#[test]
fn without_settings_the_configuration_is_for_development() {
    let config = read_config(&[]).ok().unwrap();
    assert_eq!(config.environment, Environment::Development);
    assert_eq!((config.host.as_str(), config.port), ("127.0.0.1", 8080));
    assert_eq!(config.public_url, "http://127.0.0.1:8080");
    assert_eq!(config.ops_address, Some(([127, 0, 0, 1], 9464).into()));
    assert!(config.database_url.is_none() && config.provider == Provider::Sandbox && config.rate_limits);
}

#[test]
fn a_complete_production_configuration_is_accepted() {
    let config = read_config(PRODUCTION).ok().unwrap();
    assert!(matches!(config.provider, Provider::Stripe(_)));
}

/// Asserts that a production configuration with these changes has exactly one problem, with a message that
/// contains the text `expected`.
#[track_caller]
fn assert_refused(changes: &[(&str, &str)], expected: &str) {
    let settings = [PRODUCTION, changes].concat();
    let wrong = read_config(&settings).err().unwrap_or_default();
    assert!(matches!(wrong.as_slice(), [only] if only.contains(expected)), "{wrong:?}");
}

#[test]
fn production_reports_missing_or_insecure_settings() {
    assert_refused(&[("DATABASE_URL", "")], "DATABASE_URL");
    assert_refused(&[("DATABASE_URL", "postgres://db/lanewise")], "sslmode=verify-full");
    assert_refused(&[("DATABASE_URL", "postgres://db/lanewise?sslmode=prefer")], "sslmode=verify-full");
    assert_refused(&[("DATABASE_URL", "dbname=lanewise"), ("PGHOST", "db")], "sslmode=verify-full");
    assert_refused(
        &[("MIGRATION_DATABASE_URL", "postgres://owner@db/lanewise")],
        "MIGRATION_DATABASE_URL connects",
    );
    assert_refused(&[("LANEWISE_DATA_KEY", " ")], "LANEWISE_DATA_KEY");
    assert_refused(&[("PUBLIC_URL", "http://lanewise.example")], "https");
    assert_refused(&[("STRIPE_WEBHOOK_SECRET", "")], "STRIPE_WEBHOOK_SECRET");
    assert_refused(&[("STRIPE_PUBLISHABLE_KEY", "pk_test_1")], "both live or both test");
    assert_refused(&[("RATE_LIMITS", "off")], "RATE_LIMITS");
    for exposed in ["http://stripe.example", "http://127.0.0.1:x@stripe.example", "http://localhost.example"]
    {
        assert_refused(&[("STRIPE_API_BASE", exposed)], "STRIPE_API_BASE");
    }
    assert!(read_config(&[PRODUCTION, &[("STRIPE_API_BASE", "http://127.0.0.1:12111")]].concat()).is_ok());
    for public in ["0.0.0.0:9464", "203.0.113.9:9464", "[::]:9464", "[2001:db8::1]:9464"] {
        assert_refused(&[("OPS_ADDRESS", public)], "OPS_ADDRESS");
    }
    for inside in ["off", "127.0.0.1:0", "10.0.0.5:9464", "[fd00::5]:9464", "[::1]:9464"] {
        assert!(read_config(&[PRODUCTION, &[("OPS_ADDRESS", inside)]].concat()).is_ok(), "{inside}");
    }
    let published = [("ADMIN_EMAIL", "a@lanewise.example"), ("ADMIN_PASSWORD", server::demo::PASSWORD)];
    assert_refused(&published, "ADMIN_PASSWORD");
    assert_refused(&[("LANEWISE_DEMO_DRIVERS", "3")], "LANEWISE_DEMO_DRIVERS");
}

#[test]
fn production_refuses_overly_wide_trusted_proxies() {
    for (networks, wide) in [
        ("0.0.0.0/0", "0.0.0.0/0"),
        ("127.0.0.1, 10.0.0.0/7", "10.0.0.0/7"),
        ("::/0", "::/0"),
        ("2001::/15, 10.0.0.0/8", "2001::/15"),
    ] {
        assert_refused(&[("TRUSTED_PROXIES", networks)], &format!("TRUSTED_PROXIES has {wide}:"));
        assert!(read_config(&[("TRUSTED_PROXIES", networks)]).is_ok(), "development accepts {networks}");
    }
    for networks in ["10.0.0.0/8", "127.0.0.1", "2001::/16, fd00::/48, ::1"] {
        assert!(read_config(&[PRODUCTION, &[("TRUSTED_PROXIES", networks)]].concat()).is_ok(), "{networks}");
    }
}

#[test]
fn the_deadlines_of_cases_are_1_to_30_business_days() {
    let periods = |settings| read_config(settings).ok().unwrap().case_periods;
    assert_eq!(periods(&[]), CasePeriods { accept_before: 5, answer: 1, sign: 2 });
    let set = [("LAWYER_ACCEPT_DAYS", "3"), ("LAWYER_ANSWER_DAYS", "2"), ("LAWYER_SIGN_DAYS", "30")];
    assert_eq!(periods(&set), CasePeriods { accept_before: 3, answer: 2, sign: 30 });
    for invalid in ["0", "31", "-1", "two"] {
        assert_refused(&[("LAWYER_ANSWER_DAYS", invalid)], "LAWYER_ANSWER_DAYS");
    }
}

#[test]
fn allowed_hosts_must_be_host_names() {
    let config = read_config(&[("ALLOWED_HOSTS", "Lanewise.internal, scraped_app")]).ok().unwrap();
    assert_eq!(config.allowed_hosts, ["Lanewise.internal", "scraped_app"]);
    assert!(read_config(&[]).ok().unwrap().allowed_hosts.is_empty());
    for other in ["*", "lanewise.internal:8080", "http://lanewise.internal", "10.0.0.5", "a,[::1]"] {
        assert_refused(&[("ALLOWED_HOSTS", other)], "ALLOWED_HOSTS");
    }
}

#[test]
fn production_loads_the_card_form_only_from_stripe() {
    for elsewhere in [
        "http://js.stripe.com/v3/",
        "https://js.stripe.com.evil.example/v3/",
        "https://js.stripe.com@evil.example/v3/",
        "https://js.stripe.com:8443/v3/",
        "https://evil.example/https://js.stripe.com/",
        "//js.stripe.com/v3/",
        "http://127.0.0.1:12111/stripe.js",
    ] {
        assert_refused(
            &[("STRIPE_JS_URL", elsewhere)],
            "STRIPE_JS_URL must start with https://js.stripe.com/",
        );
    }
    for own in ["", "https://js.stripe.com/v3/"] {
        assert!(read_config(&[PRODUCTION, &[("STRIPE_JS_URL", own)]].concat()).is_ok(), "{own}");
    }
    let keys = [("STRIPE_SECRET_KEY", "sk_test_1"), ("STRIPE_PUBLISHABLE_KEY", "pk_test_1")];
    let stand_in = ("STRIPE_JS_URL", "http://127.0.0.1:12111/stripe.js");
    assert!(read_config(&[keys[0], keys[1], stand_in]).is_ok(), "development may load a stand-in's script");
}

#[test]
fn a_migration_database_url_is_accepted_only_with_a_database_url() {
    let owner = ("MIGRATION_DATABASE_URL", "postgres://owner@db/lanewise?sslmode=require");
    assert!(read_config(&[PRODUCTION, &[owner]].concat()).is_ok());
    let wrong = read_config(&[owner]).err().unwrap();
    assert_eq!(wrong, ["MIGRATION_DATABASE_URL also needs DATABASE_URL, for the serving role"]);
}

#[test]
fn a_database_on_this_machine_needs_no_tls() {
    for url in ["postgres://localhost/lanewise", "postgres:///lanewise?host=/run/postgresql"] {
        assert!(read_config(&[PRODUCTION, &[("DATABASE_URL", url)]].concat()).is_ok(), "{url}");
    }
}

#[test]
fn production_reports_each_required_setting_that_is_missing() {
    let wrong = read_config(&[("LANEWISE_ENV", "production")]).err().unwrap();
    let missing: Vec<&str> = wrong
        .iter()
        .map(|text| text.split_once(" is missing: set ").map_or(text.as_str(), |found| found.0))
        .collect();
    let required = [
        "PUBLIC_URL",
        "DATABASE_URL",
        "LANEWISE_DATA_KEY",
        "STRIPE_SECRET_KEY",
        "STRIPE_PUBLISHABLE_KEY",
        "STRIPE_WEBHOOK_SECRET",
    ];
    assert_eq!(missing, required);
}

#[test]
fn invalid_settings_are_reported() {
    assert_refused(&[("PORT", "eighty")], "PORT");
    assert_refused(&[("OPS_ADDRESS", "9464")], "OPS_ADDRESS");
    assert_refused(&[("LANEWISE_DATA_KEY", "c2hvcnQ=")], "32 bytes");
    assert_refused(&[("TRUSTED_PROXIES", "10.0.0.0/8, proxy")], "proxy");
    assert_refused(&[("LOG_FORMAT", "xml")], "LOG_FORMAT");
    assert_refused(&[("LOG_READS_PER_SECOND", "all")], "LOG_READS_PER_SECOND");
    let collector = ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318");
    assert_refused(&[("OTEL_EXPORTER_OTLP_ENDPOINT", "127.0.0.1:4318")], "OTEL_EXPORTER_OTLP_ENDPOINT");
    for (name, value) in [("OTEL_TRACES_SAMPLER", "jaeger_remote"), ("OTEL_TRACES_SAMPLER_ARG", "2")] {
        let ratio = ("OTEL_TRACES_SAMPLER", "traceidratio");
        let last = if name == ratio.0 { (name, value) } else { ratio };
        assert_refused(&[collector, (name, value), last], "OTEL_TRACES_SAMPLER");
    }
    for notice in ["16", "-1", "a while"] {
        assert_refused(&[("STOP_NOTICE_SECONDS", notice)], "STOP_NOTICE_SECONDS");
    }
    assert_refused(&[("SMTP_URL", "smtps://mail.example")], "MAIL_FROM");
    assert_refused(&[("ADMIN_EMAIL", "a@b.example")], "ADMIN_PASSWORD");
}

#[test]
fn incomplete_or_invalid_twilio_settings_are_reported() {
    assert_refused(&[("TWILIO_ACCOUNT_SID", "AC1")], "TWILIO_AUTH_TOKEN, TWILIO_FROM is missing");
    assert_refused(&[("TWILIO_AUTH_TOKEN", "x"), ("TWILIO_FROM", "+1555")], "TWILIO_ACCOUNT_SID is missing");
    let whole = [("TWILIO_ACCOUNT_SID", "AC1"), ("TWILIO_AUTH_TOKEN", "x"), ("TWILIO_FROM", "+15550100199")];
    let config = read_config(&[PRODUCTION, &whole].concat()).ok().unwrap();
    assert_eq!(config.twilio.unwrap().api_base, "https://api.twilio.com");
    assert!(read_config(PRODUCTION).ok().unwrap().twilio.is_none());
    for (name, value) in [
        ("TWILIO_ACCOUNT_SID", "SK1"),
        ("TWILIO_ACCOUNT_SID", "AC1/../x"),
        ("TWILIO_FROM", "(555) 010-0199"),
        ("TWILIO_FROM", "+1555x"),
        ("TWILIO_API_BASE", "http://twilio.example"),
    ] {
        let settings: Vec<_> =
            whole.into_iter().filter(|(other, _)| *other != name).chain([(name, value)]).collect();
        assert_refused(&settings, name);
    }
}

#[test]
fn the_security_contact_needs_a_valid_url_and_an_expiry_date() {
    let contact = |address: &str, expires: &str| {
        let contact = [("SECURITY_CONTACT", address), ("SECURITY_CONTACT_EXPIRES", expires)];
        read_config(&contact).ok().and_then(|config| config.security_contact)
    };
    for (expires, read) in
        [("2027-06-30", "2027-06-30T00:00:00Z"), ("2027-06-30T12:00:00+02:00", "2027-06-30T10:00:00Z")]
    {
        let contact = contact("mailto:security@lanewise.example", expires).unwrap();
        assert_eq!(contact.expires, read.parse::<chrono::DateTime<chrono::Utc>>().unwrap());
    }
    for (address, expires) in [
        ("security@lanewise.example", "2027-06-30"),
        ("https://lanewise.example/a b", "2027-06-30"),
        ("http://lanewise.example", "2027-06-30"),
        ("https://lanewise.example", ""),
        ("", "2027-06-30"),
        ("https://lanewise.example", "next year"),
    ] {
        assert_refused(
            &[("SECURITY_CONTACT", address), ("SECURITY_CONTACT_EXPIRES", expires)],
            "SECURITY_CONTACT must be",
        );
    }
}

#[test]
fn stripe_test_keys_are_accepted_in_production() {
    let settings =
        [PRODUCTION, &[("STRIPE_SECRET_KEY", "sk_test_1"), ("STRIPE_PUBLISHABLE_KEY", "pk_test_1")]].concat();
    assert!(read_config(&settings).is_ok());
}

#[test]
fn email_in_production_is_encrypted_or_off() {
    let from = ("MAIL_FROM", "Lanewise <no-reply@lanewise.example>");
    assert_refused(&[("SMTP_URL", "smtp://mail.example"), from], "SMTP_URL");
    for url in ["smtps://u:p@mail.example", "smtp://u:p@mail.example:587?tls=required"] {
        let config = read_config(&[PRODUCTION, &[("SMTP_URL", url), from]].concat()).ok().unwrap();
        assert!(matches!(config.mail, MailConfig::Smtp { .. }), "{url}");
    }
    assert!(read_config(PRODUCTION).ok().unwrap().mail == MailConfig::Off);
    assert!(read_config(&[]).ok().unwrap().mail == MailConfig::Folder);
}
