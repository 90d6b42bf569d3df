//! Builds the SQL statements for a list.
//!
//! A list has a few filters, each with few values. For each combination of values of the indexed filters, an
//! index range has the matching rows in the list's order. A page is merged from these ranges, and only its
//! rows are read. Other filters are checked for each row ([`ColumnFilter::is_indexed`]).

use ports::shared::list::MoneySort;
use ports::shared::paging::Page;

use super::statement::join_with_and;

/// A value of a filter, as SQL conditions.
pub(crate) struct FilterValue {
    /// SQL condition on the list's table for this value.
    pub(crate) row: String,
    /// SQL condition on the view `list_tallies` for this value.
    pub(crate) tally: String,
}

/// A filter of a list, with the value that the request chose.
pub(crate) struct ColumnFilter {
    pub(crate) choices: Vec<FilterValue>,
    /// Index of the requested value in `choices`; `None` if all values are requested.
    pub(crate) wanted: Option<usize>,
    /// Whether the list's indexes cover this filter. If not, each row is checked.
    pub(crate) is_indexed: bool,
}

impl ColumnFilter {
    /// Creates a filter on a text column that has one of the values `all`. `column` is the column of the
    /// list's table, `counted` that of `list_tallies`, and `word` returns the stored word of a value.
    /// `wanted` is the requested value.
    pub(crate) fn words<T: Copy + PartialEq>(
        (column, counted): (&str, &str),
        all: &[T],
        word: fn(T) -> &'static str,
        wanted: Option<T>,
    ) -> Self {
        let choice = |value: &T| {
            let word = super::statement::sql_literal(word(*value));
            FilterValue { row: format!("{column} = {word}"), tally: format!("{counted} = {word}") }
        };
        Self {
            choices: all.iter().map(choice).collect(),
            wanted: wanted.and_then(|wanted| all.iter().position(|value| *value == wanted)),
            is_indexed: true,
        }
    }

    /// Creates a filter on a boolean column. `column` is the column of the list's table, `counted` that of
    /// `list_tallies`, and `wanted` the requested value.
    pub(crate) fn flag((column, counted): (&str, &str), wanted: Option<bool>) -> Self {
        let choice =
            |not: &str| FilterValue { row: format!("{not}{column}"), tally: format!("{not}{counted}") };
        Self { choices: vec![choice("NOT "), choice("")], wanted: wanted.map(usize::from), is_indexed: true }
    }

    /// Marks a filter as one that the list's indexes don't cover.
    pub(crate) fn not_indexed(self) -> Self {
        Self { is_indexed: false, ..self }
    }

    /// Returns the requested value of this filter; `None` if all values are requested.
    fn wanted(&self) -> Option<&FilterValue> {
        self.wanted.and_then(|wanted| self.choices.get(wanted))
    }
}

/// Number of rows in each of the two samples that estimate how common a string is.
const PROBED: i64 = 100;

/// The column that a list is sorted by. Rows with equal values are sorted by id.
#[derive(Clone, Copy)]
pub(crate) struct Key {
    pub(crate) expression: &'static str,
    pub(crate) ascending: &'static str,
    pub(crate) descending: &'static str,
    /// Whether one index has all rows of the list in this order. If not, each combination of filter values has its
    /// own range of an index.
    pub(crate) is_whole: bool,
    /// Whether the index in this order also contains the strings that searches match.
    pub(crate) has_words: bool,
}

/// The key for sorting by id only.
pub(crate) const BY_ID: Key =
    Key { expression: "id", ascending: "ASC", descending: "DESC", is_whole: true, has_words: false };

/// Returns the key for sorting by the column or SQL expression `expression`, which is never null.
pub(crate) const fn key_by(expression: &'static str) -> Key {
    Key { expression, ascending: "ASC", descending: "DESC", is_whole: false, has_words: false }
}

/// Returns the key for sorting records that have an amount.
pub(crate) const fn key_by_money(sort: MoneySort) -> Key {
    match sort {
        MoneySort::Id => BY_ID,
        MoneySort::Amount => key_by("amount_cents"),
        MoneySort::CreatedAt => key_by("created_at"),
    }
}

/// The table that has a list's records.
pub(crate) struct Source {
    /// Name of the table.
    pub(crate) table: &'static str,
    /// The list's name in the table `tallies`.
    pub(crate) tally: &'static str,
    /// SQL condition for the rows of the table that belong to the list.
    pub(crate) within: &'static str,
}

/// The parts from which a query's SQL statements are built.
pub(crate) struct Shape {
    pub(crate) source: Source,
    pub(crate) column_filters: Vec<ColumnFilter>,
    pub(crate) key: Key,
    pub(crate) is_descending: bool,
    pub(crate) page: Page,
    /// The SQL parameter with the id of the row before the page; `None` for pages by offset.
    pub(crate) before: Option<String>,
    /// The id of a record to leave out of the page, because an earlier page had it as
    /// the list's first row.
    pub(crate) without: Option<i32>,
}

impl Shape {
    /// Returns the SQL keywords for the direction of the sort key, such as `DESC`.
    fn direction(&self) -> &'static str {
        if self.is_descending { self.key.descending } else { self.key.ascending }
    }

    /// Returns the ORDER BY clause over the columns `key` and `id`.
    fn order_clause(&self) -> String {
        let ids = if self.is_descending { "id DESC" } else { "id ASC" };
        match self.key.expression {
            "id" => format!("ORDER BY {ids}"),
            _ => format!("ORDER BY key {}, {ids}", self.direction()),
        }
    }

    /// Returns the ORDER BY, LIMIT and OFFSET clauses.
    fn order_and_limit_clauses(&self) -> String {
        let Page { limit, offset } = self.page;
        format!("{} LIMIT {limit} OFFSET {offset}", self.order_clause())
    }

    /// Returns the SQL conditions for the rows that the page may have, besides filters and searches: rows after the
    /// cursor, except [`Self::without`]. `key` is the SQL expression that the rows are sorted by.
    fn page_conditions(&self, key: &str) -> impl Iterator<Item = String> {
        let without = self.without.map(|id| format!("id <> {id}"));
        self.cursor_condition(key).into_iter().chain(without)
    }

    /// Returns the SQL condition for rows after the cursor; `None` without a cursor. `key` is the SQL
    /// expression that the rows are sorted by.
    fn cursor_condition(&self, key: &str) -> Option<String> {
        let before = self.before.as_ref()?;
        if self.key.expression == "id" {
            return Some(format!("id < {before}"));
        }
        let Key { expression, .. } = self.key;
        Some(format!(
            "({key}, id) < (SELECT {expression}, id FROM {} WHERE id = {before})",
            self.source.table
        ))
    }

    /// Returns the requested filter values as one SQL condition on the table.
    pub(crate) fn filter_condition(&self) -> String {
        join_with_and(self.column_filters.iter().filter_map(ColumnFilter::wanted).map(|choice| &choice.row))
    }

    /// Returns the requested filter values as one SQL condition on `list_tallies`.
    pub(crate) fn tally_filter_condition(&self) -> String {
        join_with_and(self.column_filters.iter().filter_map(ColumnFilter::wanted).map(|choice| &choice.tally))
    }

    /// Returns the statement that selects the ids and sort keys of the list's rows that meet the conditions.
    fn select_sql(&self, conditions: &str) -> String {
        self.select_within_sql(self.source.within, conditions)
    }

    /// Like [`Self::select_sql`], but `within` decides which rows of the table belong to the list.
    fn select_within_sql(&self, within: &str, conditions: &str) -> String {
        let (key, table) = (self.key.expression, self.source.table);
        format!("SELECT id, {key} AS key FROM {table} WHERE {within} AND {conditions}")
    }

    /// Returns the statement that selects the page's ids by reading the list in its order. `condition` is a
    /// further SQL condition, which many rows match.
    pub(crate) fn select_in_order_sql(&self, condition: &str) -> String {
        let apart = self.column_filters.iter().filter(|filter| !filter.is_indexed);
        let rest = join_with_and(
            apart
                .filter_map(ColumnFilter::wanted)
                .map(|choice| choice.row.clone())
                .chain(self.page_conditions(self.key.expression))
                .chain([condition.to_owned()]),
        );
        let splitting: Vec<&ColumnFilter> =
            self.column_filters.iter().filter(|filter| filter.is_indexed).collect();
        let is_whole = self.key.is_whole && splitting.iter().all(|filter| filter.wanted.is_none());
        let stretches = if is_whole { vec![rest] } else { index_ranges(&splitting, &rest) };
        // Each index range has its own ORDER BY. Only then does PostgreSQL merge the ranges and stop after
        // enough rows.
        let enough = format!("{} LIMIT {}", self.order_clause(), self.page.offset + self.page.limit);
        let all: Vec<String> = stretches
            .iter()
            .map(|conditions| format!("({} {enough})", self.select_sql(conditions)))
            .collect();
        format!("SELECT id FROM ({}) AS merged {}", all.join(" UNION ALL "), self.order_and_limit_clauses())
    }

    /// Returns the statement that selects the page's ids among the rows that match at least one of these
    /// conditions. All the conditions together match few rows.
    pub(crate) fn gather_sql(&self, conditions: &[String]) -> String {
        let rest = join_with_and(
            [self.filter_condition()].into_iter().chain(self.page_conditions(self.key.expression)),
        );
        let all: Vec<String> =
            conditions.iter().map(|found| self.select_sql(&format!("{rest} AND {found}"))).collect();
        // The rows are materialized before they are sorted. Otherwise, if PostgreSQL's statistics overestimate how
        // common the searched string is, PostgreSQL would read the whole list in order.
        format!(
            "WITH found AS MATERIALIZED ({}) SELECT id FROM found {}",
            all.join(" UNION "),
            self.order_and_limit_clauses()
        )
    }

    /// Returns the statement that estimates the percentage of rows that match a condition. The statement
    /// samples the newest rows and rows of the whole table, and takes the lower percentage. After an import of
    /// similar rows, the newest rows alone would be misleading.
    pub(crate) fn estimate_share_sql(&self, condition: &str) -> String {
        let Source { table, within, .. } = self.source;
        let share = |rows: &str| {
            format!(
                "(SELECT count(*) FILTER (WHERE {condition}) * 100 / greatest(count(*), 1) FROM
                  (SELECT * FROM {table} WHERE {within} AND {rows}) AS probed)"
            )
        };
        let newest = format!("true ORDER BY id DESC LIMIT {PROBED}");
        let spread = format!(
            "id = ANY (ARRAY (SELECT ((SELECT max(id) FROM {table})::bigint * n / {PROBED})::integer FROM generate_series(1, {PROBED}) AS n))"
        );
        format!("SELECT least({}, {}) AS n", share(&newest), share(&spread))
    }

    /// Returns the statement that counts the rows that match a condition, up to `limit` + 1. If there are at
    /// most `limit` rows, the statement also selects the page's ids. For a common string, the statement reads
    /// rows in the list's order, or newest first if no index has both that order and the searched strings. For
    /// a rare string, the statement uses the index for searching strings.
    pub(crate) fn count_and_gather_sql(&self, condition: &str, limit: i64, is_common: bool) -> String {
        let order = match (is_common, self.key.has_words) {
            (true, true) => self.order_clause(),
            (true, false) => "ORDER BY id DESC".to_owned(),
            (false, _) => String::new(),
        };
        let wanted = format!("{} AND {condition}", self.filter_condition());
        // `IS TRUE` keeps PostgreSQL from scanning one of the list's indexes in addition to the string-search index.
        let rare = || self.select_within_sql(&format!("({}) IS TRUE", self.source.within), &wanted);
        let found = if is_common { self.select_sql(&wanted) } else { rare() };
        let rest = join_with_and(self.page_conditions("key"));
        format!(
            "WITH found AS MATERIALIZED ({found} {order} LIMIT {})
             SELECT (SELECT count(*) FROM found) AS total,
                    ARRAY (SELECT id FROM found WHERE {rest} {}) AS ids",
            limit + 1,
            self.order_and_limit_clauses()
        )
    }
}

/// Returns the SQL condition for each combination of filter values, joined with `further_condition`. For a filter
/// with a requested value, only that value is used.
fn index_ranges(filters: &[&ColumnFilter], further_condition: &str) -> Vec<String> {
    let Some((first, others)) = filters.split_first() else { return vec![further_condition.to_owned()] };
    let below = index_ranges(others, further_condition);
    let is_asked = |position: &usize| first.wanted.is_none_or(|wanted| wanted == *position);
    let choices = first.choices.iter().enumerate().filter(|(position, _)| is_asked(position));
    choices.flat_map(|(_, choice)| below.iter().map(|below| format!("{} AND {below}", choice.row))).collect()
}
