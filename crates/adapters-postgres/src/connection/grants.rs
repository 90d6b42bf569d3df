//! The privileges of the serving role (docs/DEPLOY.md#database-roles, docs/adr/0015-two-roles.md). The
//! migrating role owns everything. After each migration it grants the serving role exactly the privileges
//! listed here.

use diesel::connection::SimpleConnection;
use diesel::sql_types::{Bool, Text};
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, sql_query};

use crate::connection::conninfo::{Purpose, complete};
use crate::connection::turn::{MigrateError, patiently};
use crate::connection::watch::connect_unwatched;

/// What the serving role may do with a table's rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum May {
    /// Insert, update, delete and select rows.
    Change,
    /// Insert and select rows; existing rows never change.
    Add,
    /// Select rows only.
    Read,
}

impl May {
    /// Returns PostgreSQL's privilege names in alphabetical order.
    pub(crate) const fn rights(self) -> &'static [&'static str] {
        match self {
            Self::Change => &["DELETE", "INSERT", "SELECT", "UPDATE"],
            Self::Add => &["INSERT", "SELECT"],
            Self::Read => &["SELECT"],
        }
    }
}

/// Every table and view. Partitions aren't listed, because no role gets privileges on them; they are reached
/// through their parent table.
pub const TABLES: &[(&str, May)] = &[
    ("__diesel_schema_migrations", May::Read),
    ("account_links", May::Change),
    ("attention_closed", May::Add),
    ("audit_log", May::Add),
    ("audit_seals", May::Add),
    ("authorities", May::Change),
    ("authority_names", May::Change),
    ("billed_again", May::Change),
    ("blocked_ips", May::Change),
    ("book_differences", May::Change),
    ("book_matching", May::Change),
    ("calendar_feeds", May::Change),
    ("card_declines", May::Change),
    ("chargebacks", May::Change),
    ("chat_messages", May::Change),
    ("csp_reports", May::Change),
    ("data_keys", May::Add),
    ("driving_profiles", May::Change),
    ("event_cursor", May::Change),
    ("help_inquiries", May::Change),
    ("import_files", May::Change),
    ("import_keys", May::Change),
    ("import_lines", May::Change),
    ("import_pieces", May::Change),
    ("imports", May::Change),
    ("installation", May::Read),
    ("item_changes", May::Change),
    ("jobs", May::Change),
    ("lawyer_hires", May::Change),
    ("leases", May::Change),
    ("ledger_entries", May::Add),
    ("ledger_postings", May::Add),
    ("list_tallies", May::Read),
    ("login_failures", May::Change),
    ("login_places", May::Change),
    ("lost_payments", May::Add),
    ("missing_ticket_reports", May::Change),
    ("news_items", May::Change),
    ("notice_replies", May::Change),
    ("notices", May::Change),
    ("obligations", May::Change),
    ("orphan_intents", May::Change),
    ("parking", May::Change),
    ("payment_askers", May::Change),
    ("payment_events", May::Change),
    ("payment_transactions", May::Change),
    ("payments", May::Change),
    ("pending_logins", May::Change),
    ("phone_states", May::Change),
    ("plate_date_reviews", May::Change),
    ("provider_movements", May::Change),
    ("provider_reads", May::Change),
    ("recovery_codes", May::Change),
    ("refunds", May::Change),
    ("reminder_choices", May::Change),
    ("reminder_days", May::Change),
    ("remittance_proof_pieces", May::Change),
    ("remittance_proofs", May::Change),
    ("remittances", May::Change),
    ("reply_templates", May::Change),
    ("seal_keys", May::Change),
    ("second_factors", May::Change),
    ("security_events", May::Change),
    ("sessions", May::Change),
    ("source_citations", May::Change),
    ("source_plates", May::Change),
    ("source_runs", May::Change),
    ("staff_choices", May::Change),
    ("staff_invitations", May::Change),
    ("staff_notes", May::Change),
    ("tallies", May::Change),
    ("text_notification_requests", May::Change),
    ("tickets", May::Change),
    ("tolls", May::Change),
    ("unconfirmed_messages", May::Change),
    ("users", May::Change),
    ("waiting_citations", May::Change),
    ("waived_appearances", May::Change),
];

/// Sequences from which an import takes ids before it inserts rows. Other ids are generated on insert, which
/// needs no privilege.
const IDS_AHEAD: &[&str] = &["parking_id_seq", "tickets_id_seq", "tolls_id_seq"];

#[derive(QueryableByName)]
struct Role {
    #[diesel(sql_type = Text)]
    role: String,
}

#[derive(QueryableByName)]
struct Statement {
    #[diesel(sql_type = Text)]
    statement: String,
}

/// A table or sequence, and the role's current privileges on it.
#[derive(QueryableByName)]
struct Relation {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    quoted: String,
    #[diesel(sql_type = Bool)]
    is_sequence: bool,
    #[diesel(sql_type = Text)]
    has: String,
}

const RELATIONS: &str = "
    SELECT relname::text AS name, format('public.%I', relname) AS quoted, relkind = 'S' AS is_sequence, coalesce((
        SELECT string_agg(privilege_type, ', ' ORDER BY privilege_type) FROM aclexplode(relacl)
        WHERE grantee = (SELECT oid FROM pg_roles WHERE rolname = $1)
    ), '') AS has
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')";

/// Privileges on schema and database: the role may use the schema but can't create objects that could be
/// mistaken for ours.
const AROUND: &str = "
    SELECT format('GRANT USAGE ON SCHEMA public TO %I', $1) AS statement
        WHERE NOT has_schema_privilege($1, 'public', 'USAGE')
    UNION ALL SELECT format('REVOKE CREATE ON SCHEMA public FROM PUBLIC, %I', $1)
        WHERE has_schema_privilege($1, 'public', 'CREATE')
    UNION ALL SELECT format('REVOKE CREATE, TEMPORARY ON DATABASE %I FROM PUBLIC, %I', current_database(), $1)
        WHERE has_database_privilege($1, current_database(), 'CREATE, TEMPORARY')";

/// Returns the role that this URL logs in as.
pub(crate) fn role_of(url: &str) -> Result<String, MigrateError> {
    let mut connection =
        connect_unwatched(&complete(url, Purpose::Writing)?).map_err(MigrateError::Serving)?;
    role(&mut connection)
}

fn role(connection: &mut PgConnection) -> Result<String, MigrateError> {
    let found: Role =
        sql_query("SELECT current_user::text AS role").get_result(connection).map_err(MigrateError::Ask)?;
    Ok(found.role)
}

/// Grants and revokes until the role has exactly the listed privileges. Does nothing if it already has them,
/// or if one role does everything, as development allows.
pub(crate) fn give(connection: &mut PgConnection, server: &str) -> Result<(), MigrateError> {
    if role(connection)? == server {
        return Ok(());
    }
    let changed = patiently("privileges of the serving role", || {
        Ok(connection.transaction(|connection| {
            let mut statements: Vec<String> = sql_query(AROUND)
                .bind::<Text, _>(server)
                .load(connection)?
                .into_iter()
                .map(|Statement { statement }| statement)
                .collect();
            let relations: Vec<Relation> = sql_query(RELATIONS).bind::<Text, _>(server).load(connection)?;
            let role = format!("\"{}\"", server.replace('"', "\"\""));
            statements.extend(relations.iter().filter_map(|relation| put_right(relation, &role)));
            statements.iter().try_for_each(|statement| connection.batch_execute(statement))?;
            diesel::QueryResult::Ok(statements.len())
        })?)
    })?;
    if changed > 0 {
        tracing::info!(changed, role = server, "changed the privileges of the serving role");
    }
    Ok(())
}

/// Returns the statement that corrects the role's privileges on one relation, if any is needed.
fn put_right(Relation { name, quoted, is_sequence, has }: &Relation, role: &str) -> Option<String> {
    let table = TABLES.iter().find(|(table, _)| table == name).map(|(_, may)| may.rights());
    let wanted = match is_sequence {
        false => table.unwrap_or_default(),
        true if IDS_AHEAD.contains(&name.as_str()) => &["USAGE"],
        true => &[],
    };
    let wanted = wanted.join(", ");
    let kind = if *is_sequence { "SEQUENCE" } else { "TABLE" };
    let revoked = format!("REVOKE ALL ON {kind} {quoted} FROM {role}");
    match (*has == wanted, wanted.is_empty()) {
        (true, _) => None,
        (false, true) => Some(revoked),
        (false, false) => Some(format!("{revoked}; GRANT {wanted} ON {kind} {quoted} TO {role}")),
    }
}
