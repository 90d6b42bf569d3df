use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDate, Utc};
use diesel::sql_types::{Array, Date, Integer, Text};
use diesel::{
    ExpressionMethods, NullableExpressionMethods, PgConnection, QueryDsl, QueryResult, RunQueryDsl, sql_query,
};
use domain::accounts::plate_dates::PlateDates;
use domain::imports::import::ImportKind;
use domain::imports::line::DriverIdentifiers;
use domain::imports::matching::{DetailMatch, FoundDrivers};
use domain::shared::business_time::business_date;
use domain::shared::ids::UserId;
use ports::imports::files::FiledItem;

use crate::shared::rows::row_by_name;
use schema::{import_keys, users};

row_by_name! {
    struct Row {
        wanted: String,
        id: i32,
        is_verified: bool,
    }
}

const BY_EMAIL: &str = "
    SELECT w.number AS wanted, u.id, u.email_verified_at IS NOT NULL AS is_verified
    FROM unnest($1::text[], $2::text[]) AS w (number, state)
    JOIN users u ON lower(u.email) = w.number COLLATE \"C\" WHERE u.closed_at IS NULL";

/// Selects the driver for whom a license number is verified. If the number isn't verified for any driver,
/// selects the driver who entered it, if only one did.
const BY_LICENSE: &str = "
    SELECT w.number || '/' || w.state AS wanted, coalesce(min(u.id) FILTER (WHERE u.license_verified_at IS NOT NULL), min(u.id)) AS id,
        bool_or(u.license_verified_at IS NOT NULL) AS is_verified
    FROM unnest($1::text[], $2::text[]) AS w (number, state)
    JOIN users u ON upper(translate(u.drivers_license_number, ' -', '')) = w.number AND u.state = w.state
    WHERE u.closed_at IS NULL AND u.drivers_license_number IS NOT NULL
    GROUP BY w.number, w.state HAVING count(DISTINCT u.id) = 1 OR bool_or(u.license_verified_at IS NOT NULL)";

const BY_PLATE: &str = "
    SELECT w.number || '/' || w.state AS wanted, coalesce(min(u.id) FILTER (WHERE u.plate_verified_at IS NOT NULL), min(u.id)) AS id,
        bool_or(u.plate_verified_at IS NOT NULL) AS is_verified
    FROM unnest($1::text[], $2::text[]) AS w (number, state)
    JOIN users u ON plain_number(u.vehicle_license_plate) = w.number AND u.vehicle_state = w.state
    WHERE u.closed_at IS NULL AND u.vehicle_license_plate IS NOT NULL
    GROUP BY w.number, w.state HAVING count(DISTINCT u.id) = 1 OR bool_or(u.plate_verified_at IS NOT NULL)";

/// Returns the plate dates and the day of verification of each driver in `by_plate` whose plate is verified.
fn plate_dates(
    connection: &mut PgConnection,
    by_plate: &BTreeMap<String, DetailMatch>,
) -> QueryResult<BTreeMap<UserId, (PlateDates, NaiveDate)>> {
    let verified: Vec<i32> = by_plate
        .values()
        .filter_map(|found| match found {
            DetailMatch::Verified(user) => Some(user.0),
            DetailMatch::NoDriver | DetailMatch::Claimed(_) => None,
        })
        .collect();
    if verified.is_empty() {
        return Ok(BTreeMap::new());
    }
    type Row = (i32, Option<NaiveDate>, Option<NaiveDate>, DateTime<Utc>);
    let rows: Vec<Row> = users::table
        .filter(users::id.eq_any(verified))
        .filter(users::plate_verified_at.is_not_null())
        .select((
            users::id,
            users::plate_from,
            users::plate_until,
            users::plate_verified_at.assume_not_null(),
        ))
        .load(connection)?;
    let dates = rows.into_iter().map(|(id, from, until, verified_at)| {
        (UserId(id), (PlateDates { from, until }, business_date(verified_at)))
    });
    Ok(dates.collect())
}

/// Runs the query `statement`, which finds drivers by email address, license or plate. `wanted` has the
/// searched values, each with its state; the state of an email address is empty. Returns matching drivers by
/// email address, or by `number/state`.
fn find_drivers_by(
    connection: &mut PgConnection,
    statement: &str,
    wanted: &BTreeSet<(&str, &str)>,
) -> QueryResult<BTreeMap<String, DetailMatch>> {
    if wanted.is_empty() {
        return Ok(BTreeMap::new());
    }
    let (numbers, states): (Vec<&str>, Vec<&str>) = wanted.iter().copied().unzip();
    // SQL: the query builder can't join arrays (unnest).
    let rows: Vec<Row> = sql_query(statement)
        .bind::<Array<Text>, _>(numbers)
        .bind::<Array<Text>, _>(states)
        .load(connection)?;
    let found = rows.into_iter().map(|row| {
        let user = UserId(row.id);
        (row.wanted, if row.is_verified { DetailMatch::Verified(user) } else { DetailMatch::Claimed(user) })
    });
    Ok(found.collect())
}

/// Returns the license number and the state that issued it; `None` if the line names no license.
fn named_license(identifiers: &DriverIdentifiers) -> Option<(&str, &str)> {
    identifiers.license.as_ref().map(|(number, state)| (number.as_str(), state.name()))
}

/// Returns the plate and the state that issued it; `None` if the line names no plate.
fn named_plate(identifiers: &DriverIdentifiers) -> Option<(&str, &str)> {
    identifiers.plate.as_ref().map(|(plate, state)| (plate.as_str(), state.name()))
}

/// Returns the entry of `matches` for an `identifier`, which is a number and its state. Without
/// an entry, returns [`DetailMatch::NoDriver`].
fn find_match(matches: &BTreeMap<String, DetailMatch>, identifier: Option<(&str, &str)>) -> DetailMatch {
    let key = identifier.map(|(number, state)| format!("{number}/{state}"));
    key.and_then(|key| matches.get(&key)).copied().unwrap_or_default()
}

/// Finds the drivers whom each entry of `named` names by id, email address, license and plate. Runs
/// one query per kind of detail for all entries, and one for the dates of verified plates. The
/// result has the order of `named`.
pub(super) fn find_drivers(
    connection: &mut PgConnection,
    named: &[DriverIdentifiers],
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
    let emails = named.iter().filter_map(|named| named.email.as_deref()).map(|email| (email, "")).collect();
    let by_email = find_drivers_by(connection, BY_EMAIL, &emails)?;
    let licenses = named.iter().filter_map(named_license).collect();
    let by_license = find_drivers_by(connection, BY_LICENSE, &licenses)?;
    let plates = named.iter().filter_map(named_plate).collect();
    let by_plate = find_drivers_by(connection, BY_PLATE, &plates)?;
    let dates = plate_dates(connection, &by_plate)?;
    let dates_of = |found: DetailMatch| match found {
        DetailMatch::Verified(user) => dates.get(&user).copied(),
        DetailMatch::NoDriver | DetailMatch::Claimed(_) => None,
    };
    let email_of =
        |named: &DriverIdentifiers| named.email.as_ref().and_then(|email| by_email.get(email)).copied();
    Ok(named
        .iter()
        .map(|named| FoundDrivers {
            by_id: named.id.filter(|id| ids.contains(&id.0)),
            by_email: email_of(named).unwrap_or_default(),
            by_license: find_match(&by_license, named_license(named)),
            by_plate: find_match(&by_plate, named_plate(named)),
            plate_dates: dates_of(find_match(&by_plate, named_plate(named))),
        })
        .collect())
}

/// Returns those of the `keys` that imported items of this `kind` already have, each with the item's id.
pub(super) fn find_items_by_key(
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

row_by_name! {
    struct ItemRow {
        id: i32,
        user_id: i32,
        label: String,
        date: NaiveDate,
        time: Option<String>,
        location: Option<String>,
        amount: String,
        has_citation: bool,
    }
}

/// Returns the columns by which duplicates are recognized, and the name of the item table.
const fn comparison_columns(kind: ImportKind) -> (&'static str, &'static str) {
    match kind {
        ImportKind::Ticket => {
            ("i.violation_type AS label, i.time_of_violation AS time, i.location", "tickets")
        }
        ImportKind::Parking => ("i.violation_type AS label, NULL::text AS time, i.location", "parking"),
        ImportKind::Toll => ("i.toll_road AS label, i.time_of_day AS time, NULL::text AS location", "tolls"),
    }
}

const HAS_CITATION: &str = "EXISTS (SELECT FROM import_keys k WHERE k.kind = $1 AND k.item_id = i.id AND k.is_citation) AS has_citation";

/// Returns the items of this `kind` that the drivers have on these `days`. Leaves out removed items, and
/// those that staff are checking.
pub(super) fn find_items_on_days(
    connection: &mut PgConnection,
    kind: ImportKind,
    days: &[(UserId, NaiveDate)],
) -> QueryResult<Vec<FiledItem>> {
    let days: BTreeSet<(i32, NaiveDate)> = days.iter().map(|(user, date)| (user.0, *date)).collect();
    if days.is_empty() {
        return Ok(vec![]);
    }
    let (own_columns, table) = comparison_columns(kind);
    let (users, dates): (Vec<i32>, Vec<NaiveDate>) = days.into_iter().unzip();
    // SQL: the query builder can't join arrays (unnest), and needs the table at compile time.
    let rows: Vec<ItemRow> = sql_query(format!(
        "SELECT i.id, i.user_id, i.date, i.amount, {own_columns}, {HAS_CITATION}
         FROM unnest($2::int[], $3::date[]) AS w (user_id, date)
         JOIN {table} i ON i.user_id = w.user_id AND i.date = w.date AND i.removed_at IS NULL
             AND i.driver_entry IS DISTINCT FROM 'being_checked'
         ORDER BY i.id"
    ))
    .bind::<Text, _>(kind.as_str())
    .bind::<Array<Integer>, _>(users)
    .bind::<Array<Date>, _>(dates)
    .load(connection)?;
    Ok(rows.into_iter().map(FiledItem::from).collect())
}

/// Returns the items of this `kind` with these `ids`, except removed ones.
pub(super) fn items_with_ids(
    connection: &mut PgConnection,
    kind: ImportKind,
    ids: &[i32],
) -> QueryResult<Vec<FiledItem>> {
    if ids.is_empty() {
        return Ok(vec![]);
    }
    let (own_columns, table) = comparison_columns(kind);
    // SQL: the kind decides the table, which the query builder needs at compile time.
    let rows: Vec<ItemRow> = sql_query(format!(
        "SELECT i.id, i.user_id, i.date, i.amount, {own_columns}, {HAS_CITATION}
         FROM {table} i WHERE i.id = ANY($2) AND i.removed_at IS NULL ORDER BY i.id"
    ))
    .bind::<Text, _>(kind.as_str())
    .bind::<Array<Integer>, _>(ids)
    .load(connection)?;
    Ok(rows.into_iter().map(FiledItem::from).collect())
}

impl From<ItemRow> for FiledItem {
    fn from(row: ItemRow) -> Self {
        Self {
            id: row.id,
            user: UserId(row.user_id),
            label: row.label,
            date: row.date,
            time: row.time,
            location: row.location,
            amount: row.amount,
            has_citation: row.has_citation,
        }
    }
}
