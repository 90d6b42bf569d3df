//! `server check`, run as an operator runs it (docs/DEPLOY.md#checking).

use std::process::{Command, Output};

use stripe_sandbox::{Fault, Stage};

use crate::support::process::free_port;
use crate::support::{App, DATA_KEY, sandbox_keys};

const PUBLIC_URL: &str = "https://lanewise.example";

/// Runs `server check` with production settings and these changes. Returns whether it succeeded, and its output
/// as a list of lines.
fn run_server_check(app: &App, changes: &[(&str, &str)]) -> (bool, Vec<String>) {
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
    let [output, log] = [stdout, stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    for secret in [&keys.secret, &keys.webhook_secret.unwrap(), DATA_KEY, "hunter2"] {
        assert!(!output.contains(secret) && !log.contains(secret), "a secret was printed: {output}{log}");
    }
    (status.success(), output.lines().map(str::to_owned).collect())
}

/// Asserts that a line begins with `start` and contains `word`, and that the check succeeded exactly if no
/// line reports an error.
#[track_caller]
fn assert_line((succeeded, lines): &(bool, Vec<String>), start: &str, word: &str) {
    assert!(lines.iter().any(|line| line.starts_with(start) && line.contains(word)), "{lines:#?}");
    assert_eq!(*succeeded, !lines.iter().any(|line| line.starts_with("error")), "{lines:#?}");
}

#[test]
fn a_check_that_could_not_run_is_not_reported_as_ok() {
    let app = App::start();
    let output = run_server_check(&app, &[("DATABASE_URL", "postgres://nobody:hunter2@127.0.0.1:1/none")]);
    assert_line(&output, "error    database", "");
    for area in ["clock", "keys", "accounts"] {
        assert!(
            !output.1.iter().any(|line| line.starts_with("ok") && line.contains(area)),
            "{:#?}",
            output.1
        );
    }
}

#[test]
fn the_check_reports_each_area_and_stripe_test_keys() {
    let app = App::start();
    app.sandbox.set_webhook_url(format!("{PUBLIC_URL}/api/webhooks/stripe"));
    app.sql(&format!(
        "INSERT INTO second_factors (user_id, sealed_secret, created_at, confirmed_at) VALUES ({}, '', now(), now())",
        app.admin()
    ));
    let output = run_server_check(&app, &[]);
    for (start, word) in [
        ("ok       settings", "for production at https://lanewise.example"),
        ("ok       database", "this build's schema"),
        ("ok       database", "serves lanewise_server on this machine"),
        ("ok       clock", "matches"),
        ("ok       keys", "they decrypt the data in the database"),
        ("error    provider", "live Stripe keys"),
        ("ok       webhook", "receives all events"),
        ("warning  mail", "SMTP_URL"),
        ("ok       texts", "no text provider is set"),
        ("ok       proxy", "127.0.0.1"),
        ("ok       accounts", "no account uses the published demo password"),
    ] {
        assert_line(&output, start, word);
    }
    assert_eq!(output.1.iter().filter(|line| line.starts_with("error")).count(), 1, "{:#?}", output.1);
    assert!(!output.0);
    // The result about the disk depends on this machine, so only its presence is checked.
    assert!(output.1.iter().any(|line| line[9..].starts_with("disk")), "{:#?}", output.1);
    let development = run_server_check(&app, &[("LANEWISE_ENV", "development")]);
    assert_line(&development, "warning  provider", "test mode");
    assert!(development.0, "warnings don't fail the check: {:#?}", development.1);
}

#[test]
fn the_check_reports_each_problem_in_its_area() {
    let app = App::start();
    let output = run_server_check(&app, &[]);
    assert_line(&output, "warning  webhook", "add it");
    assert_line(&output, "warning  accounts", "There is no administrator");
    assert_line(
        &run_server_check(&app, &[("STRIPE_SECRET_KEY", "sk_test_hunter2")]),
        "error    provider",
        "refuses",
    );
    for (path, line, what) in [
        ("/v1/events", "warning  provider", "no permission to read events"),
        ("/v1/refunds", "error    provider", "no permission to read refunds"),
        ("/v1/disputes", "error    provider", "no permission to read disputes"),
    ] {
        app.sandbox.inject(Fault::error(403, Stage::Before).at("GET", path).until_cleared());
        assert_line(&run_server_check(&app, &[]), line, what);
        app.sandbox.clear_faults();
    }
    let nobody = format!("http://127.0.0.1:{}", free_port());
    assert_line(
        &run_server_check(&app, &[("STRIPE_API_BASE", &nobody)]),
        "error    provider",
        "does not answer",
    );
    let smtp = format!("smtp://lanewise:hunter2@127.0.0.1:{}?tls=required", free_port());
    let mail = [("SMTP_URL", &*smtp), ("MAIL_FROM", "Lanewise <a@lanewise.example>")];
    assert_line(&run_server_check(&app, &mail), "error    mail", "does not answer");
    let texts = [
        ("TWILIO_ACCOUNT_SID", "AC1"),
        ("TWILIO_AUTH_TOKEN", "hunter2"),
        ("TWILIO_FROM", "+15550100199"),
        ("TWILIO_API_BASE", &*nobody),
    ];
    assert_line(&run_server_check(&app, &texts), "error    texts", "does not answer");
    assert_line(&run_server_check(&app, &[("TRUSTED_PROXIES", "")]), "warning  proxy", "TRUSTED_PROXIES");
    assert_line(&run_server_check(&app, &[("PUBLIC_URL", "http://x.example")]), "error    settings", "https");
    let owner = app.database.owner_url();
    assert_line(&run_server_check(&app, &[("DATABASE_URL", owner)]), "error    database", "owns tables");
    let away = format!("postgres://lanewise:hunter2@127.0.0.1:{}/lanewise", free_port());
    assert_line(&run_server_check(&app, &[("DATABASE_URL", &away)]), "error    database", "");
    app.sql("DELETE FROM __diesel_schema_migrations WHERE version = (SELECT max(version) FROM __diesel_schema_migrations)");
    assert_line(&run_server_check(&app, &[]), "error    database", "migrat");
}

#[test]
fn the_check_reports_a_wrong_data_key_without_storing_it() {
    let app = App::start();
    let key_count = || app.count("SELECT count(*) FROM data_keys");
    let before = key_count();
    assert_line(&run_server_check(&app, &[]), "ok       keys", "decrypt");
    assert_eq!(key_count(), before, "the check stores no key");
    application::security::data_keys::check_and_store_keys(
        &*app.deps().database,
        &*app.deps().vault,
        &*app.deps().clock,
    )
    .unwrap();
    let other = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
    assert_line(&run_server_check(&app, &[("LANEWISE_DATA_KEY", other)]), "error    keys", "");
}
