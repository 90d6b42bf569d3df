use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use adapters_postgres::MigrateError;
use adapters_postgres::OpenError;
use adapters_postgres::PgDatabase;
use adapters_postgres::PoolSettings;
use adapters_postgres::migrate;
use adapters_postgres::testing::TestDatabase;
use domain::shared::payable::Payable;
use ports::shared::store_error::StoreError;
use ports::store::{Database, TransactionEnd, in_transaction, with_store};

use crate::support::{self, ALL, World, new_user};

/// Opens a pool with these settings, which connects only on demand.
fn open_small_pool(db: &TestDatabase, settings: PoolSettings) -> PgDatabase {
    PgDatabase::open(db.url(), PoolSettings { min_idle: 0, ..settings }).unwrap()
}

fn count_users(database: &PgDatabase) -> i64 {
    with_store(database, |store| store.list(&support::users(None, ALL))).unwrap().total
}

fn is_unavailable<T>(outcome: &Result<T, StoreError>) -> bool {
    matches!(outcome, Err(StoreError::Unavailable(_)))
}

#[test]
fn a_transaction_commits_or_rolls_back_as_its_closure_decides() {
    let db = TestDatabase::new();
    let database = db.database();
    for (verdict, count) in [(TransactionEnd::Rollback, 0), (TransactionEnd::Commit, 1)] {
        database
            .transact(&mut |store| {
                store.insert_user(&new_user("ann@example.com")).unwrap();
                verdict
            })
            .unwrap();
        assert_eq!(count_users(&database), count);
    }
}

#[test]
fn without_a_transaction_each_statement_commits_by_itself() {
    let db = TestDatabase::new();
    let failed: Result<(), StoreError> = with_store(&db.database(), |store| {
        store.insert_user(&new_user("ann@example.com"))?;
        Err(StoreError::Failed("too late".into()))
    });
    assert!(failed.is_err());
    assert_eq!(count_users(&db.database()), 1);
}

#[test]
fn a_panic_rolls_back_its_transaction_and_frees_the_connection() {
    let db = TestDatabase::new();
    let database = open_small_pool(&db, PoolSettings { max_connections: 1, ..PoolSettings::default() });
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        database.transact(&mut |store| {
            store.insert_user(&new_user("ann@example.com")).unwrap();
            panic!("a defect")
        })
    }));
    assert_eq!(panicked.unwrap_err().downcast_ref::<&str>(), Some(&"a defect"));
    assert_eq!(count_users(&database), 0);
}

#[test]
fn a_transaction_that_ignored_a_failed_statement_cannot_commit() {
    let db = TestDatabase::new();
    db.execute("ALTER TABLE driving_profiles RENAME TO elsewhere");
    let outcome = db.database().transact(&mut |store| {
        let user = store.insert_user(&new_user("ann@example.com")).unwrap();
        assert!(store.profile(user.id).is_err());
        TransactionEnd::Commit
    });
    assert!(matches!(outcome, Err(StoreError::Failed(_))), "{outcome:?}");
    assert_eq!(count_users(&db.database()), 0);
}

#[test]
fn a_frozen_transaction_blocks_other_transactions_only_until_the_lock_timeout() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let toll = Payable::Toll(world.toll(user));
    let settings = PoolSettings { lock_timeout: Duration::from_millis(200), ..PoolSettings::default() };
    let database = open_small_pool(&world.db, settings);
    let (locked, wait) = mpsc::channel();
    let (release, released) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            in_transaction(&database, move |store| {
                let item = store.lock_payable_item(toll);
                locked.send(()).unwrap();
                let _ = released.recv();
                item
            })
        });
        wait.recv().unwrap();
        let second = in_transaction(&database, |store| store.lock_payable_item(toll));
        assert!(is_unavailable(&second), "{second:?}");
        // A statement that only reads doesn't wait for the lock.
        assert!(with_store(&database, |store| store.payable_item(toll)).unwrap().is_some());
        drop(release);
    });
    assert!(in_transaction(&database, |store| store.lock_payable_item(toll)).unwrap().is_some());
}

#[test]
fn a_statement_that_takes_too_long_is_canceled() {
    let db = TestDatabase::new();
    db.execute(
        "CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(20); RETURN NEW; END';
         CREATE TRIGGER slow BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION slowly()",
    );
    let settings = PoolSettings { statement_timeout: Duration::from_millis(200), ..PoolSettings::default() };
    let start = Instant::now();
    let outcome =
        with_store(&open_small_pool(&db, settings), |store| store.insert_user(&new_user("ann@example.com")));
    assert!(is_unavailable(&outcome), "{outcome:?}");
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_caller_gets_an_unavailable_error_if_no_connection_is_free_in_time() {
    let db = TestDatabase::new();
    let wait = Duration::from_secs(1);
    let database = open_small_pool(&db, PoolSettings { max_connections: 1, wait, ..PoolSettings::default() });
    with_store(&database, |_| {
        let start = Instant::now();
        let second = with_store(&database, |store| store.has_administrator());
        assert!(is_unavailable(&second), "{second:?}");
        assert!(start.elapsed() >= wait);
        Ok::<(), StoreError>(())
    })
    .unwrap();
    assert_eq!(count_users(&database), 0);
}

#[test]
fn the_pool_replaces_a_lost_connection() {
    let db = TestDatabase::new();
    let database = open_small_pool(&db, PoolSettings { max_connections: 1, ..PoolSettings::default() });
    // `pg_terminate_backend` returns only when the connections have ended.
    let kill = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()";
    let lost = in_transaction(&database, |store| {
        store.insert_user(&new_user("ann@example.com"))?;
        db.value(kill);
        store.has_administrator()
    });
    assert!(is_unavailable(&lost), "{lost:?}");
    assert_eq!(count_users(&database), 0, "the transaction was rolled back");
    // The pool detects without a query that an idle connection was lost, and doesn't hand it out.
    db.value(kill);
    assert_eq!(count_users(&database), 0);
}

#[test]
fn an_unreachable_database_is_reported_as_unavailable_within_the_timeout() {
    let dir = tempfile::tempdir().unwrap();
    let url = format!("postgres:///nowhere?host={}", dir.path().display());
    let database = PgDatabase::open(&url, PoolSettings::default()).unwrap();
    let start = Instant::now();
    assert!(is_unavailable(&database.check()));
    assert!(start.elapsed() < Duration::from_secs(3));
    assert!(matches!(migrate(&url, &url), Err(MigrateError::Serving(_))));
}

#[test]
fn the_database_check_detects_missing_migrations_and_accepts_unknown_ones() {
    let db = TestDatabase::new();
    db.database().check().unwrap();
    db.execute("INSERT INTO __diesel_schema_migrations (version) VALUES ('29991231000000')");
    db.database().check().unwrap();
    db.execute("DELETE FROM __diesel_schema_migrations WHERE version LIKE '%000006'");
    let error = db.database().check().unwrap_err();
    let StoreError::Unavailable(source) = error else { panic!("{error}") };
    assert!(source.to_string().contains("create_jobs"), "{source}");
    db.execute("DROP TABLE __diesel_schema_migrations");
    assert!(db.database().check().is_err());
}

#[test]
fn servers_that_start_concurrently_run_each_migration_once() {
    let db = TestDatabase::new();
    db.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    let counts: Vec<usize> = std::thread::scope(|scope| {
        let servers: Vec<_> = (0..4).map(|_| scope.spawn(|| db.migrate().len())).collect();
        servers.into_iter().map(|server| server.join().unwrap()).collect()
    });
    assert_eq!(counts.iter().sum::<usize>(), crate::support::migrations(), "{counts:?}");
    db.database().check().unwrap();
}

#[test]
fn an_unknown_stored_enum_value_is_an_error_instead_of_a_panic() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let ticket = world.ticket(user);
    world.payment(user, Payable::Ticket(ticket), "a");
    world.db.execute(
        "ALTER TABLE tickets DROP CONSTRAINT tickets_status_check; UPDATE tickets SET status = 'New';
         ALTER TABLE users DROP CONSTRAINT users_role_check; UPDATE users SET role = 'auditor';
         ALTER TABLE payments DROP CONSTRAINT payments_status_check; UPDATE payments SET status = 'new'
             , provider_intent_id = 'pi'",
    );
    let database = world.db.database();
    let failures = with_store(&database, |store| {
        Ok::<_, StoreError>([
            store.tickets_of(user).err(),
            store.ticket(ticket).err(),
            store.user(user).err(),
            store.list(&support::users(None, ALL)).err(),
            store.payment_by_intent("pi").err(),
        ])
    });
    for failure in failures.unwrap() {
        assert!(matches!(failure, Some(StoreError::Failed(_))), "{failure:?}");
    }
}

#[test]
fn debug_output_hides_the_password_and_sslmode_require_needs_the_tls_feature() {
    let database =
        PgDatabase::open("postgres://u:secret@h/d", PoolSettings { min_idle: 0, ..PoolSettings::default() });
    assert!(!format!("{:?}", database.unwrap()).contains("secret"));
    if cfg!(not(feature = "tls")) {
        let refused = PgDatabase::open("postgres://h/d?sslmode=require", PoolSettings::default());
        assert_eq!(refused.unwrap_err(), OpenError::NoTls);
    }
}
