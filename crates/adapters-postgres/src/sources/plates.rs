//! Verified plates, and when each source was last queried for them.

use chrono::{DateTime, Utc};
use diesel::sql_types::{BigInt, Integer, Nullable, Text, Timestamptz};
use diesel::upsert::excluded;
use diesel::{
    ExpressionMethods, IntoSql, PgConnection, QueryDsl, QueryResult, RunQueryDsl, insert_into, sql_query,
};
use domain::shared::ids::UserId;
use domain::shared::person::plate_state::PlateState;
use ports::shared::store_error::StoreError;
use ports::sources::runs::{PlateCounts, PlateFilter, VerifiedPlate};

use crate::shared::rows::{parse_word, row_by_name};
use schema::{source_plates, users};

row_by_name! {
    pub(super) struct PlateRow {
        id: i32,
        plate: String,
        state: String,
    }
}

impl TryFrom<PlateRow> for VerifiedPlate {
    type Error = StoreError;

    fn try_from(row: PlateRow) -> Result<Self, StoreError> {
        let state = parse_word("users.vehicle_state", &row.state, PlateState::from_name)?;
        Ok(Self { user: UserId(row.id), plate: (row.plate, state) })
    }
}

/// SQL join of the verified plates of open accounts with the time at which the source was last
/// queried for each plate.
const VERIFIED: &str = "users u LEFT JOIN source_plates p ON p.source = $1 AND p.user_id = u.id
    WHERE u.plate_verified_at IS NOT NULL AND u.closed_at IS NULL";

/// Returns the next verified plates for which the source must be queried in this round, ordered by user id.
pub(super) fn users_to_query(
    connection: &mut PgConnection,
    which: PlateFilter<'_>,
) -> QueryResult<Vec<PlateRow>> {
    // The statements with and without `verified_since` differ, so that each can use its own index.
    let since = match which.verified_since {
        Some(_) => "u.plate_verified_at >= $5",
        None => "$5::timestamptz IS NULL",
    };
    // SQL: raw, because `verified_since` decides the condition, and `count` also uses `VERIFIED`.
    sql_query(format!(
        "SELECT u.id, plain_number(u.vehicle_license_plate) AS plate, u.vehicle_state AS state FROM {VERIFIED}
             AND u.id > $2 AND u.vehicle_license_plate IS NOT NULL AND u.vehicle_state IS NOT NULL
             AND (p.asked_at IS NULL OR p.asked_at < $3 OR p.asked_at < u.plate_verified_at) AND {since}
         ORDER BY u.id LIMIT $4"
    ))
    .bind::<Text, _>(which.source)
    .bind::<Integer, _>(which.after.0)
    .bind::<Timestamptz, _>(which.round_at)
    .bind::<BigInt, _>(which.limit)
    .bind::<Nullable<Timestamptz>, _>(which.verified_since)
    .load(connection)
}

row_by_name! {
    struct Counts {
        verified: i64,
        asked: i64,
    }
}

/// Counts the verified plates, and the verified plates for which the `source` was
/// queried since their verification.
pub(super) fn count_plates(connection: &mut PgConnection, source: &str) -> QueryResult<PlateCounts> {
    // SQL: raw, because the statement contains `VERIFIED`, which `users_to_query` also uses.
    let counts: Counts = sql_query(format!(
        "SELECT count(*) AS verified, count(*) FILTER (WHERE p.asked_at >= u.plate_verified_at) AS asked FROM {VERIFIED}"
    ))
    .bind::<Text, _>(source)
    .get_result(connection)?;
    Ok(PlateCounts { verified: counts.verified, queried: counts.asked })
}

/// Stores that the `source` was queried for the plates of the users `queried`. Returns the
/// number of stored rows.
pub(super) fn mark_queried(
    connection: &mut PgConnection,
    source: &str,
    queried: &[UserId],
    queried_at: DateTime<Utc>,
) -> QueryResult<usize> {
    let ids: Vec<i32> = queried.iter().map(|user| user.0).collect();
    // No row is stored for an account that was closed in the meantime.
    let open = users::table
        .filter(users::id.eq_any(ids))
        .filter(users::closed_at.is_null())
        .order(users::id)
        .select((source.into_sql::<Text>(), users::id, queried_at.into_sql::<Timestamptz>()));
    insert_into(source_plates::table)
        .values(open)
        .into_columns((source_plates::source, source_plates::user_id, source_plates::asked_at))
        .on_conflict((source_plates::user_id, source_plates::source))
        .do_update()
        .set(source_plates::asked_at.eq(excluded(source_plates::asked_at)))
        .execute(connection)
}
