//! Tests of the monthly partitions of the audit trail and of the security events. A partition is created before
//! its month begins, and is dropped with all its rows (docs/product/running.md#how-long-things-are-kept).

use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;

use adapters_postgres::testing::TestDatabase;
use adapters_postgres::{RetireError, retire_months};
use diesel::connection::SimpleConnection;

/// Returns the names of all partitions of the table `trail`.
fn partition_names(db: &TestDatabase, trail: &str) -> Vec<String> {
    let partitions = format!(
        "SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = '{trail}'::regclass ORDER BY inhrelid::regclass::text"
    );
    db.values(&partitions).into_iter().flatten().collect()
}

/// Creates a database with a partition for each month of the last three years, and with one partition
/// for all earlier months.
fn database_with_old_partitions() -> TestDatabase {
    let db = TestDatabase::new();
    for trail in ["audit_log", "security_events"] {
        db.execute(&format!(
            "DO $$ DECLARE month regclass; BEGIN
                 FOR month IN SELECT inhrelid FROM pg_inherits WHERE inhparent = '{trail}'::regclass LOOP
                     EXECUTE format('DROP TABLE %s', month);
                 END LOOP;
                 CREATE TABLE {trail}_past (LIKE {trail} INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
                 EXECUTE format('ALTER TABLE {trail} ATTACH PARTITION {trail}_past FOR VALUES FROM (MINVALUE) TO (%L)',
                     (date_trunc('month', now() AT TIME ZONE 'UTC') - interval '3 years') AT TIME ZONE 'UTC');
             END $$"
        ));
    }
    db.migrate();
    db.execute(
        "INSERT INTO audit_log (action, subject_kind, subject_id, created_at)
             SELECT 'a' || age, 'user', age, now() - interval '1 month' * age FROM generate_series(0, 40) AS age;
         INSERT INTO security_events (kind, severity, address, path, created_at)
             SELECT 'x', 'low', '::1', '/', now() - interval '1 month' * age FROM generate_series(0, 2) AS age",
    );
    db
}

/// Creates a database whose audit trail and security events have had no monthly partitions for `months` months.
/// The rows of these months are in the default partition.
fn database_without_new_partitions(months: u32) -> TestDatabase {
    let db = TestDatabase::new();
    for trail in ["audit_log", "security_events"] {
        db.execute(&format!(
            "DO $$ DECLARE month regclass; BEGIN
                 FOR month IN SELECT inhrelid FROM pg_inherits
                     WHERE inhparent = '{trail}'::regclass AND inhrelid <> '{trail}_default'::regclass
                 LOOP
                     EXECUTE format('DROP TABLE %s', month);
                 END LOOP;
                 CREATE TABLE {trail}_past (LIKE {trail} INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
                 EXECUTE format('ALTER TABLE {trail} ATTACH PARTITION {trail}_past FOR VALUES FROM (MINVALUE) TO (%L)',
                     (date_trunc('month', now() AT TIME ZONE 'UTC') - interval '{months} months') AT TIME ZONE 'UTC');
             END $$"
        ));
    }
    db
}

/// As the serving role, adds an entry to the audit trail and a security event for each of the last `months` months.
fn write_rows(db: &TestDatabase, months: u32) {
    let rows = format!(
        "INSERT INTO audit_log (action, subject_kind, subject_id, created_at)
             SELECT 'x', 'user', age, now() - interval '1 month' * age FROM generate_series(0, {months} - 1) AS age;
         INSERT INTO security_events (kind, severity, address, path, created_at)
             SELECT 'x', 'low', '::1', '/', now() - interval '1 month' * age FROM generate_series(0, {months} - 1) AS age"
    );
    db.server_connection().batch_execute(&rows).unwrap();
}

/// Returns the number of rows in the default partition of the table `trail`.
fn count_in_default_partition(db: &TestDatabase, trail: &str) -> Option<String> {
    db.value(&format!("SELECT count(*) FROM {trail}_default"))
}

#[test]
fn rows_of_a_month_without_a_partition_are_stored_and_moved_once_the_partition_exists() {
    let db = database_without_new_partitions(3);
    write_rows(&db, 4);
    for trail in ["audit_log", "security_events"] {
        assert_eq!(count_in_default_partition(&db, trail).as_deref(), Some("4"), "{trail}");
    }
    let rows = "SELECT json_agg(entry ORDER BY id) FROM audit_log AS entry";
    let before = db.value(rows);
    db.migrate();
    for trail in ["audit_log", "security_events"] {
        assert_eq!(count_in_default_partition(&db, trail).as_deref(), Some("0"), "{trail}");
        let there = db.values(&format!(
            "SELECT to_char(created_at AT TIME ZONE 'UTC', '\"{trail}_\"YYYY_MM') = tableoid::regclass::text FROM {trail}"
        ));
        assert_eq!(
            there.iter().flatten().collect::<Vec<_>>(),
            ["true"; 4],
            "each row is in its month's partition"
        );
    }
    assert_eq!(db.value(rows), before, "moving doesn't change an entry, so its seal stays valid");
    write_rows(&db, 1);
    assert_eq!(count_in_default_partition(&db, "audit_log").as_deref(), Some("0"));
}

#[test]
fn partitions_are_created_without_the_maintain_privilege_of_postgresql_17() {
    let db = database_without_new_partitions(1);
    db.execute("REVOKE MAINTAIN ON audit_log, audit_log_default FROM CURRENT_USER");
    db.migrate();
    assert_eq!(
        db.value("SELECT has_table_privilege('audit_log_default', 'DELETE')").as_deref(),
        Some("false"),
        "the privilege for locking is taken back"
    );
}

#[test]
fn rows_in_the_default_partition_of_the_audit_trail_cannot_be_deleted() {
    let db = database_without_new_partitions(1);
    write_rows(&db, 2);
    let refused = |statement: &str| db.connection().batch_execute(statement).unwrap_err().to_string();
    assert!(refused("DELETE FROM audit_log_default").contains("permission denied"));
    db.migrate();
    assert!(
        refused("DELETE FROM audit_log_default").contains("permission denied"),
        "denied after rows were moved, too"
    );
    db.execute("GRANT DELETE ON audit_log_default TO CURRENT_USER");
    assert!(refused("DELETE FROM audit_log_default").contains("append-only"));
}

#[test]
fn rows_written_while_partitions_are_created_are_not_lost() {
    let db = database_without_new_partitions(2);
    let (is_done, written) = (AtomicBool::new(false), AtomicU32::new(0));
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !is_done.load(Ordering::Acquire) {
                    write_rows(&db, 1);
                    written.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        while written.load(Ordering::Relaxed) < 10 {
            thread::yield_now();
        }
        db.migrate();
        is_done.store(true, Ordering::Release);
    });
    let written = written.into_inner().to_string();
    for trail in ["audit_log", "security_events"] {
        assert_eq!(db.value(&format!("SELECT count(*) FROM {trail}")), Some(written.clone()), "{trail}");
        assert_eq!(count_in_default_partition(&db, trail).as_deref(), Some("0"), "{trail}");
    }
}

#[test]
fn retiring_old_months_removes_their_rows_from_the_default_partition() {
    let db = database_without_new_partitions(30);
    write_rows(&db, 30);
    let retired = retire_months(db.owner_url(), 24, None).unwrap();
    let of_trail = retired.iter().filter(|month| month.name.starts_with("audit_log")).count();
    assert_eq!(
        of_trail,
        1 + 6,
        "`audit_log_past`, and the partitions of the months from 30 to 25 months ago"
    );
    let newest_month = "SELECT max(subject_id) FROM audit_log WHERE action <> 'month_dropped'";
    assert_eq!(db.value(newest_month).as_deref(), Some("24"));
}

#[test]
fn missing_month_partitions_are_created_once() {
    let db = database_with_old_partitions();
    for trail in ["audit_log", "security_events"] {
        assert_eq!(
            partition_names(&db, trail).len(),
            1 + 36 + 1 + 12 + 1,
            "the past, the months since, this one, those ahead, and the default one"
        );
    }
    let before = partition_names(&db, "audit_log");
    db.migrate();
    assert_eq!(partition_names(&db, "audit_log"), before, "no partition is created twice");
}

#[test]
fn partitions_of_old_months_are_exported_to_files_and_dropped() {
    let db = database_with_old_partitions();
    let folder = tempfile::tempdir().unwrap();
    let retired = retire_months(db.owner_url(), 24, Some(folder.path())).unwrap();
    let of = |trail: &str| retired.iter().filter(|month| month.name.starts_with(trail)).count();
    assert_eq!(
        of("audit_log"),
        1 + 12,
        "`audit_log_past`, and the partitions of the months from 36 to 25 months ago"
    );
    assert_eq!(of("security_events"), 1 + 34, "`security_events_past`, and the partitions without events");
    assert_eq!(db.value("SELECT count(*) FROM security_events").as_deref(), Some("3"));
    let newest_month = "SELECT max(subject_id) FROM audit_log WHERE action <> 'month_dropped'";
    let oldest: i32 = db.value(newest_month).unwrap().parse().unwrap();
    assert_eq!(oldest, 24, "the month 24 months ago stays");

    let exported_count = db.value("SELECT count(*) || ' ' || bool_and(subject_id BETWEEN 202001 AND 209912) FROM audit_log WHERE action = 'month_dropped'");
    assert_eq!(exported_count.as_deref(), Some("13 true"), "the audit trail records the dropped months");

    let mut written: Vec<i64> = vec![];
    for file in retired.iter().filter_map(|month| month.file.as_ref()) {
        for line in fs::read_to_string(file).unwrap().lines() {
            let entry: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(entry["action"], format!("a{}", entry["subject_id"]));
            written.push(entry["subject_id"].as_i64().unwrap());
        }
    }
    written.sort_unstable();
    assert_eq!(written, (25..=40).collect::<Vec<_>>(), "each dropped row is in the files once");
    assert!(retire_months(db.owner_url(), 24, None).unwrap().is_empty());
}

#[test]
fn an_existing_archive_file_is_never_overwritten_and_its_month_is_not_dropped() {
    let db = database_with_old_partitions();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("audit_log_past.jsonl"), "kept").unwrap();
    let refused = retire_months(db.owner_url(), 24, Some(folder.path()));
    assert!(matches!(refused, Err(RetireError::File { .. })), "{refused:?}");
    assert_eq!(fs::read_to_string(folder.path().join("audit_log_past.jsonl")).unwrap(), "kept");
    assert!(partition_names(&db, "audit_log").contains(&"audit_log_past".to_owned()));
}

#[test]
fn at_least_a_year_of_the_audit_trail_is_retained() {
    let db = database_with_old_partitions();
    retire_months(db.owner_url(), 0, None).unwrap();
    assert_eq!(
        db.value("SELECT max(subject_id) FROM audit_log WHERE action <> 'month_dropped'").as_deref(),
        Some("12")
    );
}
