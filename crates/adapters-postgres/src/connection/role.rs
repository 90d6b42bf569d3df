//! Checks whether a role may serve requests. The role must own nothing, and have every privilege that requests
//! need (docs/DEPLOY.md#database-roles).
//!
//! SQL: raw, because the queries read privileges in PostgreSQL's catalog, which isn't in `schema`.

use diesel::sql_types::{Array, Text};
use diesel::{RunQueryDsl, sql_query};
use ports::shared::store_error::StoreError;

use crate::connection::database::PgDatabase;
use crate::connection::grants::{TABLES, TablePrivilege};
use crate::error::store_error;
use crate::shared::rows::row_by_name;

/// Why a production server refuses to start with a role.
#[derive(Debug, thiserror::Error)]
pub enum RoleError {
    /// The role has too many privileges, so an attacker who takes over the server could change append-only data.
    #[error(
        "the role of DATABASE_URL, {role}, {what}: use a role that owns nothing, and give the owner's URL to `server migrate` as MIGRATION_DATABASE_URL (docs/DEPLOY.md#database-roles)"
    )]
    TooMuch {
        /// Name of the role.
        role: String,
        /// The privilege or attribute that the role must not have, as the end of a sentence, such as `is a superuser`.
        what: String,
    },
    /// The role is missing a privilege, so requests would fail.
    #[error(
        "the role of DATABASE_URL, {role}, lacks privileges on {table}: `server migrate` grants them (docs/DEPLOY.md#database-roles)"
    )]
    TooLittle {
        /// Name of the role.
        role: String,
        /// The first table on which a privilege is missing.
        table: String,
    },
    /// The database could not be queried.
    #[error(transparent)]
    Store(#[from] StoreError),
}

row_by_name! {
    struct RoleRow {
        role: String,
        too_much: Option<String>,
        too_little: Option<String>,
    }
}

/// Selects the role's excessive and missing privileges. `$1` has the tables whose existing rows the role must
/// not change. `$2` and `$3` pair tables with required privileges.
const PRIVILEGE_FINDINGS_SQL: &str = "
    WITH kept AS (
        SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = ANY ($1)
    ), changed AS (
        SELECT oid FROM kept UNION SELECT inhrelid FROM pg_inherits WHERE inhparent IN (SELECT oid FROM kept)
    )
    SELECT current_user::text AS role, CASE
        WHEN rolsuper THEN 'is a superuser'
        WHEN EXISTS (
            SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND pg_has_role(relowner, 'MEMBER')
        ) THEN 'owns tables, or may act as a role that does'
        WHEN rolcreaterole THEN 'may create roles'
        WHEN pg_has_role('pg_execute_server_program', 'MEMBER') OR pg_has_role('pg_write_server_files', 'MEMBER')
            THEN 'may write files on the database''s machine'
        WHEN has_parameter_privilege('session_replication_role', 'SET') THEN 'may turn off triggers'
        WHEN has_schema_privilege('public', 'CREATE') OR has_database_privilege(current_database(), 'CREATE') THEN 'may create tables'
        ELSE (
            SELECT 'may change rows of ' || min(oid::regclass::text) FROM changed
            WHERE has_any_column_privilege(oid, 'UPDATE') OR has_table_privilege(oid, 'DELETE, TRUNCATE, TRIGGER')
        )
    END AS too_much, (
        SELECT min(name) FROM unnest($2, $3) AS needed (name, may)
        WHERE NOT has_table_privilege(to_regclass(format('public.%I', name)), may)
    ) AS too_little
    FROM pg_roles WHERE rolname = current_user";

impl PgDatabase {
    /// Checks that the role of this database's connections may serve requests in production.
    ///
    /// # Errors
    /// Fails if the role has too many or too few privileges, or if the query fails.
    pub fn check_role(&self) -> Result<(), RoleError> {
        let append_only: Vec<&str> = TABLES
            .iter()
            .filter(|(_, may)| *may != TablePrivilege::Change)
            .map(|(table, _)| *table)
            .collect();
        let (tables, rights): (Vec<&str>, Vec<&str>) =
            TABLES.iter().flat_map(|(table, may)| may.rights().iter().map(|right| (*table, *right))).unzip();
        let found: RoleRow = sql_query(PRIVILEGE_FINDINGS_SQL)
            .bind::<Array<Text>, _>(append_only)
            .bind::<Array<Text>, _>(tables)
            .bind::<Array<Text>, _>(rights)
            .get_result(&mut *self.connection()?)
            .map_err(store_error)?;
        match found {
            RoleRow { role, too_much: Some(what), .. } => Err(RoleError::TooMuch { role, what }),
            RoleRow { role, too_little: Some(table), .. } => Err(RoleError::TooLittle { role, table }),
            RoleRow { too_much: None, too_little: None, .. } => Ok(()),
        }
    }
}
