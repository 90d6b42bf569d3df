//! Parses and evaluates the query parameter `$where`: comparisons, lists, `and`, `or`, `not` and
//! parentheses.

use std::cmp::Ordering;

use crate::columns::is_number;
use crate::errors::ApiError;
use crate::table::{Row, text};

/// A part of a condition's text: a name or keyword, a string, a number, or a sign such as `<=`.
#[derive(Clone, Debug, PartialEq)]
enum Token {
    Name(String),
    Text(String),
    Number(String),
    Sign(&'static str),
}

/// A parsed condition of `$where`.
#[derive(Clone, Debug)]
pub(crate) enum Condition {
    And(Vec<Condition>),
    Or(Vec<Condition>),
    Not(Box<Condition>),
    /// A column, a comparison operator, and a value.
    Is(String, &'static str, String),
    /// A column, and the values that it may have.
    In(String, Vec<String>),
    /// A column without a value.
    Blank(String),
}

const SIGNS: [&str; 10] = ["<=", ">=", "!=", "<>", "=", "<", ">", "(", ")", ","];

/// Splits the text of a condition into tokens.
fn tokenize(source: &str) -> Result<Vec<Token>, ApiError> {
    let (mut all, mut rest) = (vec![], source.trim_start());
    while let Some(first) = rest.chars().next() {
        if first == '\'' {
            let (text, after) = read_string(rest.get(1..).unwrap_or_default())?;
            all.push(Token::Text(text));
            rest = after;
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            all.push(Token::Sign(sign));
            rest = rest.get(sign.len()..).unwrap_or_default();
        } else {
            let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | '`');
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            let word = rest
                .get(..end)
                .filter(|word| !word.is_empty())
                .ok_or_else(|| ApiError::unparsable_query(rest))?;
            let is_digit = word.strip_prefix('-').unwrap_or(word).starts_with(|c: char| c.is_ascii_digit());
            let word = word.trim_matches('`').to_owned();
            all.push(if is_digit { Token::Number(word) } else { Token::Name(word) });
            rest = rest.get(end..).unwrap_or_default();
        }
        rest = rest.trim_start();
    }
    Ok(all)
}

/// Reads a string literal up to its closing quote. Returns the string, and the source after the literal. Two quotes
/// in a row stand for one quote in the string.
fn read_string(source: &str) -> Result<(String, &str), ApiError> {
    let (mut text, mut rest) = (String::new(), source);
    loop {
        let (before, after) =
            rest.split_once('\'').ok_or_else(|| ApiError::unparsable_query("a quote is not closed"))?;
        text.push_str(before);
        match after.strip_prefix('\'') {
            Some(more) => {
                text.push('\'');
                rest = more;
            }
            None => return Ok((text, after)),
        }
    }
}

/// Parses the text of a `$where` condition.
pub(crate) fn parse(source: &str) -> Result<Condition, ApiError> {
    let mut reader = Reader { tokens: tokenize(source)?, at: 0 };
    let condition = reader.parse_or()?;
    match reader.peek() {
        None => Ok(condition),
        Some(token) => Err(ApiError::unparsable_query(&format!("{token:?} was not expected"))),
    }
}

/// A parser of a condition. `at` is the position of the next token.
struct Reader {
    tokens: Vec<Token>,
    at: usize,
}

impl Reader {
    /// Returns the next token without skipping it, or `None` at the end.
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    /// Skips the next token and returns it. Fails at the end.
    fn next(&mut self) -> Result<Token, ApiError> {
        let token = self.peek().cloned().ok_or_else(|| ApiError::unparsable_query("it ends too early"))?;
        self.at += 1;
        Ok(token)
    }

    /// Skips the next token if it is this word or sign. Returns whether it was.
    fn accept(&mut self, word: &str) -> bool {
        let is_it = matches!(self.peek(), Some(Token::Name(name)) if name.eq_ignore_ascii_case(word))
            || matches!(self.peek(), Some(Token::Sign(sign)) if *sign == word);
        self.at += usize::from(is_it);
        is_it
    }

    /// Skips the next token, or fails if it isn't this word or sign.
    fn expect(&mut self, word: &str) -> Result<(), ApiError> {
        if self.accept(word) {
            Ok(())
        } else {
            Err(ApiError::unparsable_query(&format!("{word} is missing")))
        }
    }

    /// Parses one or more conditions that `or` joins.
    fn parse_or(&mut self) -> Result<Condition, ApiError> {
        let mut all = vec![self.parse_and()?];
        while self.accept("or") {
            all.push(self.parse_and()?);
        }
        Ok(Condition::Or(all))
    }

    /// Parses one or more conditions that `and` joins.
    fn parse_and(&mut self) -> Result<Condition, ApiError> {
        let mut all = vec![self.parse_term()?];
        while self.accept("and") {
            all.push(self.parse_term()?);
        }
        Ok(Condition::And(all))
    }

    /// Parses one condition without `and` and `or`, such as a comparison, or any condition in parentheses.
    fn parse_term(&mut self) -> Result<Condition, ApiError> {
        if self.accept("not") {
            return Ok(Condition::Not(Box::new(self.parse_term()?)));
        }
        if self.accept("(") {
            let inner = self.parse_or()?;
            self.expect(")")?;
            return Ok(inner);
        }
        let Token::Name(name) = self.next()? else {
            return Err(ApiError::unparsable_query("a column is missing"));
        };
        let column = column_name(&name)?;
        if self.accept("is") {
            let is_not = self.accept("not");
            self.expect("null")?;
            let blank = Condition::Blank(column);
            return Ok(if is_not { Condition::Not(Box::new(blank)) } else { blank });
        }
        let is_not = self.accept("not");
        if self.accept("in") {
            let list = Condition::In(column, self.parse_list()?);
            return Ok(if is_not { Condition::Not(Box::new(list)) } else { list });
        }
        match self.next()? {
            Token::Sign(sign) if !matches!(sign, "(" | ")" | ",") => {
                Ok(Condition::Is(column, sign, self.parse_literal()?))
            }
            other => Err(ApiError::unparsable_query(&format!("{other:?} was not expected"))),
        }
    }

    /// Parses a list of literals in parentheses, and returns their texts.
    fn parse_list(&mut self) -> Result<Vec<String>, ApiError> {
        self.expect("(")?;
        let mut all = vec![self.parse_literal()?];
        while self.accept(",") {
            all.push(self.parse_literal()?);
        }
        self.expect(")")?;
        Ok(all)
    }

    /// Parses a string or a number, and returns its text.
    fn parse_literal(&mut self) -> Result<String, ApiError> {
        match self.next()? {
            Token::Text(text) | Token::Number(text) => Ok(text),
            other => Err(ApiError::unparsable_query(&format!("{other:?} was not expected"))),
        }
    }
}

/// Returns the column's name in lower case, or an error if the dataset has no such column.
pub(crate) fn column_name(name: &str) -> Result<String, ApiError> {
    let name = name.to_ascii_lowercase();
    if is_number(&name).is_some() { Ok(name) } else { Err(ApiError::no_such_column(&name)) }
}

/// Compares two cells of a column: numbers by value, strings character by character.
pub(crate) fn compare(column: &str, left: &str, right: &str) -> Ordering {
    let number = |text: &str| text.parse::<f64>().ok().filter(|_| is_number(column) == Some(true));
    match (number(left), number(right)) {
        (Some(left), Some(right)) => left.total_cmp(&right),
        _ => left.cmp(right),
    }
}

impl Condition {
    /// Returns whether a row meets the condition. A comparison with a blank cell is false.
    pub(crate) fn is_met_by(&self, row: &Row) -> bool {
        match self {
            Self::And(all) => all.iter().all(|condition| condition.is_met_by(row)),
            Self::Or(all) => all.iter().any(|condition| condition.is_met_by(row)),
            Self::Not(condition) => !condition.is_met_by(row),
            Self::Blank(column) => text(row, column).is_none(),
            Self::In(column, list) => text(row, column)
                .is_some_and(|cell| list.iter().any(|one| compare(column, cell, one) == Ordering::Equal)),
            Self::Is(column, sign, other) => text(row, column).is_some_and(|cell| {
                let order = compare(column, cell, other);
                match *sign {
                    "=" => order == Ordering::Equal,
                    "!=" | "<>" => order != Ordering::Equal,
                    "<" => order == Ordering::Less,
                    "<=" => order != Ordering::Greater,
                    ">" => order == Ordering::Greater,
                    _ => order != Ordering::Less,
                }
            }),
        }
    }

    /// Returns the only values that `column` can have in rows that meet the condition, or `None` if the
    /// condition doesn't limit it to certain values.
    pub(crate) fn allowed_values(&self, column: &str) -> Option<Vec<String>> {
        match self {
            Self::In(of, list) if of == column => Some(list.clone()),
            Self::Is(of, "=", text) if of == column => Some(vec![text.clone()]),
            Self::And(all) => all.iter().find_map(|condition| condition.allowed_values(column)),
            Self::Or(all) => {
                let values: Option<Vec<_>> =
                    all.iter().map(|condition| condition.allowed_values(column)).collect();
                Some(values?.into_iter().flatten().collect())
            }
            _ => None,
        }
    }
}
