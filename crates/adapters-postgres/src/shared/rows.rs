//! Conversions from rows to values of the domain.

use diesel::QueryableByName;
use diesel::sql_types::BigInt;
use ports::shared::store_error::StoreResult;

use crate::error::unknown_value;

/// The row of a statement that selects a count or a sum as `n`.
#[derive(QueryableByName)]
pub(crate) struct Count {
    #[diesel(sql_type = BigInt)]
    pub(crate) n: i64,
}

/// Parses a stored word, such as a status. For an unknown word, returns an error that names `column`.
pub(crate) fn parse_word<T>(
    column: &'static str,
    word: &str,
    parse: impl FnOnce(&str) -> Option<T>,
) -> StoreResult<T> {
    parse(word).ok_or_else(|| unknown_value(column))
}

/// Parses a stored word; `None` if the word is null. For an unknown word, returns an error that names `column`.
pub(crate) fn parse_optional_word<T>(
    column: &'static str,
    word: Option<&str>,
    parse: impl FnOnce(&str) -> Option<T>,
) -> StoreResult<Option<T>> {
    word.map(|word| parse_word(column, word, parse)).transpose()
}

/// Converts a row, if there is one.
pub(crate) fn entity<R, E>(row: Option<R>) -> StoreResult<Option<E>>
where
    E: TryFrom<R, Error = ports::shared::store_error::StoreError>,
{
    row.map(E::try_from).transpose()
}

/// Converts rows in their order. Fails if one of them can't be converted.
pub(crate) fn entities<R, E>(rows: Vec<R>) -> StoreResult<Vec<E>>
where
    E: TryFrom<R, Error = ports::shared::store_error::StoreError>,
{
    rows.into_iter().map(E::try_from).collect()
}

#[cfg(test)]
mod tests {
    use domain::legal_help::hire::HireStatus;
    use ports::shared::store_error::StoreError;

    use super::{parse_optional_word, parse_word};

    #[test]
    fn an_unknown_stored_value_is_an_error() {
        assert_eq!(parse_word("status", "Pending", HireStatus::parse).ok(), Some(HireStatus::Pending));
        let error = parse_word("lawyer_hires.status", "pending", HireStatus::parse).unwrap_err();
        let StoreError::Failed(source) = error else { panic!("{error}") };
        assert_eq!(source.to_string(), "lawyer_hires.status has a value that this build doesn't know");
        assert!(matches!(parse_optional_word("status", None, HireStatus::parse), Ok(None)));
        assert!(parse_optional_word("status", Some("x"), HireStatus::parse).is_err());
    }
}
