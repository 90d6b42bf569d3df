use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use diesel::dsl::sum;
use diesel::pg::Pg;
use diesel::{
    BoolExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, QueryResult, RunQueryDsl,
    sql_query,
};
use domain::shared::ids::UserId;
use ports::security::watch::{
    AuditFilter, ConnectionSecurity, ConnectionState, EventFilter, RecordedEntry, RecordedEvent,
    SeverityCount, Watch,
};
use ports::shared::paging::{Page, Paged};
use ports::shared::store_error::StoreResult;
use serde_json::Value;

use crate::connection::migrations::check_schema;
use crate::shared::rows::{OneColumn, row_by_name};
use crate::shared::search::lower;
use crate::store::PgStore;
use schema::{audit_log, security_events, users};

type EventRow = (i32, String, String, String, String, Option<i32>, DateTime<Utc>, i32);
type EntryRow = (i32, Option<i32>, String, String, i32, Value, Value, Option<String>, DateTime<Utc>);

/// Selects facts about the connection and the database server for the security panel.
const CONNECTION: &str = "
    SELECT inet_client_addr() IS NULL
        OR inet_client_addr() <<= '127.0.0.0/8' OR inet_client_addr() <<= '::1/128' AS is_local,
        coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS is_encrypted,
        current_user::text AS role, current_setting('server_version_num')::integer AS version, pg_is_in_recovery() AS is_standby,
        (SELECT count(*) FROM pg_stat_replication) AS standbys, clock_timestamp() AS now";

row_by_name! {
    struct ConnectionRow {
        is_local: bool,
        is_encrypted: bool,
        role: String,
        version: i32,
        is_standby: bool,
        standbys: i64,
        now: DateTime<Utc>,
    }
}

/// Selects the number of future months for which both the audit trail and the security events have partitions.
const MONTHS_AHEAD: &str = "
    SELECT (12 * extract(year FROM ends) + extract(month FROM ends)
        - 12 * extract(year FROM today) - extract(month FROM today))::integer - 1 AS months
    FROM (SELECT least(trail_ends('audit_log'), trail_ends('security_events')) AT TIME ZONE 'UTC' AS ends,
        now() AT TIME ZONE 'UTC' AS today) AS times";

/// Returns the query for security events that match the filter.
fn events_query(filter: &EventFilter) -> security_events::BoxedQuery<'_, Pg> {
    let mut query = security_events::table.into_boxed();
    if let Some(kind) = filter.kind {
        query = query.filter(security_events::kind.eq(kind.as_str()));
    }
    if let Some(severity) = filter.severity {
        query = query.filter(security_events::severity.eq(severity.as_str()));
    }
    if let Some(address) = &filter.address {
        query = query.filter(security_events::address.eq(address));
    }
    if let Some(from) = filter.from {
        query = query.filter(security_events::created_at.ge(from));
    }
    if let Some(to) = filter.to {
        query = query.filter(security_events::created_at.lt(to));
    }
    query
}

/// Returns the query for audit entries that match the filter.
fn entries_query(filter: &AuditFilter) -> audit_log::BoxedQuery<'_, Pg> {
    let mut query = audit_log::table.into_boxed();
    if let Some(id) = filter.id {
        query = query.filter(audit_log::id.eq(id));
    }
    if let Some(actor) = filter.actor {
        query = query.filter(audit_log::actor_id.eq(actor.0));
    }
    if let Some(action) = filter.action {
        query = query.filter(audit_log::action.eq(action.as_str()));
    }
    if let Some(kind) = filter.subject_kind {
        query = query.filter(audit_log::subject_kind.eq(kind.as_str()));
    }
    if let Some(id) = filter.subject_id {
        query = query.filter(audit_log::subject_id.eq(id));
    }
    if let Some(from) = filter.from {
        query = query.filter(audit_log::created_at.ge(from));
    }
    if let Some(to) = filter.to {
        query = query.filter(audit_log::created_at.lt(to));
    }
    query
}

impl Watch for PgStore<'_> {
    fn security_events(&mut self, filter: &EventFilter, page: Page) -> StoreResult<Paged<RecordedEvent>> {
        let (found, rows): (usize, Vec<EventRow>) = self.run(|connection| {
            let mut slice = events_query(filter);
            if let Some(before) = filter.before {
                // The page starts after the row with the id `before`. If that row was deleted, the row with
                // the next lower id is used.
                let upto = security_events::table.filter(security_events::id.le(before));
                let at = upto.order(security_events::id.desc()).select(security_events::created_at);
                let at = at.first::<DateTime<Utc>>(connection).optional()?.unwrap_or_default();
                let is_older = security_events::created_at.lt(at).or(security_events::id.lt(before));
                slice = slice.filter(security_events::created_at.le(at)).filter(is_older);
            }
            let rows = slice
                .order((security_events::created_at.desc(), security_events::id.desc()))
                .limit(page.limit)
                .offset(page.offset)
                .load(connection)?;
            let found = events_query(filter).select(security_events::id).limit(MAX_COUNTED + 1);
            Ok((found.load::<i32>(connection)?.len(), rows))
        })?;
        let items = rows
            .into_iter()
            .map(|(id, kind, severity, address, path, user, at, times)| RecordedEvent {
                id,
                kind,
                severity,
                address,
                path,
                user_id: user.map(UserId),
                times,
                at,
            })
            .collect();
        Ok(capped_page(items, found))
    }

    fn security_event_counts(&mut self, since: DateTime<Utc>) -> StoreResult<Vec<SeverityCount>> {
        let rows: Vec<(String, Option<i64>)> = self.load(
            security_events::table
                .filter(security_events::created_at.ge(since))
                .group_by(security_events::severity)
                .select((security_events::severity, sum(security_events::times))),
        )?;
        Ok(rows
            .into_iter()
            .map(|(severity, times)| SeverityCount { severity, times: times.unwrap_or_default() })
            .collect())
    }

    fn audit_entries(&mut self, filter: &AuditFilter, page: Page) -> StoreResult<Paged<RecordedEntry>> {
        let (found, rows, emails): (usize, Vec<EntryRow>, BTreeMap<i32, String>) =
            self.run(|connection| {
                let mut slice = entries_query(filter);
                if let Some(before) = filter.before {
                    // The page starts after the row with the id `before`. If that row was deleted, the row
                    // with the next lower id is used.
                    let upto = audit_log::table.filter(audit_log::id.le(before));
                    let at = upto.order(audit_log::id.desc()).select(audit_log::created_at);
                    let at = at.first::<DateTime<Utc>>(connection).optional()?.unwrap_or_default();
                    let is_older = audit_log::created_at.lt(at).or(audit_log::id.lt(before));
                    slice = slice.filter(audit_log::created_at.le(at)).filter(is_older);
                }
                let rows: Vec<EntryRow> = slice
                    .order((audit_log::created_at.desc(), audit_log::id.desc()))
                    .limit(page.limit)
                    .offset(page.offset)
                    .load(connection)?;
                let actors: Vec<i32> = rows.iter().filter_map(|row| row.1).collect();
                let emails: QueryResult<Vec<(i32, String)>> = users::table
                    .filter(users::id.eq_any(actors))
                    .filter(users::closed_at.is_null())
                    .select((users::id, users::email))
                    .load(connection);
                let found = entries_query(filter).select(audit_log::id).limit(MAX_COUNTED + 1);
                Ok((found.load::<i32>(connection)?.len(), rows, emails?.into_iter().collect()))
            })?;
        let items = rows
            .into_iter()
            .map(|(id, actor, action, subject_kind, subject_id, before, after, address, at)| RecordedEntry {
                id,
                actor: actor.map(UserId),
                actor_email: actor.and_then(|actor| emails.get(&actor).cloned()),
                action,
                subject_kind,
                subject_id,
                before: text_fields(before),
                after: text_fields(after),
                address,
                at,
            })
            .collect();
        Ok(capped_page(items, found))
    }

    fn password_hashes_of(&mut self, emails: &[&'static str]) -> StoreResult<Vec<String>> {
        self.load(
            users::table
                .filter(lower(users::email).eq_any(emails))
                .filter(users::closed_at.is_null())
                .order(users::id)
                .select(users::password_hash),
        )
    }

    fn connection_state(&mut self) -> StoreResult<ConnectionState> {
        // SQL: raw, because the query calls functions and reads views of PostgreSQL
        // that aren't in `schema`.
        let row: ConnectionRow = self.get_result(sql_query(CONNECTION))?;
        let is_schema_current = check_schema(self.raw()).is_ok();
        let months_ahead = if is_schema_current {
            // SQL: raw, because the query calls functions that the migrations define, and
            // selects from a subquery.
            self.get_result::<OneColumn<i32>>(sql_query(MONTHS_AHEAD))?.0
        } else {
            0
        };
        let ConnectionRow { is_local, is_encrypted, role, version, is_standby, standbys, now } = row;
        let connection_security = match (is_encrypted, is_local) {
            (true, _) => ConnectionSecurity::Tls,
            (false, true) => ConnectionSecurity::Local,
            (false, false) => ConnectionSecurity::Open,
        };
        Ok(ConnectionState {
            connection_security,
            role,
            is_schema_current,
            months_ahead,
            version,
            is_standby,
            standbys,
            now,
        })
    }
}

/// Maximum number of rows that are counted. Counting the whole audit trail or all security events would take too long.
const MAX_COUNTED: i64 = 10_000;

/// Returns a page whose total is `total`, but at most [`MAX_COUNTED`].
fn capped_page<T>(items: Vec<T>, total: usize) -> Paged<T> {
    let total = i64::try_from(total).unwrap_or(i64::MAX);
    Paged { items, total: total.min(MAX_COUNTED), is_total_lower_bound: total > MAX_COUNTED, next: None }
}

/// Returns an entry's fields with their values as strings.
fn text_fields(fields: Value) -> Vec<(String, String)> {
    let Value::Object(fields) = fields else { return vec![] };
    let text = |value| match value {
        Value::String(text) => text,
        other => other.to_string(),
    };
    fields.into_iter().map(|(name, value)| (name, text(value))).collect()
}
