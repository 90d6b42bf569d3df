//! Items that drivers added, and their checks.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::dsl::count;
use diesel::sql_types::{Array, BigInt, Date, Integer, Text};
use diesel::{
    AggregateExpressionMethods, BoolExpressionMethods, ExpressionMethods, NullableExpressionMethods,
    OptionalExtension, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper, insert_into,
    sql_query, update,
};
use domain::driving_record::added::{CheckStatus, DriverEntry};
use domain::driving_record::citation::Citation;
use domain::driving_record::item_file::ItemId;
use domain::shared::ids::UserId;
use domain::shared::payable::{Payable, PayableKind};
use ports::driving_record::added::{
    AddedCounts, AddedItem, AddedItemSummary, AddedItems, SimilarItem, SimilarItemQuery,
};
use ports::driving_record::filing::NumberedItem;
use ports::shared::paging::{Page, Paged};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::connection::prepared::Prepared;
use crate::driving_record::filing::{COMPARABLE, NumberedRow};
use crate::error::unknown_value;
use crate::shared::item_columns::{ItemColumns, about_item, item_columns, item_of_columns};
use crate::shared::item_summary::{ItemField, ItemSummary, SummaryColumns, non_null_column, summary_columns};
use crate::shared::rows::{convert_row, convert_rows, parse_word, row_by_name};
use crate::store::PgStore;
use schema::{added_items as added, parking, tickets, tolls};

#[derive(Queryable, Selectable)]
#[diesel(table_name = added, check_for_backend(diesel::pg::Pg))]
struct AddedRow {
    id: i64,
    user_id: i32,
    ticket_id: Option<i32>,
    parking_id: Option<i32>,
    toll_id: Option<i32>,
    added_at: DateTime<Utc>,
    status: String,
    reason: Option<String>,
    checked_at: Option<DateTime<Utc>>,
}

impl TryFrom<AddedRow> for AddedItem {
    type Error = StoreError;

    fn try_from(row: AddedRow) -> StoreResult<Self> {
        Ok(Self {
            id: row.id,
            item: to_payable((row.ticket_id, row.parking_id, row.toll_id))?,
            user_id: UserId(row.user_id),
            added_at: row.added_at,
            status: parse_word("added_items.status", &row.status, CheckStatus::parse)?,
            reason: row.reason,
            checked_at: row.checked_at,
        })
    }
}

/// Returns the item that one of the three id columns names.
fn to_payable(columns: ItemColumns) -> StoreResult<Payable> {
    Ok(item_of_columns(columns, "added_items.ticket_id")?.payable())
}

/// Generates the query for added items with the fields of their items.
macro_rules! summaries {
    () => {
        added::table.left_join(tickets::table).left_join(parking::table).left_join(tolls::table).select((
            AddedRow::as_select(),
            summary_columns!(),
            (tickets::version.nullable(), parking::version.nullable(), tolls::version.nullable()),
        ))
    };
}

#[derive(Queryable)]
struct SummaryRow {
    added: AddedRow,
    item: SummaryColumns,
    version: ItemField<i32>,
}

impl TryFrom<SummaryRow> for AddedItemSummary {
    type Error = StoreError;

    fn try_from(row: SummaryRow) -> StoreResult<Self> {
        let ItemSummary { label, date, amount, citation } = row.item.try_into()?;
        let version = non_null_column(row.version).ok_or_else(|| unknown_value("added_items.ticket_id"))?;
        Ok(Self { added: row.added.try_into()?, label, date, amount, citation, version })
    }
}

row_by_name! {
    struct SimilarRow {
        kind: String,
        id: i32,
        user_id: i32,
        label: String,
        date: NaiveDate,
        amount: String,
        citation_number: Option<String>,
        issuer: Option<String>,
        is_being_checked: bool,
    }
}

impl TryFrom<SimilarRow> for SimilarItem {
    type Error = StoreError;

    fn try_from(row: SimilarRow) -> StoreResult<Self> {
        Ok(Self {
            item: parse_word("kind", &row.kind, PayableKind::parse)?.of(row.id),
            user_id: UserId(row.user_id),
            is_being_checked: row.is_being_checked,
            label: row.label,
            date: row.date,
            amount: row.amount,
            citation: Citation { number: row.citation_number, issuer: row.issuer },
        })
    }
}

/// For each kind of item: its name, its table, and the column with its label.
const KINDS: [(&str, &str, &str); 3] = [
    ("ticket", "tickets", "violation_type"),
    ("parking", "parking", "violation_type"),
    ("toll", "tolls", "toll_road"),
];

impl AddedItems for PgStore<'_> {
    fn insert_added_item(
        &mut self,
        user: UserId,
        item: Payable,
        added_at: DateTime<Utc>,
    ) -> StoreResult<AddedItem> {
        let (ticket, parking, toll) = item_columns(item.into());
        let row: AddedRow = self.get_result(
            insert_into(added::table)
                .values((
                    added::user_id.eq(user.0),
                    added::ticket_id.eq(ticket),
                    added::parking_id.eq(parking),
                    added::toll_id.eq(toll),
                    added::added_at.eq(added_at),
                ))
                .returning(AddedRow::as_returning()),
        )?;
        row.try_into()
    }

    fn added_item(&mut self, id: i64) -> StoreResult<Option<AddedItemSummary>> {
        self.first_entity::<SummaryRow, _>(summaries!().filter(added::id.eq(id)))
    }

    fn lock_added_item_of(&mut self, item: Payable) -> StoreResult<Option<AddedItem>> {
        let item = ItemId::from(item);
        let row: Option<AddedRow> = self.run(|connection| {
            about_item!(added, added::table, item, found => {
                found.select(AddedRow::as_select()).for_update().first(connection).optional()
            })
        })?;
        convert_row(row)
    }

    fn end_item_check(
        &mut self,
        checked: &AddedItem,
        status: CheckStatus,
        reason: Option<&str>,
        checked_at: DateTime<Utc>,
    ) -> StoreResult<()> {
        self.execute(update(added::table.find(checked.id)).set((
            added::status.eq(status.as_str()),
            added::reason.eq(reason),
            added::checked_at.eq(checked_at),
        )))
    }

    fn mark_item_confirmed(&mut self, item: Payable) -> StoreResult<()> {
        let confirmed = DriverEntry::Confirmed.as_str();
        self.run(|connection| match item {
            Payable::Ticket(id) | Payable::Lawyer(id) => update(tickets::table.find(id.0))
                .set((tickets::driver_entry.eq(confirmed), tickets::version.eq(tickets::version + 1)))
                .execute(connection),
            Payable::Parking(id) => update(parking::table.find(id.0))
                .set((parking::driver_entry.eq(confirmed), parking::version.eq(parking::version + 1)))
                .execute(connection),
            Payable::Toll(id) => update(tolls::table.find(id.0))
                .set((tolls::driver_entry.eq(confirmed), tolls::version.eq(tolls::version + 1)))
                .execute(connection),
        })?;
        Ok(())
    }

    fn added_items_of(&mut self, user: UserId, since: DateTime<Utc>) -> StoreResult<Vec<AddedItemSummary>> {
        self.entities::<SummaryRow, _>(
            summaries!()
                .filter(added::user_id.eq(user.0))
                .filter(added::checked_at.is_null().or(added::checked_at.ge(since)))
                .order(added::id.desc())
                .limit(200),
        )
    }

    fn count_added_items(&mut self, user: UserId, since: DateTime<Utc>) -> StoreResult<AddedCounts> {
        let being_checked =
            count(added::id).aggregate_filter(added::status.eq(CheckStatus::BeingChecked.as_str()));
        let recent = count(added::id).aggregate_filter(added::added_at.ge(since));
        let counted = added::table.filter(added::user_id.eq(user.0)).select((being_checked, recent));
        let (being_checked, recent) = self.get_result(counted)?;
        Ok(AddedCounts { being_checked, recent })
    }

    fn items_to_check(&mut self, page: Page) -> StoreResult<Paged<AddedItemSummary>> {
        let (rows, total): (Vec<SummaryRow>, i64) = self.run(|connection| {
            let being_checked = added::status.eq(CheckStatus::BeingChecked.as_str());
            let rows = summaries!()
                .filter(being_checked)
                .order((added::added_at, added::id))
                .limit(page.limit)
                .offset(page.offset)
                .load(connection)?;
            Ok((rows, added::table.filter(being_checked).count().get_result(connection)?))
        })?;
        Ok(Paged::new(convert_rows(rows)?, total))
    }

    fn added_items_by_number(&mut self, user: UserId, numbers: &[String]) -> StoreResult<Vec<NumberedItem>> {
        let of_kind = |(kind, table, _): (&str, &str, &str)| {
            format!(
                "SELECT '{kind}' AS kind, id, user_id, {COMPARABLE} AS number, issuer FROM {table}
                 WHERE user_id = $1 AND driver_entry = 'being_checked' AND {COMPARABLE} = ANY($2) AND removed_at IS NULL"
            )
        };
        self.entities::<NumberedRow, _>(
            // SQL: the query builder has no COLLATE, which the indexed expression `COMPARABLE` contains.
            sql_query(KINDS.map(of_kind).join(" UNION ALL "))
                .bind::<Integer, _>(user.0)
                .bind::<Array<Text>, _>(numbers)
                .prepared(),
        )
    }

    fn similar_items(&mut self, query: &SimilarItemQuery<'_>) -> StoreResult<Vec<SimilarItem>> {
        // The search includes items of drivers whose vehicle has the same plate, such as another driver
        // of the family's car.
        const DRIVERS: &str =
            "ARRAY(SELECT $2::integer UNION SELECT other.id FROM users driver JOIN users other
                 ON plain_number(other.vehicle_license_plate) = plain_number(driver.vehicle_license_plate)
                     AND other.vehicle_state = driver.vehicle_state
                     AND other.vehicle_license_plate IS NOT NULL AND other.closed_at IS NULL
             WHERE driver.id = $2)";
        let of_kind = |(kind, table, label): (&str, &str, &str)| {
            format!(
                "(SELECT '{kind}' AS kind, id, user_id, {label} AS label, date, amount, citation_number, issuer,
                     driver_entry IS NOT DISTINCT FROM 'being_checked' AS is_being_checked FROM {table}
                 WHERE (citation_number IS NOT NULL AND {COMPARABLE} = ANY($1) OR user_id = ANY({DRIVERS}) AND date = $3)
                     AND removed_at IS NULL
                 ORDER BY id DESC LIMIT $4)"
            )
        };
        self.entities::<SimilarRow, _>(
            // SQL: the query builder has no COLLATE, which the indexed expression `COMPARABLE` contains.
            sql_query(KINDS.map(of_kind).join(" UNION ALL "))
                .bind::<Array<Text>, _>(query.numbers)
                .bind::<Integer, _>(query.user.0)
                .bind::<Date, _>(query.date)
                .bind::<BigInt, _>(query.limit)
                .prepared(),
        )
    }
}
