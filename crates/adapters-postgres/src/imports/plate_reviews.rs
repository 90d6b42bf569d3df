use diesel::{
    BoolExpressionMethods, ExpressionMethods, JoinOnDsl, NullableExpressionMethods, QueryDsl, Queryable,
    RunQueryDsl, delete,
};
use domain::imports::import::ImportKind;
use domain::shared::ids::UserId;
use ports::imports::plate_reviews::{PlateReview, PlateReviews};
use ports::shared::paging::{Page, Paged};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::error::unknown_value;
use crate::shared::item_summary::{ItemField, ItemSummary, SummaryColumns, non_null_column, summary_columns};
use crate::shared::rows::{convert_rows, parse_word};
use crate::store::PgStore;
use schema::{parking, plate_date_reviews as reviews, tickets, tolls};

#[derive(Queryable)]
struct Row {
    kind: String,
    item_id: i32,
    user_id: i32,
    item: SummaryColumns,
    is_paid: ItemField<bool>,
}

impl TryFrom<Row> for PlateReview {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let item = ItemSummary::try_from(row.item)?;
        Ok(Self {
            kind: parse_word("plate_date_reviews.kind", &row.kind, ImportKind::parse)?,
            item: row.item_id,
            user: UserId(row.user_id),
            label: item.label,
            date: item.date,
            amount: item.amount,
            is_paid: non_null_column(row.is_paid)
                .ok_or_else(|| unknown_value("plate_date_reviews.item_id"))?,
        })
    }
}

/// Generates the query for plate reviews with their items. Removed items are left out.
macro_rules! listed {
    () => {{
        let of = |kind: ImportKind| reviews::kind.eq(kind.as_str());
        reviews::table
            .left_join(tickets::table.on(of(ImportKind::Ticket).and(tickets::id.eq(reviews::item_id))))
            .left_join(parking::table.on(of(ImportKind::Parking).and(parking::id.eq(reviews::item_id))))
            .left_join(tolls::table.on(of(ImportKind::Toll).and(tolls::id.eq(reviews::item_id))))
            .filter(tickets::id.is_not_null().or(parking::id.is_not_null()).or(tolls::id.is_not_null()))
            .filter(tickets::removed_at.is_null())
            .filter(parking::removed_at.is_null())
            .filter(tolls::removed_at.is_null())
    }};
}

impl PlateReviews for PgStore<'_> {
    fn plate_reviews(&mut self, page: Page) -> StoreResult<Paged<PlateReview>> {
        let (rows, total): (Vec<Row>, i64) = self.run(|connection| {
            let rows = listed!()
                .order((reviews::kind, reviews::item_id))
                .limit(page.limit)
                .offset(page.offset)
                .select((
                    reviews::kind,
                    reviews::item_id,
                    reviews::user_id,
                    summary_columns!(),
                    (tickets::is_paid.nullable(), parking::is_paid.nullable(), tolls::is_paid.nullable()),
                ))
                .load(connection)?;
            Ok((rows, listed!().count().get_result(connection)?))
        })?;
        Ok(Paged::new(convert_rows(rows)?, total))
    }

    fn close_plate_review(&mut self, kind: ImportKind, item: i32) -> StoreResult<bool> {
        let row = reviews::table.find((kind.as_str(), item));
        Ok(self.count_changed(delete(row))? > 0)
    }
}
