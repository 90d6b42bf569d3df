use chrono::{DateTime, Utc};
use diesel::sql_types::BigInt;
use diesel::{
    BoolExpressionMethods, ExpressionMethods, PgConnection, QueryDsl, QueryResult, Queryable, RunQueryDsl,
    Selectable, SelectableHelper, TextExpressionMethods, insert_into, sql_query, update,
};
use domain::driving_record::court::{AuthorityPlace, StatedCourt, TicketCourt};
use domain::driving_record::court_zone;
use domain::payments::remittances::authority::AuthorityKind;
use domain::shared::ids::{AuthorityId, TicketId};
use domain::shared::us_state::UsState;
use ports::driving_record::courts::{CourtOfTicket, Courts, KnownIssuer};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::shared::locks::advisory_lock;
use crate::shared::rows::{OneColumn, parse_optional_word, parse_word};
use crate::shared::search::substring_pattern;
use crate::store::PgStore;
use schema::{authorities, authority_names, stated_courts, tickets};

/// Advisory lock for the register of authorities. Transactions that change the register take the lock
/// exclusively. Transactions that decide which court hears a ticket share the lock. The server uses this number
/// for no other advisory lock.
const REGISTER: i64 = 4_130_014;

/// Takes the register's lock exclusively, until the transaction ends. Waits for transactions that change the register
/// or decide which court hears a ticket.
pub(crate) fn lock_register(connection: &mut PgConnection) -> QueryResult<()> {
    advisory_lock(connection, REGISTER)
}

/// Returns the query for the distinct issuers of a table's items, except removed ones. To avoid reading all items,
/// the query jumps in the index from each issuer to the next greater one.
fn issuers_sql(table: &str) -> String {
    format!(
        "WITH RECURSIVE spelled AS (
            (SELECT issuer FROM {table} WHERE issuer IS NOT NULL AND removed_at IS NULL ORDER BY issuer LIMIT 1)
            UNION ALL
            SELECT (SELECT t.issuer FROM {table} t WHERE t.issuer > spelled.issuer AND t.removed_at IS NULL ORDER BY t.issuer LIMIT 1)
            FROM spelled WHERE spelled.issuer IS NOT NULL
        ) SELECT issuer FROM spelled WHERE issuer IS NOT NULL"
    )
}

/// Returns the distinct issuers of a table's items, except removed ones. The table must have an index on the issuer.
pub(super) fn issuers_in(connection: &mut PgConnection, table: &str) -> QueryResult<Vec<String>> {
    query_issuers(connection, issuers_sql(table))
}

/// Runs a statement that selects a column `issuer`, and returns its values.
pub(super) fn query_issuers(
    connection: &mut PgConnection,
    sql: impl Into<String>,
) -> QueryResult<Vec<String>> {
    // SQL: the query builder has no recursive CTEs, which `issuers_sql` uses.
    let rows: Vec<OneColumn<String>> = sql_query(sql).load(connection)?;
    Ok(rows.into_iter().map(|OneColumn(issuer)| issuer).collect())
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = authorities, check_for_backend(diesel::pg::Pg))]
struct PlaceRow {
    id: i32,
    kind: String,
    state: Option<String>,
    time_zone: Option<String>,
}

impl TryFrom<PlaceRow> for AuthorityPlace {
    type Error = StoreError;

    fn try_from(row: PlaceRow) -> StoreResult<Self> {
        Ok(Self {
            id: AuthorityId(row.id),
            is_court: parse_word("authorities.kind", &row.kind, AuthorityKind::parse)?
                == AuthorityKind::Court,
            state: parse_optional_word("authorities.state", row.state.as_deref(), UsState::from_name)?,
            time_zone: parse_optional_word(
                "authorities.time_zone",
                row.time_zone.as_deref(),
                court_zone::parse,
            )?,
        })
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = tickets, check_for_backend(diesel::pg::Pg))]
struct CourtRow {
    id: i32,
    issuer: Option<String>,
    court_id: Option<i32>,
    court_state: Option<String>,
    court_zone: Option<String>,
}

impl TryFrom<CourtRow> for CourtOfTicket {
    type Error = StoreError;

    fn try_from(row: CourtRow) -> StoreResult<Self> {
        Ok(Self {
            ticket: TicketId(row.id),
            issuer: row.issuer,
            court: TicketCourt {
                id: row.court_id.map(AuthorityId),
                state: parse_optional_word(
                    "tickets.court_state",
                    row.court_state.as_deref(),
                    UsState::from_name,
                )?,
                time_zone: parse_optional_word(
                    "tickets.court_zone",
                    row.court_zone.as_deref(),
                    court_zone::parse,
                )?,
            },
        })
    }
}

/// Returns the tickets' ids as integers, for a query.
fn ids_of(tickets: &[TicketId]) -> Vec<i32> {
    tickets.iter().map(|ticket| ticket.0).collect()
}

impl Courts for PgStore<'_> {
    fn lock_authority_register(&mut self) -> StoreResult<()> {
        self.execute(
            // SQL: the query builder has no advisory locks.
            sql_query("SELECT pg_advisory_xact_lock_shared($1)").bind::<BigInt, _>(REGISTER),
        )
    }

    fn authority_places(&mut self, ids: &[AuthorityId]) -> StoreResult<Vec<AuthorityPlace>> {
        let ids: Vec<i32> = ids.iter().map(|id| id.0).collect();
        self.entities::<PlaceRow, _>(
            authorities::table.filter(authorities::id.eq_any(ids)).select(PlaceRow::as_select()),
        )
    }

    fn authority_places_named(&mut self, keys: &[String]) -> StoreResult<Vec<(String, AuthorityPlace)>> {
        let rows: Vec<(String, PlaceRow)> = self.load(
            authority_names::table
                .inner_join(authorities::table)
                .filter(authority_names::key.eq_any(keys))
                .select((authority_names::key, PlaceRow::as_select())),
        )?;
        rows.into_iter().map(|(key, row)| Ok((key, row.try_into()?))).collect()
    }

    fn postal_address(&mut self, key: &str) -> StoreResult<Option<String>> {
        let found: Option<Option<String>> = self.first(
            authority_names::table
                .find(key)
                .inner_join(authorities::table)
                .select(authorities::postal_address),
        )?;
        Ok(found.flatten())
    }

    fn known_issuers(&mut self, key: &str, limit: i64) -> StoreResult<Vec<KnownIssuer>> {
        let named = authority_names::table
            .filter(authority_names::key.like(substring_pattern(key)))
            .select(authority_names::authority_id);
        let rows: Vec<(String, Option<String>)> = self.load(
            authorities::table
                .filter(authorities::id.eq_any(named))
                .select((authorities::name, authorities::state))
                .order((authorities::name, authorities::id))
                .limit(limit),
        )?;
        let issuer = |(name, state): (String, Option<String>)| {
            let state = parse_optional_word("authorities.state", state.as_deref(), UsState::from_name)?;
            Ok(KnownIssuer { name, state })
        };
        rows.into_iter().map(issuer).collect()
    }

    fn ticket_issuers(&mut self) -> StoreResult<Vec<String>> {
        self.run(|connection| issuers_in(connection, "tickets"))
    }

    fn tickets_in_court(&mut self, issuers: &[String], court: AuthorityId) -> StoreResult<Vec<TicketId>> {
        let ids: Vec<i32> = self.load(
            tickets::table
                .filter(tickets::removed_at.is_null())
                .filter(tickets::is_paid.eq(false).or(tickets::is_court_required))
                .filter(tickets::issuer.eq_any(issuers).or(tickets::court_id.eq(court.0)))
                .select(tickets::id)
                .order(tickets::id),
        )?;
        Ok(ids.into_iter().map(TicketId).collect())
    }

    fn lock_tickets_and_read_courts(&mut self, tickets: &[TicketId]) -> StoreResult<Vec<CourtOfTicket>> {
        self.entities::<CourtRow, _>(
            tickets::table
                .filter(tickets::id.eq_any(ids_of(tickets)))
                .filter(tickets::removed_at.is_null())
                .select(CourtRow::as_select())
                .order(tickets::id)
                .for_no_key_update(),
        )
    }

    fn store_stated_court(
        &mut self,
        ticket: TicketId,
        court: &StatedCourt,
        now: DateTime<Utc>,
    ) -> StoreResult<()> {
        let columns = (
            stated_courts::state.eq(court.state.name()),
            stated_courts::name.eq(court.name.as_deref()),
            stated_courts::stated_at.eq(now),
        );
        self.execute(
            insert_into(stated_courts::table)
                .values((stated_courts::ticket_id.eq(ticket.0), columns))
                .on_conflict(stated_courts::ticket_id)
                .do_update()
                .set(columns),
        )
    }

    fn set_court_of_tickets(&mut self, tickets: &[TicketId], court: TicketCourt) -> StoreResult<()> {
        self.execute(update(tickets::table.filter(tickets::id.eq_any(ids_of(tickets)))).set((
            tickets::court_id.eq(court.id.map(|id| id.0)),
            tickets::court_state.eq(court.state.map(UsState::name)),
            tickets::court_zone.eq(court.time_zone.map(|zone| zone.name())),
            tickets::version.eq(tickets::version + 1),
        )))
    }
}
