//! A database as large as that of a large installation, for measurements and for checking query plans.
//!
//! SQL: raw, because the statements are in a file or read PostgreSQL's catalog.

use diesel::connection::SimpleConnection;
use diesel::sql_types::Text;
use diesel::{Connection, PgConnection, QueryResult, RunQueryDsl, sql_query};

use crate::shared::rows::{OneColumn, row_by_name};

const PARTS: &str = include_str!("large.sql");

/// Numbers of rows to create.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Number of users. Half of them have a plate, and half requested a status check.
    pub users: u32,
    /// Number of traffic tickets.
    pub tickets: u32,
    /// Number of rows in each queue, such as hires. Most other tables have a fraction or a multiple of this number.
    pub queue: u32,
}

impl Size {
    /// A million users and five million tickets.
    pub const LARGE: Self = Self { users: 1_000_000, tickets: 5_000_000, queue: 500_000 };
}

row_by_name! {
    struct Statement {
        without: String,
        with: String,
    }
}

/// Selects the statements that drop and create all indexes and foreign keys that no other object depends on.
/// Creating them after filling a table is many times faster than updating them with each row. An index of a
/// partitioned table is also created on its partitions.
const REBUILD_INDEXES_SQL: &str = "
    SELECT format('DROP INDEX %I', indexname) AS without, replace(indexdef, ' ON ONLY ', ' ON ') AS with FROM pg_indexes
    WHERE schemaname = 'public' AND tablename = $1
        AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = format('%I', indexname)::regclass)
    UNION ALL
    SELECT format('ALTER TABLE %I DROP CONSTRAINT %I', $1, conname),
        format('ALTER TABLE %I ADD CONSTRAINT %I %s', $1, conname, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE contype = 'f' AND conrelid = $1::regclass";

/// Fills the tables in `large.sql` that have at most one row. The first administrator must exist.
/// `report_progress` is called with the progress.
pub fn fill(
    connection: &mut PgConnection,
    password_hash: &str,
    size: Size,
    report_progress: &mut dyn FnMut(&str),
) -> QueryResult<()> {
    connection.batch_execute(
        "SET statement_timeout = 0; SET synchronous_commit = off; SET maintenance_work_mem = '256MB'; SET work_mem = '64MB'",
    )?;
    let parts = PARTS
        .replace(":password_hash", &format!("'{}'", password_hash.replace('\'', "''")))
        .replace(":users", &size.users.to_string())
        .replace(":tickets", &size.tickets.to_string())
        .replace(":queue", &size.queue.to_string());
    let mut parts = parts.split("-- Fill: ");
    connection.batch_execute(parts.next().unwrap_or_default())?;
    for part in parts {
        let (table, sql) = part.split_once('\n').unwrap_or_default();
        let is_filled = format!("SELECT count(*) > 1 AS yes FROM (SELECT FROM {table} LIMIT 2) AS found");
        let found: Vec<OneColumn<bool>> = sql_query(is_filled).load(connection)?;
        if found.iter().any(|OneColumn(yes)| *yes) {
            report_progress(&format!("{table}: already filled"));
            continue;
        }
        let has_numbers = format!(
            "SELECT EXISTS (SELECT FROM information_schema.columns WHERE table_schema = 'public'
                AND table_name = '{table}' AND column_name = 'citation_number') AS yes"
        );
        let numbered: Vec<OneColumn<bool>> = sql_query(has_numbers).load(connection)?;
        let is_numbered = numbered.iter().any(|OneColumn(yes)| *yes);
        let sql = if is_numbered { sql.replace("-- Numbered: ", "") } else { sql.to_owned() };
        report_progress(&format!("{table} …"));
        connection.transaction(|connection| {
            let later: Vec<Statement> =
                sql_query(REBUILD_INDEXES_SQL).bind::<Text, _>(table).load(connection)?;
            for Statement { without, .. } in &later {
                connection.batch_execute(without)?;
            }
            connection.batch_execute(&sql)?;
            for Statement { with, .. } in &later {
                connection.batch_execute(with)?;
            }
            QueryResult::Ok(())
        })?;
    }
    // News and changes about the new items are deleted, so that no driver is notified about them. The last
    // release doesn't have this table.
    connection.batch_execute(
        "DO $$ BEGIN IF to_regclass('news_items') IS NOT NULL THEN TRUNCATE news_items; END IF; END $$",
    )?;
    report_progress("statistics …");
    connection.batch_execute("VACUUM ANALYZE")
}
