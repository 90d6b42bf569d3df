use chrono::{DateTime, Utc};
use diesel::sql_types::{Array, BigInt, Text};
use diesel::{
    ExpressionMethods, JoinOnDsl, NullableExpressionMethods, QueryDsl, RunQueryDsl, SelectableHelper,
    insert_into, sql_query, update,
};
use domain::driving_record::added::DriverEntry;
use domain::driving_record::new_item::ItemDetails;
use domain::driving_record::ticket::Item;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::{AuthorityId, UserId};
use domain::shared::payable::{Payable, PayableKind};
use ports::driving_record::filing::{FiledItems, LastChange, NumberedItem, Removal};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::connection::prepared::Prepared;
use crate::driving_record::courts::{issuers_in, query_issuers};
use crate::driving_record::item_rows::{
    ParkingColumns, ParkingRow, TicketColumns, TicketRow, TollColumns, TollRow, locked,
};
use crate::shared::rows::{OneColumn, parse_word, row_by_name};
use crate::store::PgStore;
use schema::{audit_log, authority_names, parking, tickets, tolls, users};

/// SQL expression for a citation number in the form of the domain's `normalize_citation_number`. Indexes
/// contain the same expression.
pub(super) const COMPARABLE: &str = "upper(translate(citation_number, ' -', '') COLLATE \"C\")";

/// Selects items with one of the citation numbers $1, which are in the form of the domain's
/// `normalize_citation_number`: upper case, without spaces and hyphens. Leaves out removed items, and items
/// that are being checked.
const NUMBERED: &str = "
    SELECT 'ticket' AS kind, id, user_id, upper(translate(citation_number, ' -', '') COLLATE \"C\") AS number, issuer FROM tickets
    WHERE citation_number IS NOT NULL AND upper(translate(citation_number, ' -', '') COLLATE \"C\") = ANY($1) AND removed_at IS NULL
        AND driver_entry IS DISTINCT FROM 'being_checked'
    UNION ALL
    SELECT 'parking', id, user_id, upper(translate(citation_number, ' -', '') COLLATE \"C\"), issuer FROM parking
    WHERE citation_number IS NOT NULL AND upper(translate(citation_number, ' -', '') COLLATE \"C\") = ANY($1) AND removed_at IS NULL
        AND driver_entry IS DISTINCT FROM 'being_checked'
    UNION ALL
    SELECT 'toll', id, user_id, upper(translate(citation_number, ' -', '') COLLATE \"C\"), issuer FROM tolls
    WHERE citation_number IS NOT NULL AND upper(translate(citation_number, ' -', '') COLLATE \"C\") = ANY($1) AND removed_at IS NULL
        AND driver_entry IS DISTINCT FROM 'being_checked'
    ORDER BY kind, id";

row_by_name! {
    pub(super) struct NumberedRow {
        kind: String,
        id: i32,
        user_id: i32,
        number: String,
        issuer: Option<String>,
    }
}

/// Returns the query for citation numbers that both an item of the issuers $1 and an item of the issuers $2
/// have, at most $3.
fn citation_numbers_of_both_sql() -> String {
    let number = COMPARABLE;
    let tables = ["tickets", "parking", "tolls"];
    let of = |issuers: &str| {
        format!(
            "citation_number IS NOT NULL AND issuer = ANY({issuers}) AND removed_at IS NULL AND driver_entry IS DISTINCT FROM 'being_checked'"
        )
    };
    let first = tables.map(|table| format!("SELECT {number} AS number FROM {table} WHERE {}", of("$1")));
    let second = tables
        .map(|table| format!("EXISTS (SELECT FROM {table} WHERE {number} = first.number AND {})", of("$2")));
    format!(
        "SELECT number FROM ({}) AS first WHERE {} ORDER BY number LIMIT $3",
        first.join(" UNION "),
        second.join(" OR ")
    )
}

impl TryFrom<NumberedRow> for NumberedItem {
    type Error = StoreError;

    fn try_from(row: NumberedRow) -> StoreResult<Self> {
        Ok(Self {
            item: parse_word("kind", &row.kind, PayableKind::parse)?.of(row.id),
            user: UserId(row.user_id),
            number: row.number,
            issuer: row.issuer,
        })
    }
}

/// Marks an item as removed, unless it is already removed.
macro_rules! removed {
    ($connection:expr, $table:ident, $id:expr, $removal:expr) => {
        update($table::table.find($id.0).filter($table::removed_at.is_null()))
            .set((
                $table::removed_at.eq($removal.at),
                $table::removed_by.eq($removal.by.0),
                $table::removal_result.eq(&$removal.result),
                $table::version.eq($table::version + 1),
            ))
            .execute($connection)
    };
}

impl FiledItems for PgStore<'_> {
    fn insert_item(
        &mut self,
        user: UserId,
        details: &ItemDetails,
        entry: Option<DriverEntry>,
        filed_at: DateTime<Utc>,
    ) -> StoreResult<Item> {
        let entry = entry.map(DriverEntry::as_str);
        match details {
            ItemDetails::Ticket(details) => {
                let columns = TicketColumns::from(&**details);
                let own = (
                    tickets::user_id.eq(user.0),
                    tickets::created_at.eq(filed_at),
                    tickets::driver_entry.eq(entry),
                );
                to_ticket(self.get_result(
                    insert_into(tickets::table).values((columns, own)).returning(TicketRow::as_returning()),
                )?)
            }
            ItemDetails::Parking(details) => {
                let columns = ParkingColumns::from(details);
                let own = (
                    parking::user_id.eq(user.0),
                    parking::created_at.eq(filed_at),
                    parking::driver_entry.eq(entry),
                );
                to_parking_ticket(self.get_result(
                    insert_into(parking::table).values((columns, own)).returning(ParkingRow::as_returning()),
                )?)
            }
            ItemDetails::Toll(details) => {
                let columns = TollColumns::from(details);
                let own = (
                    tolls::user_id.eq(user.0),
                    tolls::created_at.eq(filed_at),
                    tolls::driver_entry.eq(entry),
                );
                to_toll(self.get_result(
                    insert_into(tolls::table).values((columns, own)).returning(TollRow::as_returning()),
                )?)
            }
        }
    }

    fn lock_item(&mut self, item: Payable) -> StoreResult<Option<Item>> {
        match item {
            Payable::Ticket(id) => locked!(self, tickets, TicketRow, id)?.map(to_ticket).transpose(),
            Payable::Parking(id) => {
                locked!(self, parking, ParkingRow, id)?.map(to_parking_ticket).transpose()
            }
            Payable::Toll(id) => locked!(self, tolls, TollRow, id)?.map(to_toll).transpose(),
            Payable::Lawyer(_) => Err(StoreError::Failed("a lawyer is not an item that can be filed".into())),
        }
    }

    fn update_item(&mut self, item: Payable, details: &ItemDetails) -> StoreResult<Option<Item>> {
        match (item, details) {
            (Payable::Ticket(id), ItemDetails::Ticket(details)) => self
                .optional(
                    update(tickets::table.find(id.0).filter(tickets::removed_at.is_null()))
                        .set((TicketColumns::from(&**details), tickets::version.eq(tickets::version + 1)))
                        .returning(TicketRow::as_returning()),
                )?
                .map(to_ticket)
                .transpose(),
            (Payable::Parking(id), ItemDetails::Parking(details)) => self
                .optional(
                    update(parking::table.find(id.0).filter(parking::removed_at.is_null()))
                        .set((ParkingColumns::from(details), parking::version.eq(parking::version + 1)))
                        .returning(ParkingRow::as_returning()),
                )?
                .map(to_parking_ticket)
                .transpose(),
            (Payable::Toll(id), ItemDetails::Toll(details)) => self
                .optional(
                    update(tolls::table.find(id.0).filter(tolls::removed_at.is_null()))
                        .set((TollColumns::from(details), tolls::version.eq(tolls::version + 1)))
                        .returning(TollRow::as_returning()),
                )?
                .map(to_toll)
                .transpose(),
            _ => Err(StoreError::Failed("the details are for another kind of item".into())),
        }
    }

    fn remove_item(&mut self, item: Payable, removal: &Removal) -> StoreResult<()> {
        self.run(|connection| match item {
            Payable::Ticket(id) => removed!(connection, tickets, id, removal),
            Payable::Parking(id) => removed!(connection, parking, id, removal),
            Payable::Toll(id) => removed!(connection, tolls, id, removal),
            Payable::Lawyer(_) => Ok(0),
        })?;
        Ok(())
    }

    fn items_by_number(&mut self, numbers: &[String]) -> StoreResult<Vec<NumberedItem>> {
        self.entities::<NumberedRow, _>(
            // SQL: the query builder has no COLLATE, which the indexed expression `COMPARABLE` contains.
            sql_query(NUMBERED).bind::<Array<Text>, _>(numbers).prepared(),
        )
    }

    fn item_issuers(&mut self) -> StoreResult<Vec<String>> {
        let mut all = self.run(|connection| {
            let mut all = issuers_in(connection, "tickets")?;
            all.extend(issuers_in(connection, "parking")?);
            // Tolls have no index on the issuer, so this query scans their table. The query runs only when
            // staff change the register of authorities or preview a merge.
            let of_tolls =
                "SELECT DISTINCT issuer FROM tolls WHERE issuer IS NOT NULL AND removed_at IS NULL";
            all.extend(query_issuers(connection, of_tolls)?);
            Ok(all)
        })?;
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    fn citation_numbers_of_both(
        &mut self,
        issuers: &[String],
        other_issuers: &[String],
        limit: i64,
    ) -> StoreResult<Vec<String>> {
        let rows: Vec<OneColumn<String>> = self.load(
            // SQL: the query builder has no COLLATE, which the indexed expression `COMPARABLE` contains.
            sql_query(citation_numbers_of_both_sql())
                .bind::<Array<Text>, _>(issuers)
                .bind::<Array<Text>, _>(other_issuers)
                .bind::<BigInt, _>(limit),
        )?;
        Ok(rows.into_iter().map(|OneColumn(number)| number).collect())
    }

    fn authorities_by_name(&mut self, keys: &[String]) -> StoreResult<Vec<(String, AuthorityId)>> {
        let rows: Vec<(String, i32)> = self.load(
            authority_names::table
                .filter(authority_names::key.eq_any(keys))
                .select((authority_names::key, authority_names::authority_id)),
        )?;
        Ok(rows.into_iter().map(|(key, id)| (key, AuthorityId(id))).collect())
    }

    fn last_change(
        &mut self,
        subject_kind: AuditSubject,
        subject_id: i32,
    ) -> StoreResult<Option<LastChange>> {
        let found: Option<(DateTime<Utc>, Option<String>, Option<String>)> = self.first(
            audit_log::table
                .left_join(users::table.on(audit_log::actor_id.eq(users::id.nullable())))
                .filter(audit_log::subject_kind.eq(subject_kind.as_str()))
                .filter(audit_log::subject_id.eq(subject_id))
                .order(audit_log::id.desc())
                .select((audit_log::created_at, users::full_name.nullable(), users::email.nullable())),
        )?;
        Ok(found.map(|(at, name, email)| LastChange { by: name.or(email), at }))
    }
}

fn to_ticket(row: TicketRow) -> StoreResult<Item> {
    Ok(Item::Ticket(Box::new(row.try_into()?)))
}

fn to_parking_ticket(row: ParkingRow) -> StoreResult<Item> {
    Ok(Item::Parking(row.try_into()?))
}

fn to_toll(row: TollRow) -> StoreResult<Item> {
    Ok(Item::Toll(row.try_into()?))
}
