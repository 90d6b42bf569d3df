use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use diesel::sql_types::{Array, Bool, Date, Integer, Nullable, Text};
use diesel::{
    ExpressionMethods, PgConnection, QueryDsl, QueryResult, QueryableByName, RunQueryDsl, sql_query,
};
use domain::imports::import::ImportKind;
use domain::imports::line::DriverNamed;
use domain::shared::ids::UserId;
use ports::imports::files::{FiledItem, FoundDrivers};

use crate::schema::{import_keys, users};

#[derive(QueryableByName)]
struct Found {
    #[diesel(sql_type = Text)]
    wanted: String,
    #[diesel(sql_type = Integer)]
    id: i32,
}

const BY_EMAIL: &str = "
    SELECT w.email AS wanted, u.id FROM unnest($1::text[]) AS w (email)
    JOIN users u ON lower(u.email) = w.email COLLATE \"C\" WHERE u.closed_at IS NULL";

/// One driver for each license, or none.
const BY_LICENSE: &str = "
    SELECT w.number || '/' || w.state AS wanted, min(u.id) AS id
    FROM unnest($1::text[], $2::text[]) AS w (number, state)
    JOIN users u ON upper(translate(u.drivers_license_number, ' -', '')) = w.number AND u.state = w.state
    WHERE u.closed_at IS NULL AND u.drivers_license_number IS NOT NULL
    GROUP BY w.number, w.state HAVING count(DISTINCT u.id) = 1";

/// All three ways, each in one query.
pub(super) fn drivers(
    connection: &mut PgConnection,
    named: &[DriverNamed],
) -> QueryResult<Vec<FoundDrivers>> {
    let ids: BTreeSet<i32> = named.iter().filter_map(|named| named.id).map(|id| id.0).collect();
    let ids: BTreeSet<i32> = if ids.is_empty() {
        ids
    } else {
        users::table
            .filter(users::id.eq_any(ids))
            .filter(users::closed_at.is_null())
            .select(users::id)
            .load(connection)?
            .into_iter()
            .collect()
    };
    let emails: BTreeSet<&str> = named.iter().filter_map(|named| named.email.as_deref()).collect();
    let by_email: BTreeMap<String, i32> = if emails.is_empty() {
        BTreeMap::new()
    } else {
        let wanted: Vec<&str> = emails.into_iter().collect();
        sql_query(BY_EMAIL)
            .bind::<Array<Text>, _>(wanted)
            .load::<Found>(connection)?
            .into_iter()
            .map(|found| (found.wanted, found.id))
            .collect()
    };
    let licenses: BTreeSet<(&str, &str)> = named
        .iter()
        .filter_map(|named| named.license.as_ref().map(|(number, state)| (number.as_str(), state.name())))
        .collect();
    let by_license: BTreeMap<String, i32> = if licenses.is_empty() {
        BTreeMap::new()
    } else {
        let (numbers, states): (Vec<&str>, Vec<&str>) = licenses.into_iter().unzip();
        sql_query(BY_LICENSE)
            .bind::<Array<Text>, _>(numbers)
            .bind::<Array<Text>, _>(states)
            .load::<Found>(connection)?
            .into_iter()
            .map(|found| (found.wanted, found.id))
            .collect()
    };
    Ok(named
        .iter()
        .map(|named| FoundDrivers {
            by_id: named.id.filter(|id| ids.contains(&id.0)),
            by_email: named.email.as_ref().and_then(|email| by_email.get(email)).copied().map(UserId),
            by_license: named
                .license
                .as_ref()
                .and_then(|(number, state)| by_license.get(&format!("{number}/{}", state.name())))
                .copied()
                .map(UserId),
        })
        .collect())
}

pub(super) fn known(
    connection: &mut PgConnection,
    kind: ImportKind,
    keys: &[[u8; 32]],
) -> QueryResult<Vec<([u8; 32], i32)>> {
    let keys: Vec<&[u8]> = keys.iter().map(<[u8; 32]>::as_slice).collect();
    let found: Vec<(Vec<u8>, i32)> = import_keys::table
        .filter(import_keys::kind.eq(kind.as_str()))
        .filter(import_keys::key.eq_any(keys))
        .select((import_keys::key, import_keys::item_id))
        .load(connection)?;
    Ok(found.into_iter().filter_map(|(key, item)| Some((key.try_into().ok()?, item))).collect())
}

#[derive(QueryableByName)]
struct ItemRow {
    #[diesel(sql_type = Integer)]
    id: i32,
    #[diesel(sql_type = Integer)]
    user_id: i32,
    #[diesel(sql_type = Text)]
    label: String,
    #[diesel(sql_type = Date)]
    date: NaiveDate,
    #[diesel(sql_type = Nullable<Text>)]
    time: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    location: Option<String>,
    #[diesel(sql_type = Text)]
    amount: String,
    #[diesel(sql_type = Bool)]
    has_citation: bool,
}

pub(super) fn items(
    connection: &mut PgConnection,
    kind: ImportKind,
    days: &[(UserId, NaiveDate)],
) -> QueryResult<Vec<FiledItem>> {
    let days: BTreeSet<(i32, NaiveDate)> = days.iter().map(|(user, date)| (user.0, *date)).collect();
    if days.is_empty() {
        return Ok(vec![]);
    }
    let (own_columns, table, is_there) = match kind {
        ImportKind::Ticket => (
            "i.violation_type AS label, i.time_of_violation AS time, i.location",
            "tickets",
            "AND i.removed_at IS NULL",
        ),
        ImportKind::Parking => ("i.violation_type AS label, NULL::text AS time, i.location", "parking", ""),
        ImportKind::Toll => ("i.toll_road AS label, NULL::text AS time, NULL::text AS location", "tolls", ""),
    };
    let (users, dates): (Vec<i32>, Vec<NaiveDate>) = days.into_iter().unzip();
    let rows: Vec<ItemRow> = sql_query(format!(
        "SELECT i.id, i.user_id, i.date, i.amount, {own_columns},
             EXISTS (SELECT FROM import_keys k WHERE k.kind = $3 AND k.item_id = i.id AND k.is_citation) AS has_citation
         FROM unnest($1::int[], $2::date[]) AS w (user_id, date)
         JOIN {table} i ON i.user_id = w.user_id AND i.date = w.date {is_there}
         ORDER BY i.id"
    ))
    .bind::<Array<Integer>, _>(users)
    .bind::<Array<Date>, _>(dates)
    .bind::<Text, _>(kind.as_str())
    .load(connection)?;
    Ok(rows
        .into_iter()
        .map(|row| FiledItem {
            id: row.id,
            user: UserId(row.user_id),
            label: row.label,
            date: row.date,
            time: row.time,
            location: row.location,
            amount: row.amount,
            has_citation: row.has_citation,
        })
        .collect())
}
