//! How a list is laid out in its table, and the statements that follow from it.
//!
//! A list has a few filters with few values each. For every combination of values an index holds the rows in the list's order:
//! whatever is filtered, the answer is a merge of some stretches of that index, and only the rows of the slice are read.

use ports::shared::list::MoneySort;
use ports::shared::paging::Page;

use super::statement::all_of;

/// One value of a filter.
pub(crate) struct Choice {
    /// On the list's table.
    pub(crate) row: String,
    /// On `list_tallies`.
    pub(crate) tally: String,
}

/// One filter of a list.
pub(crate) struct Dimension {
    pub(crate) choices: Vec<Choice>,
    /// The one that is asked for.
    pub(crate) wanted: Option<usize>,
    /// The list's indexes are split by it; otherwise the rows are looked at one by one.
    pub(crate) splits: bool,
}

impl Dimension {
    /// A column with stored words.
    pub(crate) fn words<T: Copy + PartialEq>(
        (column, counted): (&str, &str),
        all: &[T],
        word: fn(T) -> &'static str,
        wanted: Option<T>,
    ) -> Self {
        let choice = |value: &T| {
            let word = super::statement::literal(word(*value));
            Choice { row: format!("{column} = {word}"), tally: format!("{counted} = {word}") }
        };
        Self {
            choices: all.iter().map(choice).collect(),
            wanted: wanted.and_then(|wanted| all.iter().position(|value| *value == wanted)),
            splits: true,
        }
    }

    /// Yes or no.
    pub(crate) fn flag((column, counted): (&str, &str), wanted: Option<bool>) -> Self {
        let choice = |not: &str| Choice { row: format!("{not}{column}"), tally: format!("{not}{counted}") };
        Self { choices: vec![choice("NOT "), choice("")], wanted: wanted.map(usize::from), splits: true }
    }

    /// The same, but not in the list's indexes.
    pub(crate) fn apart(self) -> Self {
        Self { splits: false, ..self }
    }

    fn wanted(&self) -> Option<&Choice> {
        self.wanted.and_then(|wanted| self.choices.get(wanted))
    }
}

/// Rows that a probe looks at: so many of the newest, and so many of all.
const PROBED: i64 = 100;

/// What a list is ordered by before its ids.
#[derive(Clone, Copy)]
pub(crate) struct Key {
    pub(crate) expression: &'static str,
    pub(crate) rising: &'static str,
    pub(crate) falling: &'static str,
    /// There is an index with all rows in this order, whatever the filters' values.
    pub(crate) is_whole: bool,
    /// That index has the texts that are searched, too.
    pub(crate) has_words: bool,
}

/// The order by ids alone.
pub(crate) const BY_ID: Key =
    Key { expression: "id", rising: "ASC", falling: "DESC", is_whole: true, has_words: false };

/// The order by a column without nulls.
pub(crate) const fn by(expression: &'static str) -> Key {
    Key { expression, rising: "ASC", falling: "DESC", is_whole: false, has_words: false }
}

/// The order of records about money.
pub(crate) const fn by_money(sort: MoneySort) -> Key {
    match sort {
        MoneySort::Id => BY_ID,
        MoneySort::Amount => by("amount_cents"),
        MoneySort::CreatedAt => by("created_at"),
    }
}

/// Where a list's records are.
pub(crate) struct Source {
    /// Their table.
    pub(crate) table: &'static str,
    /// The list's name in `tallies`.
    pub(crate) tally: &'static str,
    /// Which rows of the table are in the list at all.
    pub(crate) within: &'static str,
}

/// A list as it is asked for.
pub(crate) struct Shape {
    pub(crate) source: Source,
    pub(crate) dimensions: Vec<Dimension>,
    pub(crate) key: Key,
    pub(crate) is_descending: bool,
    pub(crate) page: Page,
    /// The bound id of `before`.
    pub(crate) before: Option<String>,
}

impl Shape {
    fn direction(&self) -> &'static str {
        if self.is_descending { self.key.falling } else { self.key.rising }
    }

    /// The order, over columns `key` and `id`.
    fn order(&self) -> String {
        let ids = if self.is_descending { "id DESC" } else { "id ASC" };
        match self.key.expression {
            "id" => format!("ORDER BY {ids}"),
            _ => format!("ORDER BY key {}, {ids}", self.direction()),
        }
    }

    /// The order and the slice.
    fn slice(&self) -> String {
        let Page { limit, offset } = self.page;
        format!("{} LIMIT {limit} OFFSET {offset}", self.order())
    }

    fn after_before(&self, key: &str) -> Option<String> {
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

    /// Conditions on the table for what is filtered.
    pub(crate) fn filters(&self) -> String {
        all_of(self.dimensions.iter().filter_map(Dimension::wanted).map(|choice| &choice.row))
    }

    /// Conditions on `tallies` for what is filtered.
    pub(crate) fn tally_filters(&self) -> String {
        all_of(self.dimensions.iter().filter_map(Dimension::wanted).map(|choice| &choice.tally))
    }

    fn select(&self, conditions: &str) -> String {
        self.select_within(self.source.within, conditions)
    }

    fn select_within(&self, within: &str, conditions: &str) -> String {
        let (key, table) = (self.key.expression, self.source.table);
        format!("SELECT id, {key} AS key FROM {table} WHERE {within} AND {conditions}")
    }

    /// The slice's ids by walking the list in its order; with a further condition that many rows fulfil.
    pub(crate) fn walk(&self, also: &str) -> String {
        let apart = self.dimensions.iter().filter(|dimension| !dimension.splits);
        let rest = all_of(
            apart
                .filter_map(Dimension::wanted)
                .map(|choice| choice.row.clone())
                .chain(self.after_before(self.key.expression))
                .chain([also.to_owned()]),
        );
        let splitting: Vec<&Dimension> =
            self.dimensions.iter().filter(|dimension| dimension.splits).collect();
        let is_whole = self.key.is_whole && splitting.iter().all(|dimension| dimension.wanted.is_none());
        let stretches = if is_whole { vec![rest] } else { stretches(&splitting, &rest) };
        // Each stretch is in order by itself: only then they are merged, and read no further than needed.
        let enough = format!("{} LIMIT {}", self.order(), self.page.offset + self.page.limit);
        let all: Vec<String> =
            stretches.iter().map(|conditions| format!("({} {enough})", self.select(conditions))).collect();
        format!("SELECT id FROM ({}) AS merged {}", all.join(" UNION ALL "), self.slice())
    }

    /// The slice's ids of rows that are found by any of these conditions, few altogether.
    pub(crate) fn gather(&self, conditions: &[String]) -> String {
        let rest = all_of([self.filters()].into_iter().chain(self.after_before(self.key.expression)));
        let all: Vec<String> =
            conditions.iter().map(|found| self.select(&format!("{rest} AND {found}"))).collect();
        // Found first, sorted then: a text that the statistics take for common would have PostgreSQL read the list from end to end.
        format!("WITH found AS MATERIALIZED ({}) SELECT id FROM found {}", all.join(" UNION "), self.slice())
    }

    /// How many of a hundred rows fulfil a condition, among the newest and among all, whichever are fewer: whether it is worthwhile
    /// to look for it by an index. Among the newest alone it may be common because of a file that was stored just now.
    pub(crate) fn probe(&self, condition: &str) -> String {
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

    /// How many rows fulfil a condition, at most one more than `most`; and if not more, the slice's ids. What is common is
    /// found among the first of the list, where one index has its order and its texts, or else among the newest; anything else by the index of the text.
    pub(crate) fn gather_counted(&self, condition: &str, most: i64, is_common: bool) -> String {
        let order = match (is_common, self.key.has_words) {
            (true, true) => self.order(),
            (true, false) => "ORDER BY id DESC".to_owned(),
            (false, _) => String::new(),
        };
        let wanted = format!("{} AND {condition}", self.filters());
        // Said in this way PostgreSQL does not read one of the list's own indexes from end to end beside the text's.
        let rare = || self.select_within(&format!("({}) IS TRUE", self.source.within), &wanted);
        let found = if is_common { self.select(&wanted) } else { rare() };
        let rest = all_of(self.after_before("key"));
        format!(
            "WITH found AS MATERIALIZED ({found} {order} LIMIT {})
             SELECT (SELECT count(*) FROM found) AS total,
                    ARRAY (SELECT id FROM found WHERE {rest} {}) AS ids",
            most + 1,
            self.slice()
        )
    }
}

/// Every combination of the values that are asked for, or of all where none is.
fn stretches(dimensions: &[&Dimension], rest: &str) -> Vec<String> {
    let Some((first, others)) = dimensions.split_first() else { return vec![rest.to_owned()] };
    let below = stretches(others, rest);
    let is_asked = |position: &usize| first.wanted.is_none_or(|wanted| wanted == *position);
    let choices = first.choices.iter().enumerate().filter(|(position, _)| is_asked(position));
    choices.flat_map(|(_, choice)| below.iter().map(|below| format!("{} AND {below}", choice.row))).collect()
}
