use chrono::NaiveDate;
use diesel::sql_types::{BigInt, Bool, Date, Integer, Text};
use diesel::{QueryDsl, QueryableByName, RunQueryDsl, delete, sql_query};
use domain::imports::import::ImportKind;
use domain::shared::ids::UserId;
use ports::imports::plate_reviews::{PlateReview, PlateReviews};
use ports::shared::paging::{Page, Paged};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::schema::plate_date_reviews as reviews;
use crate::shared::rows::{Count, entities, parsed};
use crate::store::PgStore;

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Integer)]
    item_id: i32,
    #[diesel(sql_type = Integer)]
    user_id: i32,
    #[diesel(sql_type = Text)]
    label: String,
    #[diesel(sql_type = Date)]
    date: NaiveDate,
    #[diesel(sql_type = Text)]
    amount: String,
    #[diesel(sql_type = Bool)]
    is_paid: bool,
}

impl TryFrom<Row> for PlateReview {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            kind: parsed("plate_date_reviews.kind", &row.kind, ImportKind::parse)?,
            item: row.item_id,
            user: UserId(row.user_id),
            label: row.label,
            date: row.date,
            amount: row.amount,
            is_paid: row.is_paid,
        })
    }
}

/// SQL join of plate reviews with their items. Removed items are left out.
const LISTED: &str = "plate_date_reviews r
    LEFT JOIN tickets t ON r.kind = 'ticket' AND t.id = r.item_id
    LEFT JOIN parking p ON r.kind = 'parking' AND p.id = r.item_id
    LEFT JOIN tolls o ON r.kind = 'toll' AND o.id = r.item_id
    WHERE coalesce(t.id, p.id, o.id) IS NOT NULL AND coalesce(t.removed_at, p.removed_at, o.removed_at) IS NULL";

impl PlateReviews for PgStore<'_> {
    fn plate_reviews(&mut self, page: Page) -> StoreResult<Paged<PlateReview>> {
        let (rows, total): (Vec<Row>, Count) = self.run(|connection| {
            let rows = sql_query(format!(
                "SELECT r.kind, r.item_id, r.user_id, coalesce(t.violation_type, p.violation_type, o.toll_road) AS label,
                     coalesce(t.date, p.date, o.date) AS date, coalesce(t.amount, p.amount, o.amount) AS amount,
                     coalesce(t.is_paid, p.is_paid, o.is_paid) AS is_paid
                 FROM {LISTED} ORDER BY r.kind, r.item_id LIMIT $1 OFFSET $2"
            ))
            .bind::<BigInt, _>(page.limit)
            .bind::<BigInt, _>(page.offset)
            .load(connection)?;
            Ok((rows, sql_query(format!("SELECT count(*) AS n FROM {LISTED}")).get_result(connection)?))
        })?;
        Ok(Paged::new(entities(rows)?, total.n))
    }

    fn close_plate_review(&mut self, kind: ImportKind, item: i32) -> StoreResult<bool> {
        let row = reviews::table.find((kind.as_str(), item));
        Ok(self.run(|connection| delete(row).execute(connection))? > 0)
    }
}
