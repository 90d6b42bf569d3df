//! Database migrations, which are compiled into the server.
//!
//! SQL: raw, because the statements use advisory locks, PostgreSQL's catalog, and diesel_migrations' own table.

use std::time::Duration;

use diesel::connection::SimpleConnection;
use diesel::migration::{Migration, MigrationSource};
use diesel::pg::Pg;
use diesel::{PgConnection, RunQueryDsl, sql_query, sql_types};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::connection::grants::{connect_and_read_role, sync_privileges};
use crate::connection::partitions::{MONTHS_AHEAD, create_future_partitions};
use crate::connection::schema_lock::{
    MigrateError, SHORT_WAIT, open_for_schema, retry_on_lock_conflict, set_lock_timeout, take_lock,
};
use crate::error::store_error;
use crate::shared::rows::OneColumn;

/// All migrations in `migrations/`.
pub const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations");

/// The advisory lock under which release 0.1 migrates. The lock is released before an index is built concurrently, to
/// avoid a deadlock: the build waits for all running statements, and one of them may be a release 0.1 server's
/// statement that waits for this lock.
const RELEASE_0_1_LOCK: i64 = 0x6c61_6e65_7769_7365;
/// Lock timeout of a migration's statement outside a transaction. This timeout can be long, because no requests
/// have to wait for such a statement.
const LONG_WAIT: Duration = Duration::from_secs(120);

/// Applies the missing migrations, and returns their names. Also creates future partitions of the audit trail and the
/// security events, and grants privileges to the serving role. Grants nothing if a newer build has migrated the
/// database. `owner` is the URL for the role that owns all tables, and `server` is the URL for the serving role.
///
/// # Errors
/// Fails if there is no connection, or if a migration, a partition or a grant fails.
pub fn migrate(owner: &str, server: &str) -> Result<Vec<String>, MigrateError> {
    bring_up_to_date(owner, server, MONTHS_AHEAD)
}

/// Same as [`migrate`], but creates partitions for only two future months. Each test copies the
/// migrated database, and each partition makes copying slower.
#[cfg(feature = "testing")]
pub(crate) fn migrate_for_tests(owner: &str, server: &str) -> Result<(), MigrateError> {
    bring_up_to_date(owner, server, 2).map(drop)
}

/// Does the work of [`migrate`]. Creates partitions for the next `months` months.
fn bring_up_to_date(owner: &str, server: &str, months: i32) -> Result<Vec<String>, MigrateError> {
    let server = connect_and_read_role(server)?;
    let (mut connection, applied) = apply_to(owner, None)?;
    create_future_partitions(&mut connection, months)?;
    if knows_applied_migrations(&mut connection)? {
        sync_privileges(&mut connection, &server)?;
    } else {
        tracing::info!("a newer build migrated the database; its privileges stay");
    }
    Ok(applied)
}

/// Whether this build knows all applied migrations. If not, this build doesn't know which privileges
/// the newer schema needs.
fn knows_applied_migrations(connection: &mut PgConnection) -> Result<bool, MigrateError> {
    let applied = applied_versions(connection).map_err(MigrateError::Query)?;
    let known = MigrationSource::<Pg>::migrations(&MIGRATIONS).map_err(MigrateError::Migration)?;
    let known: Vec<String> = known.iter().map(|migration| migration.name().version().to_string()).collect();
    Ok(applied.iter().all(|version| known.contains(version)))
}

/// Applies the migrations up to and including the version `last`, such as the last one of a release. Returns
/// the names of the applied migrations.
#[cfg(feature = "testing")]
pub(crate) fn migrate_to(url: &str, last: &str) -> Result<Vec<String>, MigrateError> {
    apply_to(url, Some(last)).map(|(_, applied)| applied)
}

/// Applies the missing migrations up to the version `last`, or all of them if `last` is `None`. Returns the
/// connection, which has the migration lock, and the names of the applied migrations.
fn apply_to(url: &str, last: Option<&str>) -> Result<(PgConnection, Vec<String>), MigrateError> {
    let mut connection = open_for_schema(url)?;
    take_lock(&mut connection, RELEASE_0_1_LOCK)?;
    let mut pending = connection.pending_migrations(MIGRATIONS).map_err(MigrateError::Migration)?;
    pending
        .retain(|migration| last.is_none_or(|last| migration.name().version().to_string().as_str() <= last));
    let mut applied = Vec::new();
    let mut has_release_0_1_lock = true;
    for migration in &pending {
        if has_release_0_1_lock && !migration.metadata().run_in_transaction() {
            sql_query("SELECT pg_advisory_unlock($1)")
                .bind::<sql_types::BigInt, _>(RELEASE_0_1_LOCK)
                .execute(&mut connection)
                .map_err(MigrateError::Query)?;
            has_release_0_1_lock = false;
        }
        applied.push(apply(&mut connection, &**migration)?);
    }
    set_lock_timeout(&mut connection, SHORT_WAIT)?;
    Ok((connection, applied))
}

/// Applies a migration, and returns its name. Retries while the migration doesn't get its locks. If the migration
/// runs outside a transaction, first drops unfinished indexes.
fn apply(connection: &mut PgConnection, migration: &dyn Migration<Pg>) -> Result<String, MigrateError> {
    let name = migration.name().to_string();
    let is_transaction = migration.metadata().run_in_transaction();
    set_lock_timeout(connection, if is_transaction { SHORT_WAIT } else { LONG_WAIT })?;
    retry_on_lock_conflict(&name, || {
        if !is_transaction {
            drop_unfinished_indexes(connection)?;
        }
        connection.run_migration(migration)
    })?;
    Ok(name)
}

/// Drops indexes that an interrupted migration left unfinished. Unfinished indexes slow down writes, and no
/// query uses them. The next attempt of the migration would skip these indexes, because they exist.
fn drop_unfinished_indexes(connection: &mut PgConnection) -> diesel::QueryResult<()> {
    let unfinished: Vec<OneColumn<String>> = sql_query(
        "SELECT format('DROP INDEX CONCURRENTLY IF EXISTS %s', indexrelid::regclass) AS statement
         FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
         WHERE NOT indisvalid AND relkind = 'i' AND relnamespace = 'public'::regnamespace
             AND indexrelid NOT IN (SELECT index_relid FROM pg_stat_progress_create_index WHERE index_relid IS NOT NULL)",
    )
    .load(connection)?;
    unfinished.iter().try_for_each(|OneColumn(drop)| connection.batch_execute(drop))
}

/// Returns the versions of the applied migrations.
pub(crate) fn applied_versions(connection: &mut PgConnection) -> diesel::QueryResult<Vec<String>> {
    let applied: Vec<OneColumn<String>> =
        sql_query("SELECT version FROM __diesel_schema_migrations").load(connection)?;
    Ok(applied.into_iter().map(|OneColumn(version)| version).collect())
}

/// Checks that all known migrations are applied. Unknown newer ones are accepted, because a newer build
/// may be rolling out.
pub(crate) fn check_schema(connection: &mut PgConnection) -> StoreResult<()> {
    let applied = applied_versions(connection).map_err(store_error)?;
    let known = MigrationSource::<Pg>::migrations(&MIGRATIONS).map_err(StoreError::Failed)?;
    let missing: Vec<String> = known
        .iter()
        .map(|migration| migration.name())
        .filter(|name| !applied.contains(&name.version().to_string()))
        .map(ToString::to_string)
        .collect();
    if missing.is_empty() {
        Ok(())
    } else {
        Err(StoreError::Unavailable(format!("the database lacks migrations: {}", missing.join(", ")).into()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
    use std::thread::{scope, sleep};
    use std::time::{Duration, Instant};

    use diesel::connection::SimpleConnection;
    use diesel::migration::{Migration, MigrationMetadata, MigrationName, MigrationVersion};
    use diesel::pg::Pg;

    use super::apply;
    use crate::connection::schema_lock::{MIGRATION_LOCK, take_lock};
    use crate::testing::TestDatabase;

    /// A migration that only the tests below use.
    struct TestMigration {
        up: &'static str,
        is_transaction: bool,
    }

    struct Name;

    impl MigrationName for Name {
        fn version(&self) -> MigrationVersion<'_> {
            MigrationVersion::from("99991231000000")
        }
    }

    impl std::fmt::Display for Name {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("9999-12-31-000000_made")
        }
    }

    impl MigrationMetadata for TestMigration {
        fn run_in_transaction(&self) -> bool {
            self.is_transaction
        }
    }

    type Connection<'a> = &'a mut dyn diesel::connection::BoxableConnection<Pg>;

    impl Migration<Pg> for TestMigration {
        fn run(&self, connection: Connection<'_>) -> diesel::migration::Result<()> {
            Ok(connection.batch_execute(self.up)?)
        }

        fn revert(&self, _: Connection<'_>) -> diesel::migration::Result<()> {
            Ok(())
        }

        fn metadata(&self) -> &dyn MigrationMetadata {
            self
        }

        fn name(&self) -> &dyn MigrationName {
            &Name
        }
    }

    #[test]
    fn a_migration_waits_for_a_long_transaction_without_blocking_readers() {
        let db = TestDatabase::new();
        let mut long = db.connection();
        long.batch_execute("BEGIN; SELECT FROM users").unwrap();
        let migration =
            TestMigration { up: "ALTER TABLE users ADD COLUMN made integer", is_transaction: true };
        let (is_done, served) = (AtomicBool::new(false), AtomicU32::new(0));
        scope(|scope| {
            scope.spawn(|| {
                apply(&mut db.connection(), &migration).unwrap();
                is_done.store(true, Ordering::Release);
            });
            let reader = scope.spawn(|| {
                let mut connection = db.connection();
                // This timeout is shorter than the long transaction. A reader that had to wait for
                // that transaction would fail.
                connection.batch_execute("SET lock_timeout = 1500").unwrap();
                while !is_done.load(Ordering::Acquire) {
                    connection.batch_execute("SELECT FROM users").unwrap();
                    served.fetch_add(1, Ordering::Relaxed);
                }
            });
            sleep(Duration::from_secs(2));
            assert!(!is_done.load(Ordering::Acquire), "the migration did not wait for the lock");
            assert!(served.load(Ordering::Relaxed) > 10, "readers were not blocked");
            long.batch_execute("ROLLBACK").unwrap();
            reader.join().unwrap();
        });
        assert_eq!(db.value("SELECT made FROM users UNION ALL SELECT 1").as_deref(), Some("1"));
        let applied_count =
            "SELECT count(*) FROM __diesel_schema_migrations WHERE version = '99991231000000'";
        assert_eq!(db.value(applied_count).as_deref(), Some("1"));
    }

    #[test]
    fn a_half_built_index_is_dropped_and_rebuilt() {
        let db = TestDatabase::new();
        db.execute(
            "INSERT INTO blocked_ips (address, reason, blocked_at, expires_at)
             SELECT 'a' || n, 'same', now(), now() + '1 h' FROM generate_series(1, 2) AS n",
        );
        let build = "CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS made_index ON blocked_ips (reason)";
        let migration = TestMigration { up: build, is_transaction: false };
        assert!(apply(&mut db.connection(), &migration).is_err(), "two rows have the same reason");
        let valid = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('made_index')";
        assert_eq!(db.value(valid).as_deref(), Some("false"));
        db.execute("UPDATE blocked_ips SET reason = address");
        apply(&mut db.connection(), &migration).unwrap();
        assert_eq!(db.value(valid).as_deref(), Some("true"));
    }

    #[test]
    fn an_index_is_built_while_another_server_waits_to_migrate() {
        let db = TestDatabase::new();
        let mut first = db.connection();
        take_lock(&mut first, MIGRATION_LOCK).unwrap();
        let is_built = AtomicBool::new(false);
        scope(|scope| {
            let second = scope.spawn(|| {
                super::migrate(db.owner_url(), db.url()).unwrap();
                assert!(is_built.load(Ordering::Acquire), "it waited");
            });
            let started_at = Instant::now();
            let waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%try_advisory%'";
            while db.value(waiting).as_deref() < Some("3") {
                assert!(
                    started_at.elapsed() < Duration::from_secs(20),
                    "the second server never asked for its turn"
                );
            }
            let build = "CREATE INDEX CONCURRENTLY IF NOT EXISTS made_index ON blocked_ips (reason)";
            apply(&mut first, &TestMigration { up: build, is_transaction: false }).unwrap();
            is_built.store(true, Ordering::Release);
            drop(first);
            second.join().unwrap();
        });
    }
}
