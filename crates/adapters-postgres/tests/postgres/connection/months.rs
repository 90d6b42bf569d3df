//! Months of the trails: there ahead of time, and retired whole (docs/PRODUCT.md#how-long-things-are-kept).

use std::fs;

use adapters_postgres::testing::TestDatabase;
use adapters_postgres::{RetireError, retire_months};

fn months(db: &TestDatabase, trail: &str) -> Vec<String> {
    let partitions = format!(
        "SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = '{trail}'::regclass ORDER BY inhrelid::regclass::text"
    );
    db.values(&partitions).into_iter().flatten().collect()
}

/// As if Lanewise had been partitioned three years ago: the past ends then, and each month since has its partition.
fn old() -> TestDatabase {
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

#[test]
fn months_that_are_missing_are_made() {
    let db = old();
    for trail in ["audit_log", "security_events"] {
        assert_eq!(
            months(&db, trail).len(),
            1 + 36 + 1 + 12,
            "the past, the months since, this one, those ahead"
        );
    }
    let before = months(&db, "audit_log");
    db.migrate();
    assert_eq!(months(&db, "audit_log"), before, "nothing is made twice");
}

#[test]
fn old_months_are_written_to_files_and_dropped_whole() {
    let db = old();
    let folder = tempfile::tempdir().unwrap();
    let retired = retire_months(db.owner_url(), 24, Some(folder.path())).unwrap();
    let of = |trail: &str| retired.iter().filter(|month| month.name.starts_with(trail)).count();
    assert_eq!(of("audit_log"), 1 + 12, "the past, and the months from 36 to 25 ago");
    assert_eq!(of("security_events"), 1 + 34, "those without events");
    assert_eq!(db.value("SELECT count(*) FROM security_events").as_deref(), Some("3"));
    let kept = "SELECT max(subject_id) FROM audit_log WHERE action <> 'month_dropped'";
    let oldest: i32 = db.value(kept).unwrap().parse().unwrap();
    assert_eq!(oldest, 24, "what is 24 months old stays");

    let told = db.value("SELECT count(*) || ' ' || bool_and(subject_id BETWEEN 202001 AND 209912) FROM audit_log WHERE action = 'month_dropped'");
    assert_eq!(told.as_deref(), Some("13 true"), "the trail says which months are gone");

    let mut written: Vec<i64> = vec![];
    for file in retired.iter().filter_map(|month| month.file.as_ref()) {
        for line in fs::read_to_string(file).unwrap().lines() {
            let entry: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(entry["action"], format!("a{}", entry["subject_id"]));
            written.push(entry["subject_id"].as_i64().unwrap());
        }
    }
    written.sort_unstable();
    assert_eq!(written, (25..=40).collect::<Vec<_>>(), "what is gone is in the files, once");
    assert!(retire_months(db.owner_url(), 24, None).unwrap().is_empty());
}

#[test]
fn a_file_is_never_written_over_and_its_month_stays() {
    let db = old();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("audit_log_past.jsonl"), "kept").unwrap();
    let refused = retire_months(db.owner_url(), 24, Some(folder.path()));
    assert!(matches!(refused, Err(RetireError::File { .. })), "{refused:?}");
    assert_eq!(fs::read_to_string(folder.path().join("audit_log_past.jsonl")).unwrap(), "kept");
    assert!(months(&db, "audit_log").contains(&"audit_log_past".to_owned()));
}

#[test]
fn a_year_of_the_audit_trail_always_stays() {
    let db = old();
    retire_months(db.owner_url(), 0, None).unwrap();
    assert_eq!(
        db.value("SELECT max(subject_id) FROM audit_log WHERE action <> 'month_dropped'").as_deref(),
        Some("12")
    );
}
