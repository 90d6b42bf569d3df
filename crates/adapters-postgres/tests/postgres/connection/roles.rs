//! Tests of the two database roles. The first role owns the tables and runs the migrations. The second role
//! serves requests, and only has the listed privileges (docs/DEPLOY.md#database-roles).

use std::collections::{BTreeMap, BTreeSet};
use std::time::{SystemTime, UNIX_EPOCH};

use adapters_postgres::testing::TestDatabase;
use adapters_postgres::{PgDatabase, PoolSettings, RoleError, TABLES, TablePrivilege, migrate};
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection};

/// Returns the error message of a statement; empty if the statement succeeded.
fn execution_error(url: &str, statement: &str) -> String {
    let mut connection = PgConnection::establish(url).unwrap();
    connection.batch_execute(statement).err().map(|error| error.to_string()).unwrap_or_default()
}

/// Returns the tables to which the serving role can only add rows, such as the audit trail and the ledger, and
/// the partitions of the audit trail.
fn append_only_tables(db: &TestDatabase) -> Vec<String> {
    let tables: Vec<&str> =
        TABLES.iter().filter(|(_, may)| *may == TablePrivilege::Add).map(|(table, _)| *table).collect();
    let partitions =
        db.values("SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'audit_log'::regclass");
    tables.into_iter().map(str::to_owned).chain(partitions.into_iter().flatten()).collect()
}

/// Returns the privileges of the serving role on each table, partition and sequence.
fn serving_role_privileges(db: &TestDatabase) -> BTreeMap<String, String> {
    let rows = db.values(
        "SELECT relname || ' ' || string_agg(privilege_type, ', ' ORDER BY privilege_type)
         FROM pg_class, aclexplode(relacl) WHERE grantee = 'lanewise_server'::regrole GROUP BY relname",
    );
    rows.iter()
        .flatten()
        .map(|row| row.split_once(' ').unwrap())
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .collect()
}

#[test]
fn every_table_is_listed_in_the_grants() {
    let db = TestDatabase::new();
    let there = db.values(
        "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
             AND NOT relispartition",
    );
    let there: BTreeSet<&str> = there.iter().flatten().map(String::as_str).collect();
    let listed: BTreeSet<&str> = TABLES.iter().map(|(table, _)| *table).collect();
    let undecided: Vec<_> = there.difference(&listed).collect();
    assert!(
        undecided.is_empty(),
        "say in src/connection/grants.rs what the server may do with {undecided:?}"
    );
    assert_eq!(listed.difference(&there).collect::<Vec<_>>(), [&""; 0], "no such table");
    assert!(TABLES.is_sorted_by_key(|(table, _)| *table));
}

#[test]
fn the_serving_role_has_exactly_the_listed_privileges() {
    let db = TestDatabase::new();
    db.migrate();
    let mut expected: BTreeMap<String, String> = TABLES
        .iter()
        .map(|(table, may)| {
            let rights = match may {
                TablePrivilege::Change => "DELETE, INSERT, SELECT, UPDATE",
                TablePrivilege::Add => "INSERT, SELECT",
                TablePrivilege::Read => "SELECT",
            };
            ((*table).to_owned(), rights.to_owned())
        })
        .collect();
    for sequence in ["parking_id_seq", "tickets_id_seq", "tolls_id_seq"] {
        expected.insert(sequence.to_owned(), "USAGE".to_owned());
    }
    assert_eq!(serving_role_privileges(&db), expected, "partitions have no separate privileges");
}

#[test]
fn the_serving_role_cannot_change_append_only_tables() {
    let db = TestDatabase::new();
    let tables = append_only_tables(&db);
    assert!(tables.len() > 6 && tables.contains(&"audit_log_past".to_owned()), "{tables:?}");
    for table in tables {
        for statement in [
            format!("DELETE FROM {table}"),
            format!("TRUNCATE {table}"),
            format!("SELECT FROM {table} FOR UPDATE"),
        ] {
            assert_eq!(
                execution_error(db.url(), &statement),
                format!("permission denied for table {table}"),
                "{statement}"
            );
        }
        for statement in [
            format!("ALTER TABLE {table} DISABLE TRIGGER ALL"),
            format!("ALTER TABLE {table} ADD COLUMN more integer"),
            format!("ALTER TABLE {table} OWNER TO lanewise_server"),
            format!("DROP TABLE {table} CASCADE"),
            format!("CREATE INDEX made ON {table} ((1))"),
        ] {
            assert_eq!(
                execution_error(db.url(), &statement),
                format!("must be owner of table {table}"),
                "{statement}"
            );
        }
        let trigger =
            format!("CREATE TRIGGER made BEFORE INSERT ON {table} EXECUTE FUNCTION refuse_change()");
        assert_eq!(execution_error(db.url(), &trigger), format!("permission denied for table {table}"));
    }
    for (table, column) in [
        ("audit_log", "action = 'x'"),
        ("audit_log_past", "action = 'x'"),
        ("audit_seals", "mac = previous"),
        ("ledger_entries", "kind = kind"),
        ("ledger_postings", "amount_cents = 1"),
        ("data_keys", "id = id"),
    ] {
        let statement = format!("UPDATE {table} SET {column}");
        assert_eq!(execution_error(db.url(), &statement), format!("permission denied for table {table}"));
    }
}

#[test]
fn the_serving_role_cannot_create_objects_or_become_another_role() {
    let db = TestDatabase::new();
    db.migrate();
    for (statement, refused) in [
        ("CREATE TABLE made (id integer)", "permission denied for schema public"),
        (
            "CREATE FUNCTION made() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
            "permission denied for schema public",
        ),
        ("SELECT make_months_ahead('audit_log', 40)", "permission denied for schema public"),
        ("CREATE TEMPORARY TABLE made (id integer)", "permission denied to create temporary tables"),
        ("CREATE SCHEMA made", "permission denied for database"),
        ("CREATE ROLE made", "permission denied to create role"),
        ("SET ROLE lanewise", "permission denied to set role"),
        ("SET SESSION AUTHORIZATION lanewise", "permission denied to set session authorization"),
        ("SET session_replication_role = replica", "permission denied to set parameter"),
        ("ALTER FUNCTION refuse_change() RENAME TO made", "must be owner of function"),
        ("DELETE FROM __diesel_schema_migrations", "permission denied for table"),
        ("UPDATE installation SET id = id", "permission denied for table"),
        ("COPY users TO PROGRAM 'cat'", "permission denied to COPY"),
    ] {
        assert!(
            execution_error(db.url(), statement).contains(refused),
            "{statement}: {}",
            execution_error(db.url(), statement)
        );
    }
    assert_eq!(execution_error(db.url(), "LISTEN lanewise; NOTIFY lanewise"), "");
}

#[test]
fn migrating_corrects_privileges_and_grants_them_on_new_partitions() {
    let db = TestDatabase::new();
    let before = serving_role_privileges(&db);
    db.execute(
        "GRANT UPDATE, DELETE ON audit_log TO lanewise_server; GRANT SELECT ON audit_log_past TO lanewise_server;
         REVOKE ALL ON users FROM lanewise_server; CREATE TABLE strange (id integer); GRANT ALL ON strange TO lanewise_server;
         GRANT CREATE ON SCHEMA public TO PUBLIC",
    );
    assert_ne!(serving_role_privileges(&db), before);
    db.migrate();
    assert_eq!(serving_role_privileges(&db), before);
    assert!(execution_error(db.url(), "CREATE TABLE made (id integer)").contains("permission denied"));
    let ahead = "INSERT INTO audit_log (action, subject_kind, subject_id, created_at)
        VALUES ('x', 'user', 1, now() + interval '11 months')";
    assert_eq!(execution_error(db.url(), ahead), "");
    db.migrate();
}

#[test]
fn migrating_keeps_privileges_granted_by_a_newer_build() {
    let db = TestDatabase::new();
    db.execute(
        "INSERT INTO __diesel_schema_migrations (version) VALUES ('29991231000000');
         CREATE TABLE newer (id integer); GRANT SELECT ON newer TO lanewise_server",
    );
    db.migrate();
    assert_eq!(serving_role_privileges(&db).get("newer").map(String::as_str), Some("SELECT"));
}

/// A database role of one test. The role is dropped together with this value.
struct Role<'a> {
    name: String,
    db: &'a TestDatabase,
}

impl<'a> Role<'a> {
    /// Creates a role without privileges. Its name contains characters that must be quoted.
    fn new(db: &'a TestDatabase) -> Self {
        let nanos = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos();
        let role = Self { name: format!("Odd \"role\" {nanos}"), db };
        role.superuser(&format!("CREATE ROLE {} LOGIN", role.quoted()));
        role
    }

    fn quoted(&self) -> String {
        format!("\"{}\"", self.name.replace('"', "\"\""))
    }

    /// Executes a statement as the superuser.
    fn superuser(&self, statement: &str) {
        assert_eq!(execution_error(&self.db.superuser_url(), statement), "", "{statement}");
    }

    /// Returns the database's URL for this role.
    fn url(&self) -> String {
        let name = self.name.replace(' ', "%20").replace('"', "%22");
        self.db.url().replace("user=lanewise_server", &format!("user={name}"))
    }

    /// Returns the result of the check that a server runs at its start in production.
    fn check(&self) -> Result<(), RoleError> {
        check_role_of(&self.url())
    }
}

impl Drop for Role<'_> {
    fn drop(&mut self) {
        let role = self.quoted();
        let _ = execution_error(&self.db.superuser_url(), &format!("DROP OWNED BY {role}; DROP ROLE {role}"));
    }
}

/// Same as [`Role::check`], for the role of this `url`.
fn check_role_of(url: &str) -> Result<(), RoleError> {
    let settings = PoolSettings { max_connections: 1, min_idle: 0, ..PoolSettings::default() };
    PgDatabase::open(url, settings).unwrap().check_role()
}

/// Asserts that the role was refused, because it has the privilege that `expected` describes.
#[track_caller]
fn assert_refused_privilege(checked: Result<(), RoleError>, expected: &str) {
    match checked {
        Err(RoleError::TooMuch { what, .. }) => assert!(what.contains(expected), "{what}"),
        other => panic!("{expected}: {other:?}"),
    }
}

#[test]
fn production_accepts_only_the_serving_role() {
    let db = TestDatabase::new();
    check_role_of(db.url()).unwrap();
    assert_refused_privilege(check_role_of(db.owner_url()), "owns tables");
    assert_refused_privilege(check_role_of(&db.superuser_url()), "is a superuser");
}

#[test]
fn production_refuses_a_role_with_too_many_or_too_few_privileges() {
    let db = TestDatabase::new();
    let role = Role::new(&db);
    let name = role.quoted();
    let little = role.check();
    assert!(matches!(&little, Err(RoleError::TooLittle { table, .. }) if table == TABLES[0].0), "{little:?}");
    migrate(db.owner_url(), &role.url()).unwrap();
    role.check().unwrap();
    for (grants, revokes, expected) in [
        ("GRANT lanewise TO #", "REVOKE lanewise FROM #", "may act as a role"),
        ("ALTER ROLE # CREATEROLE", "ALTER ROLE # NOCREATEROLE", "may create roles"),
        (
            "GRANT pg_write_server_files TO #",
            "REVOKE pg_write_server_files FROM #",
            "may write files on the database's machine",
        ),
        (
            "GRANT SET ON PARAMETER session_replication_role TO #",
            "REVOKE SET ON PARAMETER session_replication_role FROM #",
            "may turn off triggers",
        ),
        ("GRANT CREATE ON SCHEMA public TO #", "REVOKE CREATE ON SCHEMA public FROM #", "may create tables"),
        (
            "GRANT UPDATE (action) ON audit_log TO #",
            "REVOKE UPDATE (action) ON audit_log FROM #",
            "may change rows of audit_log",
        ),
        ("GRANT DELETE ON audit_log_past TO #", "REVOKE DELETE ON audit_log_past FROM #", "audit_log_past"),
        ("GRANT TRUNCATE ON audit_seals TO #", "REVOKE TRUNCATE ON audit_seals FROM #", "audit_seals"),
        ("GRANT pg_write_all_data TO #", "REVOKE pg_write_all_data FROM #", "may change rows of"),
    ] {
        role.superuser(&grants.replace('#', &name));
        assert_refused_privilege(role.check(), expected);
        role.superuser(&revokes.replace('#', &name));
        role.check().unwrap();
    }
    db.execute(&format!("REVOKE UPDATE ON users FROM {name}"));
    let little = role.check();
    assert!(matches!(&little, Err(RoleError::TooLittle { table, .. }) if table == "users"), "{little:?}");
}
