//! Ways to match a search against a list. The ways differ in how matching rows are found and counted.

use std::ops::RangeInclusive;

use diesel::{PgConnection, QueryResult};
use domain::shared::confirmation::PREFIX;
use domain::shared::search::{ConfirmationMatch, PhoneMatch, Search};

use super::statement::{Binds, join_with_or};
use crate::shared::rows::{OneColumn, row_by_name};
use crate::shared::search::{prefix_pattern, substring_pattern, without_nul};

/// How to find the rows of a list that match a search.
pub(crate) enum ListSearch {
    /// Every row of the list matches.
    Every,
    /// No row of the list matches.
    Never,
    /// The matches are all rows with certain common values, such as a violation, and a few other rows. They
    /// can be counted exactly.
    Grouped(GroupedSearch),
    /// Rows that meet this SQL condition match. The pre-aggregated counts in `tallies` can't be filtered by it,
    /// so the matches are counted up to a limit.
    Text(String),
}

/// A search that matches all rows with certain common values, such as a violation, and also a few other rows.
pub(crate) struct GroupedSearch {
    /// The list's name in the table `tallies`, and the SQL condition for matching rows of `tallies`. `None` if
    /// no common value matches.
    pub(crate) tally: Option<(&'static str, String)>,
    /// The SQL condition on the list's table that matches the same rows as `tally`; `None` if `tally` is `None`.
    pub(crate) common: Option<String>,
    /// SQL conditions that match few rows each. Each condition has an index.
    pub(crate) rare: Vec<String>,
}

impl GroupedSearch {
    /// Returns all SQL conditions on the list's table.
    pub(crate) fn conditions(&self) -> Vec<String> {
        self.common.iter().chain(&self.rare).cloned().collect()
    }

    /// Returns the SQL condition for matching rows that the counts named by `tally` don't include.
    pub(crate) fn uncounted_condition(&self) -> String {
        let common = self.common.as_deref().unwrap_or("false");
        format!("{} AND ({common}) IS NOT TRUE", join_with_or(&self.rare))
    }
}

/// Returns the SQL condition that `column` contains `text`. Both `column` and `text` must be normalized.
pub(crate) fn substring_condition(binds: &mut Binds, column: &str, text: &str) -> String {
    let pattern = binds.add_text(substring_pattern(&without_nul(text)));
    format!("{column} LIKE {pattern}")
}

/// Returns the SQL condition for rows with a word in `column` that starts with `text`. Both `column` and
/// `text` must be normalized.
fn word_prefix_condition(binds: &mut Binds, column: &str, text: &str) -> String {
    let start = prefix_pattern(&without_nul(text));
    let (first, later) = (binds.add_text(start.clone()), binds.add_text(format!("% {start}")));
    format!("({column} LIKE {first} OR {column} LIKE {later})")
}

/// Returns the SQL condition that `column` matches the search; `None` if the search can't match anything. A short
/// search matches only the start of a word.
pub(crate) fn condition_on_column(binds: &mut Binds, column: &str, search: &Search) -> Option<String> {
    if let Some(text) = search.text() {
        return Some(substring_condition(binds, column, text));
    }
    search.beginning().map(|text| word_prefix_condition(binds, column, text))
}

/// Returns the SQL condition for records of these drivers; `None` if there are no drivers.
pub(crate) fn condition_on_drivers(binds: &mut Binds, drivers: Vec<i32>) -> Option<String> {
    (!drivers.is_empty()).then(|| format!("user_id = ANY ({})", binds.add_integers(drivers)))
}

/// Ids of the newest items whose citation number starts with the searched string, and of their drivers.
#[derive(Default)]
pub(crate) struct CitedItems {
    tickets: Vec<i32>,
    parking: Vec<i32>,
    tolls: Vec<i32>,
    drivers: Vec<i32>,
}

/// Generates the part of a query for items of one kind whose citation number matches the pattern $1. Selects
/// the newest 200 items, except removed ones.
macro_rules! cited {
    ($kind:literal, $table:literal) => {
        concat!(
            "(SELECT '", $kind, "' AS kind, id, user_id FROM ", $table,
            " WHERE citation_number IS NOT NULL AND upper(translate(citation_number, ' -', '') COLLATE \"C\") LIKE $1",
            " AND removed_at IS NULL ORDER BY id DESC LIMIT 200)"
        )
    };
}

const CITED_ITEMS: &str = concat!(
    cited!("ticket", "tickets"),
    " UNION ALL ",
    cited!("parking", "parking"),
    " UNION ALL ",
    cited!("toll", "tolls")
);

row_by_name! {
    struct CitedRow {
        kind: String,
        id: i32,
        user_id: i32,
    }
}

impl CitedItems {
    /// Finds the newest items whose citation number starts with the searched number, at most 200 of each kind. Finds
    /// none if the search can't be a citation number.
    pub(crate) fn of(connection: &mut PgConnection, search: &Search) -> QueryResult<Self> {
        let mut cited = Self::default();
        let Some(start) = search.citation_beginning() else { return Ok(cited) };
        let mut binds = Binds::default();
        binds.add_text(prefix_pattern(&start));
        let rows: Vec<CitedRow> = binds.load(connection, CITED_ITEMS)?;
        for row in rows {
            let of_kind = match row.kind.as_str() {
                "ticket" => &mut cited.tickets,
                "parking" => &mut cited.parking,
                _ => &mut cited.tolls,
            };
            of_kind.push(row.id);
            cited.drivers.push(row.user_id);
        }
        cited.drivers.sort_unstable();
        cited.drivers.dedup();
        Ok(cited)
    }

    /// Returns SQL conditions for records about these items. `columns` says which of the columns `ticket_id`,
    /// `parking_id` and `toll_id` the list's table has.
    pub(crate) fn conditions(self, binds: &mut Binds, columns: &[&str]) -> Vec<String> {
        let ids = [("ticket_id", self.tickets), ("parking_id", self.parking), ("toll_id", self.tolls)];
        let ids = ids.into_iter().filter(|(column, ids)| columns.contains(column) && !ids.is_empty());
        ids.map(|(column, ids)| format!("{column} = ANY ({})", binds.add_integers(ids))).collect()
    }

    /// Returns the ids of payments for these items, and for lawyers for these tickets.
    pub(crate) fn payments(&self, connection: &mut PgConnection) -> QueryResult<Vec<i32>> {
        if self.drivers.is_empty() {
            return Ok(vec![]);
        }
        let mut binds = Binds::default();
        for ids in [&self.tickets, &self.parking, &self.tolls] {
            binds.add_integers(ids.clone());
        }
        let rows: Vec<OneColumn<i32>> = binds.load(
            connection,
            "SELECT id FROM payments WHERE ticket_id = ANY ($1) UNION ALL SELECT id FROM payments WHERE parking_id = ANY ($2)
             UNION ALL SELECT id FROM payments WHERE toll_id = ANY ($3)",
        )?;
        Ok(rows.into_iter().map(|OneColumn(id)| id).collect())
    }

    /// Returns the ids of the drivers who have these items.
    pub(crate) fn into_drivers(self) -> Vec<i32> {
        self.drivers
    }
}

/// Returns SQL conditions that match the searched number against id columns. The column `id` must start with
/// the number, and any other column must equal it.
pub(crate) fn conditions_on_ids<'a>(
    search: &Search,
    columns: &'a [&'a str],
) -> impl Iterator<Item = String> + use<'a> {
    let (number, ids) = (search.number(), search.ids());
    columns.iter().filter_map(move |column| {
        let number = number?;
        Some(if *column == "id" { condition_on_id_ranges(&ids) } else { format!("{column} = {number}") })
    })
}

/// Returns the SQL condition that the id is in one of these ranges.
fn condition_on_id_ranges(ranges: &[RangeInclusive<i32>]) -> String {
    let ranges = ranges.iter().map(|ids| (ids.start(), ids.end()));
    let conditions: Vec<String> =
        ranges.map(|(first, last)| format!("id BETWEEN {first} AND {last}")).collect();
    join_with_or(&conditions)
}

/// Builds the search by violation, confirmation number and the id columns `ids`. The search also finds all rows of
/// `drivers`, and rows that meet one of the SQL conditions `items`. `labels` is the name under which `tallies` has
/// the list's counts by violation. With these counts, rows whose violation matches are counted without being read.
pub(crate) fn build_payment_search(
    connection: &mut PgConnection,
    binds: &mut Binds,
    labels: &'static str,
    ids: &[&str],
    (drivers, items): (Vec<i32>, Vec<String>),
    search: &Search,
) -> QueryResult<ListSearch> {
    let mut rare: Vec<String> = conditions_on_ids(search, ids).chain(items).collect();
    match search.text().map(ConfirmationMatch::of) {
        Some(ConfirmationMatch::Every) => return Ok(ListSearch::Every),
        Some(ConfirmationMatch::Prefix(start)) => {
            rare.push(condition_on_confirmation_number(binds, &start, ""))
        }
        Some(ConfirmationMatch::Anywhere(part)) => {
            rare.push(condition_on_confirmation_number(binds, &part, "%"))
        }
        Some(ConfirmationMatch::Never) => {}
        None => {
            let start = search.beginning().map(|start| format!("{PREFIX}{}", start.to_uppercase()));
            rare.extend(start.map(|start| condition_on_confirmation_number(binds, &start, "")));
        }
    }
    rare.extend(condition_on_drivers(binds, drivers));
    let mut own = Binds::default();
    let mut found = vec![];
    if let Some(labelled) = condition_on_column(&mut own, "search_fold(label)", search) {
        let sql = format!(
            "SELECT label FROM list_tallies WHERE list = '{labels}' AND {labelled}
             GROUP BY label HAVING sum(n) > 0"
        );
        let rows: Vec<OneColumn<String>> = own.load(connection, &sql)?;
        found.extend(rows.into_iter().map(|OneColumn(label)| label));
    }
    if found.is_empty() && rare.is_empty() {
        return Ok(ListSearch::Never);
    }
    let common = (!found.is_empty()).then(|| binds.add_texts(found));
    Ok(ListSearch::Grouped(GroupedSearch {
        tally: common.as_ref().map(|labelled| (labels, format!("label = ANY ({labelled})"))),
        common: common.map(|labelled| format!("violation_type = ANY ({labelled})")),
        rare,
    }))
}

/// Returns the SQL condition for confirmation numbers that contain `part`, if `before` is `%`. If `before` is empty,
/// the numbers must start with `part`.
fn condition_on_confirmation_number(binds: &mut Binds, part: &str, before: &str) -> String {
    let pattern = substring_pattern(&without_nul(part));
    let pattern = binds.add_text(format!("{before}{}", pattern.trim_start_matches('%')));
    format!("confirmation_number LIKE {pattern}")
}

/// Returns one SQL condition for the same search as [`build_payment_search`], for a list with only one user's rows.
/// PostgreSQL checks all of these few rows, so no counts are needed.
pub(crate) fn condition_on_own_payments(
    binds: &mut Binds,
    ids: &[&str],
    items: Vec<String>,
    search: &Search,
) -> String {
    let mut conditions: Vec<String> = conditions_on_ids(search, ids).chain(items).collect();
    conditions.extend(condition_on_column(binds, "search_fold(violation_type)", search));
    conditions
        .extend(search.text().map(|text| substring_condition(binds, "lower(confirmation_number)", text)));
    join_with_or(&conditions)
}

/// Returns the SQL condition that `phone_number` starts with, ends with or contains the digits.
pub(crate) fn phone_condition(binds: &mut Binds, digits: &PhoneMatch) -> String {
    let pattern = match digits {
        PhoneMatch::Start(digits) => format!("{digits}%"),
        PhoneMatch::End(digits) => format!("%{digits}"),
        PhoneMatch::Anywhere(digits) => substring_pattern(digits),
    };
    let pattern = binds.add_text(pattern);
    format!("phone_number LIKE {pattern}")
}

/// Returns a search for rows that match at least one of these SQL conditions. Matching rows are counted up to a limit.
pub(crate) fn build_text_search(conditions: &[String]) -> ListSearch {
    if conditions.is_empty() { ListSearch::Never } else { ListSearch::Text(join_with_or(conditions)) }
}

impl ListSearch {
    /// Restricts the search to rows that also meet the SQL condition `uncounted`. The pre-aggregated counts in
    /// `tallies` can't be filtered by it, so the matches are counted up to a limit.
    pub(super) fn and(self, uncounted: Option<&str>) -> Self {
        match (self, uncounted) {
            (sought, None) => sought,
            (Self::Never, Some(_)) => Self::Never,
            (Self::Every, Some(condition)) => Self::Text(condition.to_owned()),
            (sought, Some(condition)) => Self::Text(format!("({}) AND {condition}", sought.condition())),
        }
    }

    /// Returns the search as one SQL condition.
    pub(crate) fn condition(&self) -> String {
        match self {
            Self::Every => "true".to_owned(),
            Self::Never => "false".to_owned(),
            Self::Grouped(groups) => join_with_or(&groups.conditions()),
            Self::Text(condition) => condition.clone(),
        }
    }
}
