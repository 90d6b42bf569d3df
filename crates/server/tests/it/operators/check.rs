//! `server check` as an operator runs it (docs/DEPLOY.md#checking).

use std::process::{Command, Output};

use stripe_sandbox::{Fault, Stage};

use crate::support::process::free_port;
use crate::support::{App, DATA_KEY, sandbox_keys};

const PUBLIC_URL: &str = "https://lanewise.example";

/// Returns whether it succeeded, and the lines it printed.
fn check(app: &App, changes: &[(&str, &str)]) -> (bool, Vec<String>) {
    let keys = sandbox_keys(&app.sandbox);
    let data = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_server"));
    command
        .env_clear()
        .arg("check")
        .env("LANEWISE_ENV", "production")
        .env("DATA_DIR", data.path())
        .env("DATABASE_URL", app.database.url())
        .env("LANEWISE_DATA_KEY", DATA_KEY)
        .env("PUBLIC_URL", PUBLIC_URL)
        .env("TRUSTED_PROXIES", "127.0.0.1")
        .env("REQUIRE_STAFF_SECOND_FACTOR", "on")
        .env("STRIPE_SECRET_KEY", &keys.secret)
        .env("STRIPE_PUBLISHABLE_KEY", &keys.publishable)
        .env("STRIPE_WEBHOOK_SECRET", keys.webhook_secret.as_deref().unwrap())
        .env("STRIPE_API_BASE", keys.api_base.as_deref().unwrap())
        .envs(changes.iter().copied());
    let Output { status, stdout, stderr } = command.output().unwrap();
    let [told, log] = [stdout, stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    for secret in [&keys.secret, &keys.webhook_secret.unwrap(), DATA_KEY, "hunter2"] {
        assert!(!told.contains(secret) && !log.contains(secret), "a secret was printed: {told}{log}");
    }
    (status.success(), told.lines().map(str::to_owned).collect())
}

#[track_caller]
fn check_line((succeeded, lines): &(bool, Vec<String>), start: &str, word: &str) {
    assert!(lines.iter().any(|line| line.starts_with(start) && line.contains(word)), "{lines:#?}");
    assert_eq!(*succeeded, !lines.iter().any(|line| line.starts_with("wrong")), "{lines:#?}");
}

#[test]
fn a_check_that_could_not_run_is_not_reported_as_ok() {
    let app = App::start();
    let told = check(&app, &[("DATABASE_URL", "postgres://nobody:hunter2@127.0.0.1:1/none")]);
    check_line(&told, "wrong    database", "");
    for area in ["clock", "keys", "accounts"] {
        assert!(!told.1.iter().any(|line| line.starts_with("ok") && line.contains(area)), "{:#?}", told.1);
    }
}

#[test]
fn the_check_reports_each_area_and_stripe_test_keys() {
    let app = App::start();
    app.sandbox.set_webhook_url(format!("{PUBLIC_URL}/api/webhooks/stripe"));
    let told = check(&app, &[]);
    for (start, word) in [
        ("ok       settings", "for production at https://lanewise.example"),
        ("ok       database", "this build's schema"),
        ("ok       database", "answers lanewise_server on this machine"),
        ("ok       clock", "agrees"),
        ("ok       keys", "open what the database keeps"),
        ("wrong    provider", "live Stripe keys"),
        ("ok       webhook", "with all events"),
        ("warning  mail", "SMTP_URL"),
        ("ok       texts", "not set"),
        ("ok       proxy", "127.0.0.1"),
        ("ok       disk", "MB are free"),
        ("ok       accounts", "no published password"),
    ] {
        check_line(&told, start, word);
    }
    assert_eq!(told.1.iter().filter(|line| line.starts_with("wrong")).count(), 1, "{:#?}", told.1);
    assert!(!told.0);
    let development = check(&app, &[("LANEWISE_ENV", "development")]);
    check_line(&development, "warning  provider", "test mode");
    assert!(development.0, "warnings don't fail the check: {:#?}", development.1);
}

#[test]
fn the_check_reports_each_problem_with_its_solution() {
    let app = App::start();
    check_line(&check(&app, &[]), "warning  webhook", "add it");
    check_line(&check(&app, &[("STRIPE_SECRET_KEY", "sk_test_hunter2")]), "wrong    provider", "refuses");
    for (path, line, what) in [
        ("/v1/events", "warning  provider", "may not read events"),
        ("/v1/refunds", "wrong    provider", "may not read refunds"),
        ("/v1/disputes", "wrong    provider", "may not read disputes"),
    ] {
        app.sandbox.inject(Fault::error(403, Stage::Before).at("GET", path).lasting());
        check_line(&check(&app, &[]), line, what);
        app.sandbox.clear_faults();
    }
    let nobody = format!("http://127.0.0.1:{}", free_port());
    check_line(&check(&app, &[("STRIPE_API_BASE", &nobody)]), "wrong    provider", "does not answer");
    let smtp = format!("smtp://lanewise:hunter2@127.0.0.1:{}?tls=required", free_port());
    let mail = [("SMTP_URL", &*smtp), ("MAIL_FROM", "Lanewise <a@lanewise.example>")];
    check_line(&check(&app, &mail), "wrong    mail", "does not answer");
    let texts = [
        ("TWILIO_ACCOUNT_SID", "AC1"),
        ("TWILIO_AUTH_TOKEN", "hunter2"),
        ("TWILIO_FROM", "+15550100199"),
        ("TWILIO_API_BASE", &*nobody),
    ];
    check_line(&check(&app, &texts), "wrong    texts", "does not answer");
    check_line(&check(&app, &[("TRUSTED_PROXIES", "")]), "warning  proxy", "TRUSTED_PROXIES");
    check_line(&check(&app, &[("PUBLIC_URL", "http://x.example")]), "wrong    settings", "https");
    let owner = app.database.owner_url();
    check_line(&check(&app, &[("DATABASE_URL", owner)]), "wrong    database", "owns tables");
    let away = format!("postgres://lanewise:hunter2@127.0.0.1:{}/lanewise", free_port());
    check_line(&check(&app, &[("DATABASE_URL", &away)]), "wrong    database", "");
    app.sql("DELETE FROM __diesel_schema_migrations WHERE version = (SELECT max(version) FROM __diesel_schema_migrations)");
    check_line(&check(&app, &[]), "wrong    database", "migrat");
}

#[test]
fn the_check_reports_a_wrong_data_key_without_storing_it() {
    let app = App::start();
    let noted = || app.count("SELECT count(*) FROM data_keys");
    let before = noted();
    check_line(&check(&app, &[]), "ok       keys", "open");
    assert_eq!(noted(), before, "the check stores no key");
    application::security::data_keys::recognise(
        &*app.deps().database,
        &*app.deps().vault,
        &*app.deps().clock,
    )
    .unwrap();
    let other = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
    check_line(&check(&app, &[("LANEWISE_DATA_KEY", other)]), "wrong    keys", "");
}
