//! Hardship requests: requests of drivers who can't pay an item now.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::{
    ExpressionMethods, NullableExpressionMethods, OptionalExtension, QueryDsl, Queryable, RunQueryDsl,
    Selectable, SelectableHelper, insert_into, update,
};
use domain::driving_record::item_file::ItemId;
use domain::requests::hardship::{HardshipAnswer, HardshipRequest, Need, NeedKind, Situation};
use domain::shared::desk::DeskKind;
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use ports::requests::hardship::{HardshipRequests, HardshipSummary, NewHardshipRequest};
use ports::shared::paging::{Page, Paged};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::error::unknown_value;
use crate::shared::item_columns::{about_item, item_columns, item_of_columns};
use crate::shared::item_summary::{ItemSummary, SummaryColumns, summary_columns};
use crate::shared::rows::{convert_row, convert_rows, parse_word};
use crate::store::PgStore;
use schema::{hardship_requests as requests, parking, tickets, tolls};

#[derive(Queryable, Selectable)]
#[diesel(table_name = requests, check_for_backend(diesel::pg::Pg))]
struct RequestRow {
    id: i64,
    user_id: i32,
    ticket_id: Option<i32>,
    parking_id: Option<i32>,
    toll_id: Option<i32>,
    need: String,
    amount_cents: Option<i64>,
    pay_by: Option<NaiveDate>,
    situation: String,
    asked_at: DateTime<Utc>,
    answer: Option<String>,
    answered_at: Option<DateTime<Utc>>,
    version: i32,
}

impl TryFrom<RequestRow> for HardshipRequest {
    type Error = StoreError;

    fn try_from(row: RequestRow) -> StoreResult<Self> {
        let need = parse_word("hardship_requests.need", &row.need, NeedKind::parse)?;
        let answer = row.answer.zip(row.answered_at);
        Ok(Self {
            id: row.id,
            user_id: UserId(row.user_id),
            item: item_of_columns(
                (row.ticket_id, row.parking_id, row.toll_id),
                "hardship_requests.ticket_id",
            )?,
            need: Need::stored(need, row.amount_cents.map(Money::from_cents), row.pay_by)
                .ok_or_else(|| unknown_value("hardship_requests.pay_by"))?,
            situation: parse_word("hardship_requests.situation", &row.situation, Situation::parse)?,
            asked_at: row.asked_at,
            answer: answer.map(|(text, answered_at)| HardshipAnswer { text, answered_at }),
            version: row.version,
        })
    }
}

/// Generates the query for hardship requests with the fields of their items.
macro_rules! summaries {
    () => {
        requests::table
            .left_join(tickets::table)
            .left_join(parking::table)
            .left_join(tolls::table)
            .select((RequestRow::as_select(), summary_columns!()))
    };
}

#[derive(Queryable)]
struct SummaryRow {
    request: RequestRow,
    item: SummaryColumns,
}

impl TryFrom<SummaryRow> for HardshipSummary {
    type Error = StoreError;

    fn try_from(row: SummaryRow) -> StoreResult<Self> {
        let ItemSummary { label, date, amount, citation } = row.item.try_into()?;
        Ok(Self { request: row.request.try_into()?, label, date, amount, citation })
    }
}

impl HardshipRequests for PgStore<'_> {
    fn insert_hardship_request(&mut self, new: &NewHardshipRequest) -> StoreResult<HardshipSummary> {
        let (ticket, parking, toll) = item_columns(new.item);
        let id: i64 = self.run_unique(|connection| {
            insert_into(requests::table)
                .values((
                    requests::user_id.eq(new.user_id.0),
                    requests::ticket_id.eq(ticket),
                    requests::parking_id.eq(parking),
                    requests::toll_id.eq(toll),
                    requests::need.eq(new.need.kind().as_str()),
                    requests::amount_cents.eq(new.need.amount().map(Money::cents)),
                    requests::pay_by.eq(new.need.pay_by()),
                    requests::situation.eq(new.situation.as_str()),
                    requests::asked_at.eq(new.asked_at),
                ))
                .returning(requests::id)
                .get_result(connection)
        })?;
        self.notify_desk(DeskKind::User, new.user_id.0, None)?;
        self.hardship_request(id)?.ok_or_else(|| unknown_value("hardship_requests.id"))
    }

    fn hardship_request(&mut self, id: i64) -> StoreResult<Option<HardshipSummary>> {
        self.first_entity::<SummaryRow, _>(summaries!().filter(requests::id.eq(id)))
    }

    fn lock_hardship_request(&mut self, id: i64) -> StoreResult<Option<HardshipRequest>> {
        self.first_entity::<RequestRow, _>(
            requests::table.find(id).select(RequestRow::as_select()).for_update(),
        )
    }

    fn lock_open_hardship_request(&mut self, item: ItemId) -> StoreResult<Option<HardshipRequest>> {
        let open = requests::table.filter(requests::answered_at.is_null());
        let row: Option<RequestRow> = self.run(|connection| {
            about_item!(requests, open, item, found => {
                found.select(RequestRow::as_select()).for_update().first(connection).optional()
            })
        })?;
        convert_row(row)
    }

    fn move_hardship_requests(&mut self, from: ItemId, to: ItemId) -> StoreResult<()> {
        let (ticket, parking, toll) = item_columns(to);
        let moved =
            (requests::ticket_id.eq(ticket), requests::parking_id.eq(parking), requests::toll_id.eq(toll));
        self.run(|connection| {
            about_item!(requests, requests::table, from, found => update(found).set(moved).execute(connection))
        })?;
        Ok(())
    }

    fn count_hardship_requests(&mut self, user: UserId, since: DateTime<Utc>) -> StoreResult<i64> {
        self.get_result(
            requests::table.filter(requests::user_id.eq(user.0)).filter(requests::asked_at.gt(since)).count(),
        )
    }

    fn answer_hardship_request(
        &mut self,
        request: &HardshipRequest,
        answer: &HardshipAnswer,
    ) -> StoreResult<()> {
        self.execute(update(requests::table.find(request.id)).set((
            requests::answer.eq(&answer.text),
            requests::answered_at.eq(answer.answered_at),
            requests::version.eq(requests::version + 1),
        )))?;
        self.notify_desk(DeskKind::User, request.user_id.0, None)
    }

    fn hardship_requests_of(&mut self, user: UserId, limit: i64) -> StoreResult<Vec<HardshipSummary>> {
        self.entities::<SummaryRow, _>(
            summaries!()
                .filter(requests::user_id.eq(user.0))
                .order((requests::asked_at.desc(), requests::id.desc()))
                .limit(limit),
        )
    }

    fn open_hardship_requests(&mut self, page: Page) -> StoreResult<Paged<HardshipSummary>> {
        let (rows, total): (Vec<SummaryRow>, i64) = self.run(|connection| {
            let rows = summaries!()
                .filter(requests::answered_at.is_null())
                .order((requests::asked_at, requests::id))
                .limit(page.limit)
                .offset(page.offset)
                .load(connection)?;
            let open = requests::table.filter(requests::answered_at.is_null());
            Ok((rows, open.count().get_result(connection)?))
        })?;
        Ok(Paged::new(convert_rows(rows)?, total))
    }
}
