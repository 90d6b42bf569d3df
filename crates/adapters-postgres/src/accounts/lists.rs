//! The list of users: its queries and its search. Other lists use the search to find drivers.

use diesel::{ExpressionMethods, PgConnection, QueryDsl, QueryResult, SelectableHelper};
use domain::accounts::user::{LicenseStatus, Role, User};
use domain::accounts::verification::Claim;
use domain::shared::search::{PhoneMatch, Search};
use ports::accounts::lists::{UserFilter, UserList, UserSort};
use ports::shared::store_error::StoreResult;

use crate::accounts::user_rows::{IS_READY, UserRow};
use crate::lists::listed::StoredList;
use crate::lists::search::{
    CitedItems, ListSearch, build_text_search, conditions_on_ids, substring_condition,
};
use crate::lists::shape::{BY_ID, ColumnFilter, FilterValue, Key, Source, key_by};
use crate::lists::slice::find_newest;
use crate::lists::statement::{Binds, join_with_or};
use crate::shared::search::{five_digit_runs, prefix_pattern, separate_words, without_nul};
use crate::store::PgStore;
use schema::users;

impl StoredList for UserList {
    const SOURCE: Source = Source { table: "users", tally: "users", within: "closed_at IS NULL" };
    const FORMULAS: () = ();

    fn sort_key(sort: UserSort) -> Key {
        match sort {
            UserSort::Id => BY_ID,
            UserSort::FullName => Key { is_whole: true, ..key_by("lower(coalesce(full_name, ''))") },
            UserSort::LastAdminUpdateAt => Key {
                expression: "last_admin_update_at",
                ascending: "ASC NULLS FIRST",
                descending: "DESC NULLS LAST",
                is_whole: true,
                has_words: false,
            },
            UserSort::CreatedAt => Key { is_whole: true, ..key_by("created_at") },
        }
    }

    fn column_filters(filter: &UserFilter) -> Vec<ColumnFilter> {
        let license = ("license_status", "status");
        let choice = |row: &str, tally: &str| FilterValue { row: row.to_owned(), tally: tally.to_owned() };
        let needs_update = ColumnFilter {
            choices: vec![
                choice(IS_READY, "NOT needs_update"),
                choice("last_admin_update_at IS NULL", "needs_update"),
            ],
            wanted: filter.needs_update.map(usize::from),
            is_indexed: false,
        };
        vec![
            ColumnFilter::words(license, LicenseStatus::ALL, LicenseStatus::as_str, filter.license_status),
            ColumnFilter::words(("role", "kind"), Role::ALL, Role::as_str, filter.role).not_indexed(),
            needs_update,
        ]
    }

    fn uncounted_filter_condition(filter: &UserFilter) -> Option<&'static str> {
        // These conditions are written exactly as in the partial indexes, so that PostgreSQL can
        // use the indexes.
        filter.unverified.map(|claim| match claim {
            Claim::Email => "email_verified_at IS NULL",
            Claim::License => "drivers_license_number IS NOT NULL AND license_verified_at IS NULL",
            Claim::Plate => "vehicle_license_plate IS NOT NULL AND plate_verified_at IS NULL",
        })
    }

    fn build_list_search(
        connection: &mut PgConnection,
        binds: &mut Binds,
        search: &Search,
    ) -> QueryResult<ListSearch> {
        Ok(build_text_search(&conditions_on_users(connection, binds, search)?))
    }

    fn load_records(store: &mut PgStore<'_>, ids: &[i32]) -> StoreResult<Vec<User>> {
        users_by_ids(store, ids)
    }
}

/// SQL expression for a user's searchable words, normalized: name, email address, license number, plate and
/// phone number. License numbers and plates with separators are also included without them.
const WORDS: &str = "user_search_words(search_text, vehicle_license_plate, phone_number)";
/// SQL expression for a user's searchable words without the phone number.
const WORDS_BUT_PHONE: &str = "user_search_words(search_text, vehicle_license_plate, NULL)";
/// SQL expression for all runs of five consecutive digits in a user's searchable words. The runs are indexed,
/// because few users share five digits, but many share three.
const DIGITS: &str = "five_digits(user_search_words(search_text, vehicle_license_plate, phone_number))";
/// SQL expression for the words of the name and email address.
const NAMES: &str = "user_search_names(search_text)";

/// Returns SQL conditions that match a search against a user's words, state and id, and against the citation
/// numbers of the user's items.
pub(crate) fn conditions_on_users(
    connection: &mut PgConnection,
    binds: &mut Binds,
    search: &Search,
) -> QueryResult<Vec<String>> {
    let mut conditions = conditions_on_own_data(binds, search);
    let drivers = CitedItems::of(connection, search)?.into_drivers();
    if !drivers.is_empty() {
        conditions.push(format!("id = ANY ({})", binds.add_integers(drivers)));
    }
    Ok(conditions)
}

/// Returns SQL conditions that match a search against a user's words, state and id. A short search matches only
/// the start of a word.
fn conditions_on_own_data(binds: &mut Binds, search: &Search) -> Vec<String> {
    let mut texts = conditions_on_text(binds, search);
    let fives = search.text().map(five_digit_runs).unwrap_or_default();
    let mut found = vec![];
    // Phone numbers are stored as digits only, so a search may contain any separators.
    if let Some((phone, digits)) = condition_on_phone_words(binds, search) {
        let phone_fives = five_digit_runs(&digits);
        if phone_fives == fives {
            texts.push(phone);
        } else {
            found.push(condition_with_digits(binds, &[phone], phone_fives));
        }
    }
    if !texts.is_empty() {
        found.push(condition_with_digits(binds, &texts, fives));
    }
    conditions_on_ids(search, &["id"])
        .chain(found)
        .chain(condition_on_plate_or_license(binds, search))
        .collect()
}

/// Returns the SQL condition for rows that match one of the conditions `texts` and contain all runs of digits in
/// `fives`. `IS TRUE` keeps PostgreSQL from using the string-search indexes. PostgreSQL then reads only the index of
/// digits, and filters the rows that it finds.
fn condition_with_digits(binds: &mut Binds, texts: &[String], fives: Vec<String>) -> String {
    if fives.is_empty() {
        return join_with_or(texts);
    }
    format!("({} IS TRUE AND {DIGITS} @> {})", join_with_or(texts), binds.add_texts(fives))
}

/// Returns two strings: the SQL condition for users with the searched phone number among their words, and the
/// digits of that number. Returns `None` if the search can't be a phone number.
fn condition_on_phone_words(binds: &mut Binds, search: &Search) -> Option<(String, String)> {
    let (digits, pattern) = match search.in_phone()? {
        PhoneMatch::Start(digits) => (digits.clone(), format!("% {digits}%")),
        PhoneMatch::End(digits) => (digits.clone(), format!("%{digits}")),
        PhoneMatch::Anywhere(digits) => (digits.clone(), format!("%{digits}%")),
    };
    Some((format!("{WORDS} LIKE {}", binds.add_text(pattern)), digits))
}

/// Returns the SQL condition for users with the searched plate or license number, without separators. Returns
/// `None` if the search can't be a plate or license number.
fn condition_on_plate_or_license(binds: &mut Binds, search: &Search) -> Option<String> {
    let plain = search.without_separators()?;
    if search.text().is_none() && plain.chars().count() < MIN_PLAIN {
        return Some(word_prefix_condition(binds, WORDS, &plain));
    }
    let found = substring_condition(binds, WORDS, &plain);
    Some(condition_with_digits(binds, &[found], five_digit_runs(&plain)))
}

/// Minimum length of a number that may match anywhere in a word, in characters. A shorter number must match the
/// start of a word.
const MIN_PLAIN: usize = 3;

/// Returns SQL conditions that match the search text against a user's words and state.
fn conditions_on_text(binds: &mut Binds, search: &Search) -> Vec<String> {
    let mut conditions = vec![];
    if let Some(text) = search.text() {
        conditions.push(substring_condition(binds, "search_text", text));
        let found = substring_condition(binds, WORDS, &separate_words(text));
        // Many phone numbers contain a short number, so such a number must match a word that isn't the phone number.
        conditions.push(if may_be_in_many_phones(text) {
            format!("({found} AND {})", substring_condition(binds, WORDS_BUT_PHONE, &separate_words(text)))
        } else {
            found
        });
    }
    conditions.extend(search.beginning().map(|text| word_prefix_condition(binds, WORDS, text)));
    conditions
}

/// Whether `text` is a number of at most five digits. Many phone numbers contain
/// such a short number.
fn may_be_in_many_phones(text: &str) -> bool {
    text.len() < 6 && text.bytes().all(|letter| letter.is_ascii_digit())
}

/// Returns the SQL condition for rows with a word that starts with `text`. `words_sql` is the SQL
/// expression for a row's words.
fn word_prefix_condition(binds: &mut Binds, words_sql: &str, text: &str) -> String {
    let start = prefix_pattern(&without_nul(separate_words(text).trim()));
    format!("{words_sql} LIKE {}", binds.add_text(format!("% {start}")))
}

/// Maximum number of drivers that a search finds by name. If more drivers match, the search finds the newest.
const NAMED: i64 = 200;

/// Returns the ids of the newest drivers whose name or email address matches the search, and of the drivers of items
/// whose citation number matches the search.
pub(crate) fn find_matching_drivers(connection: &mut PgConnection, search: &Search) -> QueryResult<Vec<i32>> {
    let mut drivers = find_drivers_by_name(connection, search)?;
    drivers.extend(CitedItems::of(connection, search)?.into_drivers());
    Ok(drivers)
}

/// Returns the ids of the newest drivers whose name or email address matches the search, at most [`NAMED`]. Returns
/// none if the search can't be part of a name.
pub(crate) fn find_drivers_by_name(connection: &mut PgConnection, search: &Search) -> QueryResult<Vec<i32>> {
    if !search.may_be_name() {
        return Ok(vec![]);
    }
    let mut binds = Binds::default();
    let (few, named) = if let Some(text) = search.text() {
        // The condition `few` makes PostgreSQL use the index of users' words. That index finds fewer drivers
        // than the index of `search_text`, because `search_text` also contains the state. Digits have their
        // own index, because many phone numbers share a few digits.
        let fives = five_digit_runs(text);
        let few = if fives.is_empty() {
            substring_condition(&mut binds, WORDS, &separate_words(text))
        } else {
            format!("{DIGITS} @> {}", binds.add_texts(fives))
        };
        (few, substring_condition(&mut binds, NAMES, &separate_words(text)))
    } else if let Some(text) = search.beginning() {
        (word_prefix_condition(&mut binds, WORDS, text), word_prefix_condition(&mut binds, NAMES, text))
    } else {
        return Ok(vec![]);
    };
    find_newest::<UserList>(connection, &format!("{few} AND {named}"), &named, &binds, NAMED)
}

/// Returns the users with these ids, in any order.
pub(crate) fn users_by_ids(store: &mut PgStore<'_>, ids: &[i32]) -> StoreResult<Vec<User>> {
    store.entities::<UserRow, _>(users::table.filter(users::id.eq_any(ids)).select(UserRow::as_select()))
}
