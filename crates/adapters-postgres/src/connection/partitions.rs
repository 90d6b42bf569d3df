//! Monthly partitions of the audit trail and the security events. Partitions are created in advance, and
//! dropped as a whole (docs/product/running.md#how-long-things-are-kept).
//!
//! SQL: raw, because partitions aren't in `schema`. Only PostgreSQL's catalog lists them.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use diesel::dsl::now;
use diesel::sql_types::{Integer, Text};
use diesel::{Connection, ExpressionMethods, PgConnection, QueryResult, RunQueryDsl, insert_into, sql_query};

use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;

use crate::connection::schema_lock::{MigrateError, open_for_schema, retry_on_lock_conflict};
use crate::shared::rows::{OneColumn, row_by_name};
use schema::audit_log;

const AUDIT: &str = "audit_log";
const EVENTS: &str = "security_events";
/// Number of future months that have partitions.
pub(crate) const MONTHS_AHEAD: i32 = 12;
/// Minimum number of months that the audit trail keeps, even if the operator asks for fewer.
pub(crate) const MIN_MONTHS: i32 = 12;
/// Selects the name and the end of each partition of a table. The table, as a `regclass`, must be appended.
pub(crate) const PARTITIONS_OF: &str = "
    SELECT inhrelid::regclass::text AS name,
        (regexp_match(pg_get_expr(relpartbound, pg_class.oid), 'TO \\(''([^'']+)''\\)'))[1]::timestamptz AS ends
    FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = ";
/// SQL expression for the last month of a partition, as a number such as 202611.
pub(crate) const LAST_MONTH: &str = "to_char(ends AT TIME ZONE 'UTC' - interval '1 day', 'YYYYMM')::integer";
/// Maximum number of audit entries that one query reads.
const SLICE: i32 = 5000;

/// Why old months couldn't be dropped. Months before the failed one are already dropped.
#[derive(Debug, thiserror::Error)]
pub enum RetireError {
    /// A query failed, or there was no connection.
    #[error(transparent)]
    Database(#[from] MigrateError),
    /// The month's export file could not be written.
    #[error("writing {path}")]
    File {
        /// Path of the export file.
        path: PathBuf,
        /// Why the file could not be written.
        source: std::io::Error,
    },
}

/// A monthly partition of the audit trail or of the security events that was dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DroppedMonth {
    /// Name of the partition's table.
    pub name: String,
    /// The file with the month's entries. `None` if the operator gave no folder, and for security events.
    pub file: Option<PathBuf>,
}

row_by_name! {
    struct Partition {
        name: String,
        /// The partition's last month, as a number such as 202611.
        month: i32,
    }
}

row_by_name! {
    struct Entry {
        id: i32,
        line: String,
    }
}

/// Creates the missing monthly partitions of the audit trail and the security events, for up to `months` future
/// months. Also creates a default partition for all other rows.
pub(crate) fn create_future_partitions(
    connection: &mut PgConnection,
    months: i32,
) -> Result<(), MigrateError> {
    for trail in [AUDIT, EVENTS] {
        let OneColumn::<i32>(created) =
            retry_on_lock_conflict(&format!("partitions of {trail} for coming months"), || {
                let make = sql_query("SELECT make_months_ahead($1, $2) AS made");
                Ok(make.bind::<Text, _>(trail).bind::<Integer, _>(months).get_result(connection)?)
            })?;
        if created > 0 {
            tracing::info!(trail, created, "created partitions for coming months");
        }
    }
    Ok(())
}

/// Drops partitions of the audit trail that ended at least `months` months before the current one, or at least
/// [`MIN_MONTHS`] if `months` is lower. With a folder, first exports each partition to a file. Also drops past
/// partitions of the security events that are empty. Returns all dropped partitions.
///
/// # Errors
/// Fails if a month can't be exported or dropped. Nothing of that month is lost.
pub fn retire_months(
    url: &str,
    months: i32,
    folder: Option<&Path>,
) -> Result<Vec<DroppedMonth>, RetireError> {
    let mut connection = open_for_schema(url)?;
    // Rows of months without a partition are in the default partition. Creating the missing partitions moves
    // these rows out of it.
    create_future_partitions(&mut connection, 0)?;
    let mut retired = vec![];
    for Partition { name, month } in ended_partitions(&mut connection, AUDIT, months.max(MIN_MONTHS))? {
        let file = folder.map(|folder| export_partition(&mut connection, &name, folder)).transpose()?;
        drop_partition(&mut connection, &name, Some(month))?;
        retired.push(DroppedMonth { name, file });
    }
    for Partition { name, .. } in ended_partitions(&mut connection, EVENTS, 0)? {
        let rows: Vec<OneColumn<i32>> =
            convert_query_error(sql_query(format!("SELECT id FROM {name} LIMIT 1")).load(&mut connection))?;
        if rows.is_empty() {
            drop_partition(&mut connection, &name, None)?;
            retired.push(DroppedMonth { name, file: None });
        }
    }
    Ok(retired)
}

/// Converts the error of a query to a [`MigrateError`].
fn convert_query_error<T>(outcome: QueryResult<T>) -> Result<T, MigrateError> {
    outcome.map_err(MigrateError::Query)
}

/// Returns partitions of the table `trail` that ended at least `months` months before the current one, oldest first.
fn ended_partitions(
    connection: &mut PgConnection,
    trail: &str,
    months: i32,
) -> Result<Vec<Partition>, MigrateError> {
    let partitions = sql_query(format!(
        "SELECT name, {LAST_MONTH} AS month FROM ({PARTITIONS_OF} $1::regclass) AS months
         WHERE ends <= (date_trunc('month', now() AT TIME ZONE 'UTC') - make_interval(months => $2)) AT TIME ZONE 'UTC'
         ORDER BY ends"
    ));
    convert_query_error(partitions.bind::<Text, _>(trail).bind::<Integer, _>(months).load(connection))
}

/// Writes a partition to a new file in `folder`, with one line per entry and ordered by id. The file is
/// synced to disk before this returns. Returns the file's path.
fn export_partition(
    connection: &mut PgConnection,
    partition: &str,
    folder: &Path,
) -> Result<PathBuf, RetireError> {
    let path = folder.join(format!("{partition}.jsonl"));
    let failed = |source| RetireError::File { path: path.clone(), source };
    let mut file = BufWriter::new(File::create_new(&path).map_err(failed)?);
    let mut last = i32::MIN;
    loop {
        let slice = sql_query(format!(
            "SELECT id, to_jsonb(entry)::text AS line FROM {partition} AS entry WHERE id > $1 ORDER BY id LIMIT {SLICE}"
        ));
        let entries: Vec<Entry> = convert_query_error(slice.bind::<Integer, _>(last).load(connection))?;
        let Some(newest) = entries.last() else { break };
        last = newest.id;
        for Entry { line, .. } in &entries {
            writeln!(file, "{line}").map_err(failed)?;
        }
    }
    file.into_inner().map_err(|error| failed(error.into_error()))?.sync_all().map_err(failed)?;
    Ok(path)
}

/// Drops a partition. For a partition of the audit trail, `month` is its last month, such as 202611, and the same
/// transaction adds an audit entry with this month. For a partition of the security events, `month` is `None`.
fn drop_partition(connection: &mut PgConnection, name: &str, month: Option<i32>) -> Result<(), MigrateError> {
    retry_on_lock_conflict(name, || {
        connection.transaction::<_, diesel::result::Error, _>(|connection| {
            sql_query(format!("DROP TABLE {name}")).execute(connection)?;
            if let Some(month) = month {
                insert_into(audit_log::table)
                    .values((
                        audit_log::action.eq(AuditAction::MonthDropped.as_str()),
                        audit_log::subject_kind.eq(AuditSubject::Audit.as_str()),
                        audit_log::subject_id.eq(month),
                        audit_log::created_at.eq(now),
                    ))
                    .execute(connection)?;
            }
            Ok(())
        })?;
        Ok(())
    })?;
    tracing::info!(name, "retired a month");
    Ok(())
}
