//! Parses a SODA query and selects its rows.

use std::cmp::Ordering;

use serde_json::{Value, json};

use crate::columns::{COLUMNS, is_number};
use crate::condition::{self, Condition, column_name, compare};
use crate::errors::ApiError;
use crate::table::{Row, Table, text};

/// Maximum number of rows in a response if the query has no `$limit`.
const LIMIT: usize = 1_000;
/// Maximum number of rows in a response, whatever the query's `$limit`.
const MAX_LIMIT: usize = 50_000;

/// The parsed parameters of a query.
pub(crate) struct Query {
    columns: Vec<String>,
    is_count: bool,
    condition: Option<Condition>,
    /// Columns to sort by, and whether in descending order.
    order: Vec<(String, bool)>,
    limit: usize,
    offset: usize,
}

/// Parses the parameters of a request. A parameter without a `$` filters by the column of that name.
pub(crate) fn parse_query(parameters: &[(String, String)]) -> Result<Query, ApiError> {
    let mut query =
        Query { columns: vec![], is_count: false, condition: None, order: vec![], limit: LIMIT, offset: 0 };
    let mut conditions = vec![];
    for (name, text) in parameters {
        match name.as_str() {
            "$select" if text.trim().eq_ignore_ascii_case("count(*)") => query.is_count = true,
            "$select" if text.trim() == "*" => {}
            "$select" => {
                query.columns =
                    text.split(',').map(|name| column_name(name.trim())).collect::<Result<_, _>>()?;
            }
            "$where" => conditions.push(condition::parse(text)?),
            "$order" => query.order = text.split(',').map(parse_ordering).collect::<Result<_, _>>()?,
            "$limit" => query.limit = parse_number(name, text)?.min(MAX_LIMIT),
            "$offset" => query.offset = parse_number(name, text)?,
            "$$app_token" => {}
            other if other.starts_with('$') => {
                return Err(ApiError::new(
                    400,
                    "soql.unrecognized-parameter",
                    format!("Unrecognized arguments [{other}]"),
                ));
            }
            column => conditions.push(Condition::In(column_name(column)?, vec![text.clone()])),
        }
    }
    query.condition = (!conditions.is_empty()).then_some(Condition::And(conditions));
    Ok(query)
}

/// Parses an entry of `$order`. Returns the column, and whether the order is descending.
fn parse_ordering(text: &str) -> Result<(String, bool), ApiError> {
    let mut words = text.split_whitespace();
    let column = column_name(words.next().unwrap_or_default())?;
    match words.next().map(str::to_ascii_lowercase).as_deref() {
        None | Some("asc") => Ok((column, false)),
        Some("desc") => Ok((column, true)),
        Some(other) => Err(ApiError::unparsable_query(other)),
    }
}

/// Parses `text`, the value of the parameter `name`, as a number.
fn parse_number(name: &str, text: &str) -> Result<usize, ApiError> {
    text.trim().parse().map_err(|_| {
        ApiError::new(400, "query.soql.invalid-parameter", format!("{name} is no number: {text}"))
    })
}

impl Query {
    /// Returns the names of the columns in the response.
    pub(crate) fn columns(&self) -> Vec<&str> {
        if self.is_count {
            vec!["count"]
        } else if self.columns.is_empty() {
            COLUMNS.iter().map(|(name, _)| *name).collect()
        } else {
            self.columns.iter().map(String::as_str).collect()
        }
    }

    /// Returns the rows that the query selects. If `ignores_condition` is true, the query's conditions don't apply.
    pub(crate) fn rows(&self, table: &Table, ignores_condition: bool) -> Vec<Value> {
        let condition = self.condition.as_ref().filter(|_| !ignores_condition);
        let allowed = |column: &str| condition.and_then(|condition| condition.allowed_values(column));
        let (plates, numbers) = (allowed("plate"), allowed("summons_number"));
        let mut rows = table.candidates(plates.as_deref(), numbers.as_deref());
        rows.retain(|row| condition.is_none_or(|condition| condition.is_met_by(row)));
        if self.is_count {
            return vec![json!({ "count": rows.len().to_string() })];
        }
        rows.sort_by(|one, other| self.compare(one, other));
        rows.into_iter().skip(self.offset).take(self.limit).map(|row| self.format_row(row)).collect()
    }

    /// Compares two rows by the columns in `order`. A blank cell counts as greater than any value.
    fn compare(&self, left: &Row, right: &Row) -> Ordering {
        let by = |(column, is_reversed): &(String, bool)| {
            let order = match (text(left, column), text(right, column)) {
                (Some(left), Some(right)) => compare(column, left, right),
                (left, right) => right.is_some().cmp(&left.is_some()),
            };
            if *is_reversed { order.reverse() } else { order }
        };
        self.order.iter().map(by).find(|order| *order != Ordering::Equal).unwrap_or(Ordering::Equal)
    }

    /// Returns a row as JSON, with only the columns in the response.
    fn format_row(&self, row: &Row) -> Value {
        let columns = self.columns();
        Value::Object(
            row.iter()
                .filter(|(name, _)| columns.contains(&name.as_str()))
                .map(|(name, cell)| (name.clone(), cell.clone()))
                .collect(),
        )
    }
}

/// Returns the API's name for each column's type.
pub(crate) fn column_types(columns: &[&str]) -> Vec<&'static str> {
    columns.iter().map(|name| if is_number(name) == Some(false) { "text" } else { "number" }).collect()
}
