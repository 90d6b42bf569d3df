//! The database roles in production: the server uses a role that owns nothing, and another role
//! migrates (docs/DEPLOY.md#database-roles).

use std::process::{Command, Output};

use crate::support::process::{Server, free_port};
use crate::support::{App, DATA_KEY, sandbox_keys};

/// Sets the settings of a production server, except for the database roles.
fn set_production_settings(app: &App, command: &mut Command) {
    let keys = sandbox_keys(&app.sandbox);
    command
        .env("LANEWISE_ENV", "production")
        .env("LANEWISE_DATA_KEY", DATA_KEY)
        .env("PUBLIC_URL", "https://lanewise.example")
        .env("STRIPE_SECRET_KEY", keys.secret)
        .env("STRIPE_PUBLISHABLE_KEY", keys.publishable)
        .env("STRIPE_WEBHOOK_SECRET", keys.webhook_secret.unwrap())
        .env("STRIPE_API_BASE", keys.api_base.unwrap())
        .env("OPS_ADDRESS", "off")
        .env_remove("RATE_LIMITS")
        .env_remove("STRIPE_JS_URL")
        .env_remove("DATABASE_URL")
        .env_remove("MIGRATION_DATABASE_URL");
}

/// Runs the server program with production settings and `settings`. Returns whether it succeeded, and its output.
fn run_server_program(app: &App, arguments: &[&str], settings: &[(&str, &str)]) -> (bool, String) {
    let data = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_server"));
    command.env_clear().args(arguments).env("DATA_DIR", data.path()).env("PORT", free_port().to_string());
    set_production_settings(app, &mut command);
    let Output { status, stdout, stderr } = command.envs(settings.iter().copied()).output().unwrap();
    let output = [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    (status.success(), output)
}

/// Asserts that the program failed, and that the error in the last line contains `expected`.
#[track_caller]
fn assert_refused((succeeded, output): (bool, String), expected: &str) {
    let last = output.lines().last().unwrap_or_default();
    assert!(!succeeded && last.contains(expected) && last.contains("ERROR"), "{output}");
}

#[test]
fn a_role_that_owns_tables_or_can_change_the_audit_trail_cannot_serve() {
    let app = App::start();
    let (server, owner) = (app.database.url(), app.database.owner_url());
    let superuser = app.database.superuser_url();
    let advice = "use a role that owns nothing, and give the owner's URL to `server migrate` as MIGRATION_DATABASE_URL";
    for (url, what) in [(owner, "lanewise, owns tables"), (superuser.as_str(), "postgres, is a superuser")] {
        for settings in
            [&[("DATABASE_URL", url)][..], &[("DATABASE_URL", url), ("MIGRATION_DATABASE_URL", owner)]]
        {
            assert_refused(run_server_program(&app, &[], settings), what);
            assert_refused(run_server_program(&app, &[], settings), advice);
        }
    }
    app.sql("GRANT UPDATE ON audit_log TO lanewise_server");
    assert_refused(
        run_server_program(&app, &[], &[("DATABASE_URL", server)]),
        "lanewise_server, may change rows of audit_log",
    );
}

#[test]
fn only_migrating_and_retiring_audit_months_need_the_owner_role() {
    let app = App::start();
    let server = ("DATABASE_URL", app.database.url());
    let owner = ("MIGRATION_DATABASE_URL", app.database.owner_url());
    assert_refused(run_server_program(&app, &["migrate"], &[server]), "set MIGRATION_DATABASE_URL");
    assert_refused(run_server_program(&app, &["retire-audit", "84"], &[server]), "MIGRATION_DATABASE_URL");
    app.sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    assert_refused(run_server_program(&app, &[], &[server]), "needs `server migrate`");
    let (migrated, output) = run_server_program(&app, &["migrate"], &[server, owner]);
    assert!(migrated && output.contains("applied migrations"), "{output}");
    let (retired, output) = run_server_program(&app, &["retire-audit", "84"], &[server, owner]);
    assert!(retired, "{output}");

    // The database is now migrated, so the server can run without the owner's URL.
    let data = tempfile::tempdir().unwrap();
    let running = Server::start_at(&app, data.path(), free_port(), |command| {
        set_production_settings(&app, command);
        command.env("DATABASE_URL", server.1);
    });
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let settings = agent.get(format!("{}/api/config", running.base)).call().unwrap();
    assert!(settings.status().as_u16() < 500, "{}", settings.status());
    running.stop();
    // `server books` fails if the books were never matched with the provider.
    app.sql("UPDATE book_matching SET matched_at = now()");
    for command in [&["audit", "verify"][..], &["rotate-key"], &["books"], &["unblock", "203.0.113.9"]] {
        let (succeeded, output) = run_server_program(&app, command, &[server]);
        assert!(succeeded, "{command:?}: {output}");
    }
}
