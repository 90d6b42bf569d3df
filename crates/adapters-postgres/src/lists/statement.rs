//! Parts from which SQL statements are built.
//!
//! SQL: raw, because a list's filters and searches decide which conditions a statement has.

use diesel::deserialize::QueryableByName;
use diesel::pg::Pg;
use diesel::sql_types::{Array, Integer, Text};
use diesel::{PgConnection, QueryResult, RunQueryDsl, sql_query};

enum Bind {
    Integer(i32),
    Text(String),
    Texts(Vec<String>),
    Integers(Vec<i32>),
}

/// The values of a statement's parameters. Values that come from users are only passed this way, and never
/// written into a statement. All statements of a list share the same parameters.
#[derive(Default)]
pub(crate) struct Binds(Vec<Bind>);

impl Binds {
    /// Adds a parameter, and returns its placeholder, such as `$3`.
    fn push(&mut self, bind: Bind) -> String {
        self.0.push(bind);
        format!("${}", self.0.len())
    }

    /// Adds an integer parameter, and returns its placeholder, such as `$3`.
    pub(crate) fn add_integer(&mut self, value: i32) -> String {
        self.push(Bind::Integer(value))
    }

    /// Adds a text parameter, and returns its placeholder, such as `$3`.
    pub(crate) fn add_text(&mut self, value: String) -> String {
        self.push(Bind::Text(value))
    }

    /// Adds one parameter, a text array, and returns its placeholder, such as `$3`.
    pub(crate) fn add_texts(&mut self, values: Vec<String>) -> String {
        self.push(Bind::Texts(values))
    }

    /// Adds one parameter, an integer array, and returns its placeholder, such as `$3`.
    pub(crate) fn add_integers(&mut self, values: Vec<i32>) -> String {
        self.push(Bind::Integers(values))
    }

    /// Runs a statement with these parameters. PostgreSQL plans it for their values, because the best plan for a search
    /// depends on how common the searched string is.
    pub(crate) fn load<T>(&self, connection: &mut PgConnection, sql: &str) -> QueryResult<Vec<T>>
    where
        T: QueryableByName<Pg> + 'static,
    {
        let mut query = sql_query(sql).into_boxed::<Pg>();
        for bind in &self.0 {
            query = match bind {
                Bind::Integer(value) => query.bind::<Integer, _>(*value),
                Bind::Text(value) => query.bind::<Text, _>(value.clone()),
                Bind::Texts(values) => query.bind::<Array<Text>, _>(values.clone()),
                Bind::Integers(values) => query.bind::<Array<Integer>, _>(values.clone()),
            };
        }
        query.load(connection)
    }
}

/// Returns a constant as an SQL literal. Must never be used for a value that comes from a user.
pub(crate) fn sql_literal(word: &str) -> String {
    format!("'{}'", word.replace('\'', "''"))
}

/// Joins SQL conditions with AND.
pub(crate) fn join_with_and<S: AsRef<str>>(conditions: impl IntoIterator<Item = S>) -> String {
    let mut text = String::from("true");
    for condition in conditions {
        text.push_str(" AND ");
        text.push_str(condition.as_ref());
    }
    text
}

/// Joins SQL conditions with OR.
pub(crate) fn join_with_or(conditions: &[String]) -> String {
    if conditions.is_empty() { "false".to_owned() } else { format!("({})", conditions.join(" OR ")) }
}
