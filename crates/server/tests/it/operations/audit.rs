//! Seals of the audit trail, which reveal changes by an attacker with full access to the database
//! (docs/product/security.md#seals-of-the-audit-trail).

use std::process::Command;

use application::Deps;
use application::security::seals::{Error, SealDeps, SealProgress, sorted, verify_trail};
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection};
use domain::security::audit::AuditAction;
use domain::shared::ids::UserId;
use ports::security::trail::AuditEntry;
use ports::store::with_store;

use crate::support::{App, DATA_KEY, eventually};

fn seal_deps(deps: &Deps) -> SealDeps<'_> {
    SealDeps { database: &*deps.database, vault: &*deps.vault, tokens: &*deps.tokens, clock: &*deps.clock }
}

/// Writes this number of audit entries.
fn write_audit_entries(app: &App, entries: i32) {
    with_store(&*app.deps().database, |store| {
        (1..=entries).try_for_each(|user| {
            let now = app.deps().clock.now();
            store.audit(
                &AuditEntry::about_user(UserId(user), AuditAction::LoggedIn, now).with_after("note", &"a\"b"),
            )
        })
    })
    .unwrap();
}

/// Seals all entries. Returns the last seal, if a new one was made.
fn seal_all_entries(app: &App) -> Option<(i32, [u8; 32])> {
    let mut sealing = SealProgress::default();
    let mut last = None;
    eventually("all entries are sealed", || {
        last = sealing.seal_next(seal_deps(app.deps())).unwrap().or(last);
        let newest = app.count("SELECT coalesce(max(id), 0) FROM audit_log");
        app.count("SELECT coalesce(max(last_entry), 0) FROM audit_seals") == newest
    });
    last
}

/// Returns the violations that the verification finds, as text.
fn violations(app: &App) -> Vec<String> {
    sorted(&verify_trail(seal_deps(app.deps()), None).unwrap().found)
        .iter()
        .map(ToString::to_string)
        .collect()
}

/// Runs a statement as superuser, with triggers and constraints turned off.
fn run_as_superuser(app: &App, statement: &str) {
    let url = app.database.superuser_url();
    let mut connection = PgConnection::establish(&url).unwrap();
    connection.batch_execute(&format!("SET session_replication_role = replica; {statement}")).unwrap();
}

#[test]
fn changed_and_removed_audit_entries_are_reported() {
    let app = App::start();
    for _ in 0..3 {
        write_audit_entries(&app, 5);
        seal_all_entries(&app);
    }
    assert_eq!(violations(&app), [""; 0]);
    run_as_superuser(&app, "UPDATE audit_log SET after = '{}' WHERE id = 4");
    assert_eq!(violations(&app), ["entry 4 was changed"]);
    run_as_superuser(&app, "DELETE FROM audit_log WHERE id = 8");
    assert_eq!(violations(&app), ["entry 4 was changed", "entry 8 was removed"]);
    let again = "INSERT INTO audit_log (id, actor_id, action, subject_kind, subject_id, created_at) \
                 OVERRIDING SYSTEM VALUE VALUES (8, 1, 'logged_in', 'user', 8, now())";
    run_as_superuser(&app, again);
    assert_eq!(violations(&app), ["entry 4 was changed", "entry 8 was changed"]);
}

#[test]
fn an_audit_entry_inserted_into_a_sealed_range_is_reported() {
    let app = App::start();
    write_audit_entries(&app, 2);
    // A rolled-back insert leaves a gap in the ids, which an attacker could fill.
    app.sql("SELECT nextval(pg_get_serial_sequence('audit_log', 'id'))");
    write_audit_entries(&app, 2);
    seal_all_entries(&app);
    let forged = "INSERT INTO audit_log (id, actor_id, action, subject_kind, subject_id, created_at) \
                  OVERRIDING SYSTEM VALUE VALUES (3, 1, 'logged_in', 'user', 8, now() - interval '40 days')";
    run_as_superuser(&app, forged);
    assert_eq!(violations(&app), ["entry 3 was inserted after its range was sealed"]);
}

#[test]
fn a_missing_or_changed_seal_of_the_audit_trail_is_reported() {
    let app = App::start();
    for _ in 0..4 {
        write_audit_entries(&app, 2);
        seal_all_entries(&app);
    }
    run_as_superuser(&app, "DELETE FROM audit_seals WHERE number = 2");
    assert_eq!(violations(&app), ["seal 2 was removed"]);
    run_as_superuser(
        &app,
        "UPDATE audit_seals SET leaves = substring(leaves FROM 1 FOR 20) WHERE number = 3",
    );
    assert_eq!(violations(&app), ["seal 2 was removed", "seal 3 was changed"]);
    // A forged seal key can't be decrypted.
    run_as_superuser(&app, "UPDATE seal_keys SET sealed_key = decode(repeat('ab', 83), 'hex')");
    assert!(matches!(verify_trail(seal_deps(app.deps()), None), Err(Error::NoKey)));
}

#[test]
fn deleting_the_newest_seals_is_detected_by_a_seal_that_the_operator_saved() {
    let app = App::start();
    let mut sealing = SealProgress::default();
    write_audit_entries(&app, 2);
    let noted_seal = sealing.seal_next(seal_deps(app.deps())).unwrap().unwrap();
    run_as_superuser(&app, "DELETE FROM audit_seals; UPDATE audit_log SET actor_id = 9 WHERE id = 1");
    write_audit_entries(&app, 1);
    assert!(matches!(sealing.seal_next(seal_deps(app.deps())), Err(Error::Gone(1))));
    // Another process seals the changed entries again.
    let made_anew = seal_all_entries(&app).unwrap();
    assert_ne!(made_anew, noted_seal);
    assert!(verify_trail(seal_deps(app.deps()), Some(made_anew)).unwrap().is_intact());
    assert!(!verify_trail(seal_deps(app.deps()), Some(noted_seal)).unwrap().is_intact());
}

#[test]
fn sealing_waits_for_entries_of_open_transactions() {
    let app = App::start();
    let insert = "INSERT INTO audit_log (actor_id, action, subject_kind, subject_id, created_at) \
                  VALUES (1, 'logged_in', 'user', 8, now())";
    let mut slow = app.database.connection();
    slow.batch_execute(&format!("BEGIN; {insert}")).unwrap();
    write_audit_entries(&app, 1);
    let mut sealing = SealProgress::default();
    for _ in 0..3 {
        assert_eq!(
            sealing.seal_next(seal_deps(app.deps())).unwrap(),
            None,
            "an earlier entry is not committed yet"
        );
    }
    slow.batch_execute("COMMIT").unwrap();
    assert!(sealing.seal_next(seal_deps(app.deps())).unwrap().is_some());
    assert_eq!(app.count("SELECT length(leaves) / 20 FROM audit_seals"), 2);
    // Sealing also waits for an open transaction that is rolled back later.
    slow.batch_execute(&format!("BEGIN; {insert}")).unwrap();
    write_audit_entries(&app, 1);
    assert_eq!(sealing.seal_next(seal_deps(app.deps())).unwrap(), None);
    slow.batch_execute("ROLLBACK").unwrap();
    assert!(sealing.seal_next(seal_deps(app.deps())).unwrap().is_some());
    assert_eq!(violations(&app), [""; 0]);
}

#[test]
fn processes_that_seal_concurrently_create_one_chain_of_seals() {
    let app = App::start();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..10 {
                    write_audit_entries(&app, 3);
                    let mut sealing = SealProgress::default();
                    sealing.seal_next(seal_deps(app.deps())).unwrap();
                }
            });
        }
    });
    seal_all_entries(&app);
    let proof = verify_trail(seal_deps(app.deps()), None).unwrap();
    assert!(proof.is_intact(), "{:?}", proof.found.violations);
    assert_eq!((proof.found.entries, proof.unsealed), (120, 0));
    assert_eq!(app.count("SELECT count(*) FROM seal_keys"), 1);
}

/// Runs a command of the server program. Returns whether it succeeded, and its output.
fn run_command(app: &App, arguments: &[&str]) -> (bool, String) {
    let data = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_server"))
        .args(arguments)
        .env_clear()
        .envs(app.database.settings())
        .env("DATA_DIR", data.path())
        .env("LANEWISE_DATA_KEY", DATA_KEY)
        .output()
        .unwrap();
    (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn the_audit_command_distinguishes_a_dropped_month_from_removed_entries() {
    let app = App::start();
    // Replace the partitions by those of an audit trail that started three years ago.
    app.sql(
        "DO $$ DECLARE month regclass; BEGIN
             FOR month IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'audit_log'::regclass LOOP
                 EXECUTE format('DROP TABLE %s', month);
             END LOOP;
             CREATE TABLE audit_log_past (LIKE audit_log INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
             EXECUTE format('ALTER TABLE audit_log ATTACH PARTITION audit_log_past FOR VALUES FROM (MINVALUE) TO (%L)',
                 (date_trunc('month', now() AT TIME ZONE 'UTC') - interval '3 years') AT TIME ZONE 'UTC');
         END $$",
    );
    app.database.migrate();
    app.sql(
        "INSERT INTO audit_log (actor_id, action, subject_kind, subject_id, created_at)
             SELECT 1, 'logged_in', 'user', n, now() - interval '30 months' FROM generate_series(1, 3) AS n",
    );
    write_audit_entries(&app, 2);
    seal_all_entries(&app);
    let archive = tempfile::tempdir().unwrap();
    let (retired, output) = run_command(&app, &["retire-audit", "24", archive.path().to_str().unwrap()]);
    assert!(retired, "{output}");
    let lines: usize = std::fs::read_dir(archive.path())
        .unwrap()
        .map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap().lines().count())
        .sum();
    assert_eq!((lines, app.count("SELECT count(*) FROM audit_log WHERE action = 'logged_in'")), (3, 2));
    let (holds, verify_output) = run_command(&app, &["audit", "verify"]);
    assert!(
        holds && verify_output.contains("was dropped: 3 entries, its last seal 1 is stored"),
        "{verify_output}"
    );
    run_as_superuser(&app, "DELETE FROM audit_log WHERE action = 'month_dropped'");
    let (holds, verify_output) = run_command(&app, &["audit", "verify"]);
    assert!(!holds && verify_output.contains("entry 1 was removed"), "{verify_output}");
}

#[test]
fn the_audit_command_reports_the_last_seal_and_a_removed_entry() {
    let app = App::start();
    write_audit_entries(&app, 3);
    let (number, mac) = seal_all_entries(&app).unwrap();
    let seal = format!("{number}:{}", hex::encode(mac));
    let (holds, output) = run_command(&app, &["audit", "verify", &seal]);
    assert!(
        holds && output.contains(&format!("3 entries match their seals; the last seal is {seal}")),
        "{output}"
    );
    run_as_superuser(&app, "DELETE FROM audit_log WHERE id = 2");
    // A false entry about a dropped month hides nothing while the month's partition exists.
    run_as_superuser(
        &app,
        "INSERT INTO audit_log (action, subject_kind, subject_id, created_at)
         VALUES ('month_dropped', 'audit', to_char(now() AT TIME ZONE 'UTC', 'YYYYMM')::integer, now())",
    );
    let (holds, output) = run_command(&app, &["audit", "verify"]);
    assert!(!holds && output.contains("entry 2 was removed"), "{output}");
    assert!(!run_command(&app, &["audit", "prove"]).0);
}
