//! Privileges of the serving role, which the server uses for requests (docs/DEPLOY.md#database-roles,
//! docs/adr/0015-two-roles.md). The migrating role owns all tables. After each migration, it grants the serving
//! role exactly the privileges that are listed here.
//!
//! SQL: raw, because the queries read privileges in PostgreSQL's catalog, which isn't in `schema`.

use diesel::connection::SimpleConnection;
use diesel::sql_types::Text;
use diesel::{Connection, PgConnection, RunQueryDsl, sql_query};

use crate::connection::conninfo::{Purpose, with_defaults};
use crate::connection::schema_lock::{MigrateError, retry_on_lock_conflict};
use crate::connection::watch::connect_unwatched;
use crate::shared::rows::{OneColumn, row_by_name};

/// The privileges of the serving role on a table's rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablePrivilege {
    /// Insert, update, delete and select.
    Change,
    /// Insert and select. Existing rows can't be changed.
    Add,
    /// Select only.
    Read,
}

impl TablePrivilege {
    /// Returns PostgreSQL's privilege names in alphabetical order.
    pub(crate) const fn rights(self) -> &'static [&'static str] {
        match self {
            Self::Change => &["DELETE", "INSERT", "SELECT", "UPDATE"],
            Self::Add => &["INSERT", "SELECT"],
            Self::Read => &["SELECT"],
        }
    }
}

/// The serving role's privilege on each table and view. Partitions aren't listed, because the role reaches them
/// only through their parent table.
pub const TABLES: &[(&str, TablePrivilege)] = &[
    ("__diesel_schema_migrations", TablePrivilege::Read),
    ("account_links", TablePrivilege::Change),
    ("added_items", TablePrivilege::Change),
    ("attention_closed", TablePrivilege::Add),
    ("audit_log", TablePrivilege::Add),
    ("audit_seals", TablePrivilege::Add),
    ("authorities", TablePrivilege::Change),
    ("authority_names", TablePrivilege::Change),
    ("billed_again", TablePrivilege::Change),
    ("blocked_ips", TablePrivilege::Change),
    ("book_differences", TablePrivilege::Change),
    ("book_matching", TablePrivilege::Change),
    ("calendar_feeds", TablePrivilege::Change),
    ("card_declines", TablePrivilege::Change),
    ("case_agreements", TablePrivilege::Change),
    ("case_consents", TablePrivilege::Change),
    ("case_event_files", TablePrivilege::Change),
    ("case_events", TablePrivilege::Change),
    ("case_file_pieces", TablePrivilege::Change),
    ("case_files", TablePrivilege::Change),
    ("case_keys", TablePrivilege::Change),
    ("case_messages", TablePrivilege::Change),
    ("case_offers", TablePrivilege::Change),
    ("cases", TablePrivilege::Change),
    ("chargebacks", TablePrivilege::Change),
    ("chat_messages", TablePrivilege::Change),
    ("content_deletions", TablePrivilege::Change),
    ("contest_letter_files", TablePrivilege::Change),
    ("contest_letters", TablePrivilege::Change),
    ("csp_reports", TablePrivilege::Change),
    ("data_keys", TablePrivilege::Add),
    ("driving_profiles", TablePrivilege::Change),
    ("event_cursor", TablePrivilege::Change),
    ("file_keys", TablePrivilege::Change),
    ("hardship_requests", TablePrivilege::Change),
    ("help_inquiries", TablePrivilege::Change),
    ("import_files", TablePrivilege::Change),
    ("import_keys", TablePrivilege::Change),
    ("import_lines", TablePrivilege::Change),
    ("import_pieces", TablePrivilege::Change),
    ("imports", TablePrivilege::Change),
    ("installation", TablePrivilege::Read),
    ("item_changes", TablePrivilege::Change),
    ("item_file_pieces", TablePrivilege::Change),
    ("item_files", TablePrivilege::Change),
    ("jobs", TablePrivilege::Change),
    ("lawyer_areas", TablePrivilege::Change),
    ("lawyer_hires", TablePrivilege::Change),
    ("lawyer_licenses", TablePrivilege::Change),
    ("lawyer_obligations", TablePrivilege::Change),
    ("lawyer_photos", TablePrivilege::Change),
    ("lawyer_statements", TablePrivilege::Change),
    ("lawyers", TablePrivilege::Change),
    ("leases", TablePrivilege::Change),
    ("ledger_changes", TablePrivilege::Read),
    ("ledger_entries", TablePrivilege::Add),
    ("ledger_postings", TablePrivilege::Add),
    ("list_tallies", TablePrivilege::Read),
    ("login_failures", TablePrivilege::Change),
    ("login_places", TablePrivilege::Change),
    ("lost_payments", TablePrivilege::Add),
    ("missing_ticket_reports", TablePrivilege::Change),
    ("news_items", TablePrivilege::Change),
    ("notice_replies", TablePrivilege::Change),
    ("notices", TablePrivilege::Change),
    ("obligations", TablePrivilege::Change),
    ("orphan_intents", TablePrivilege::Change),
    ("parking", TablePrivilege::Change),
    ("payment_askers", TablePrivilege::Change),
    ("payment_events", TablePrivilege::Change),
    ("payment_transactions", TablePrivilege::Change),
    ("payments", TablePrivilege::Change),
    ("pending_logins", TablePrivilege::Change),
    ("phone_states", TablePrivilege::Change),
    ("plate_date_reviews", TablePrivilege::Change),
    ("provider_movements", TablePrivilege::Change),
    ("provider_reads", TablePrivilege::Change),
    ("recovery_codes", TablePrivilege::Change),
    ("refunds", TablePrivilege::Change),
    ("reminder_choices", TablePrivilege::Change),
    ("reminder_days", TablePrivilege::Change),
    ("remittance_proof_pieces", TablePrivilege::Change),
    ("remittance_proofs", TablePrivilege::Change),
    ("remittances", TablePrivilege::Change),
    ("reply_templates", TablePrivilege::Change),
    ("seal_keys", TablePrivilege::Change),
    ("second_factors", TablePrivilege::Change),
    ("security_events", TablePrivilege::Change),
    ("sessions", TablePrivilege::Change),
    ("source_citations", TablePrivilege::Change),
    ("source_plates", TablePrivilege::Change),
    ("source_runs", TablePrivilege::Change),
    ("staff_choices", TablePrivilege::Change),
    ("staff_invitations", TablePrivilege::Change),
    ("staff_notes", TablePrivilege::Change),
    ("stated_courts", TablePrivilege::Change),
    ("tallies", TablePrivilege::Change),
    ("text_notification_requests", TablePrivilege::Change),
    ("tickets", TablePrivilege::Change),
    ("tolls", TablePrivilege::Change),
    ("unconfirmed_messages", TablePrivilege::Change),
    ("users", TablePrivilege::Change),
    ("waiting_citations", TablePrivilege::Change),
    ("waived_appearances", TablePrivilege::Change),
];

/// Sequences from which the serving role may take ids before an insert. All other ids are generated by the insert
/// itself, which needs no privilege on the sequence.
const IDS_AHEAD: &[&str] = &["parking_id_seq", "tickets_id_seq", "tolls_id_seq"];

row_by_name! {
    /// A table or sequence, with the serving role's current privileges.
    struct Relation {
        name: String,
        quoted: String,
        is_sequence: bool,
        has: String,
    }
}

const RELATIONS: &str = "
    SELECT relname::text AS name, format('public.%I', relname) AS quoted, relkind = 'S' AS is_sequence, coalesce((
        SELECT string_agg(privilege_type, ', ' ORDER BY privilege_type) FROM aclexplode(relacl)
        WHERE grantee = (SELECT oid FROM pg_roles WHERE rolname = $1)
    ), '') AS has
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')";

/// Selects the statements that let the serving role use the schema but create no objects in it or in the
/// database, not even temporary ones. Created objects could be mistaken for ours.
const SCHEMA_PRIVILEGES_SQL: &str = "
    SELECT format('GRANT USAGE ON SCHEMA public TO %I', $1) AS statement
        WHERE NOT has_schema_privilege($1, 'public', 'USAGE')
    UNION ALL SELECT format('REVOKE CREATE ON SCHEMA public FROM PUBLIC, %I', $1)
        WHERE has_schema_privilege($1, 'public', 'CREATE')
    UNION ALL SELECT format('REVOKE CREATE, TEMPORARY ON DATABASE %I FROM PUBLIC, %I', current_database(), $1)
        WHERE has_database_privilege($1, current_database(), 'CREATE, TEMPORARY')";

/// Connects to this URL and returns the role's name.
pub(crate) fn connect_and_read_role(url: &str) -> Result<String, MigrateError> {
    let mut connection =
        connect_unwatched(&with_defaults(url, Purpose::Writing)?).map_err(MigrateError::Serving)?;
    read_role(&mut connection)
}

/// Returns the name of the connection's role.
fn read_role(connection: &mut PgConnection) -> Result<String, MigrateError> {
    let OneColumn(role) =
        sql_query("SELECT current_user::text AS role").get_result(connection).map_err(MigrateError::Query)?;
    Ok(role)
}

/// Grants and revokes privileges so that the serving role, whose name is `server`, has exactly the
/// listed ones. Does nothing if the role's privileges are correct, or if the serving role itself
/// migrates, which is allowed in development.
pub(crate) fn sync_privileges(connection: &mut PgConnection, server: &str) -> Result<(), MigrateError> {
    if read_role(connection)? == server {
        return Ok(());
    }
    let changed = retry_on_lock_conflict("privileges of the serving role", || {
        Ok(connection.transaction(|connection| {
            let mut statements: Vec<String> = sql_query(SCHEMA_PRIVILEGES_SQL)
                .bind::<Text, _>(server)
                .load(connection)?
                .into_iter()
                .map(|OneColumn(statement)| statement)
                .collect();
            let relations: Vec<Relation> = sql_query(RELATIONS).bind::<Text, _>(server).load(connection)?;
            let role = format!("\"{}\"", server.replace('"', "\"\""));
            statements.extend(relations.iter().filter_map(|relation| repair_grants(relation, &role)));
            statements.iter().try_for_each(|statement| connection.batch_execute(statement))?;
            diesel::QueryResult::Ok(statements.len())
        })?)
    })?;
    if changed > 0 {
        tracing::info!(changed, role = server, "changed the privileges of the serving role");
    }
    Ok(())
}

/// Returns the statement that corrects the privileges of `role` on a table or sequence; `None` if they are correct.
fn repair_grants(Relation { name, quoted, is_sequence, has }: &Relation, role: &str) -> Option<String> {
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
