//! Conversions from rows to values of the domain.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::deserialize::{FromSql, QueryableByName};
use diesel::pg::Pg;
use diesel::row::NamedRow;
use diesel::sql_types::{Array, BigInt, Binary, Bool, Date, Integer, Jsonb, Nullable, Text, Timestamptz};
use ports::shared::store_error::StoreResult;

use crate::error::unknown_value;

/// The SQL type of the columns that a Rust type is read from.
pub(crate) trait ColumnValue {
    type SqlType;
}

macro_rules! column_values {
    ($($value:ty => $sql_type:ty,)*) => {
        $(impl ColumnValue for $value {
            type SqlType = $sql_type;
        })*
    };
}

column_values! {
    bool => Bool,
    i32 => Integer,
    i64 => BigInt,
    String => Text,
    NaiveDate => Date,
    DateTime<Utc> => Timestamptz,
    serde_json::Value => Jsonb,
    Vec<u8> => Binary,
    Vec<i32> => Array<Integer>,
    Vec<i64> => Array<BigInt>,
}

impl<Value: ColumnValue> ColumnValue for Option<Value> {
    type SqlType = Nullable<Value::SqlType>;
}

/// Declares the row of a raw SQL statement. Its columns are read by the names of the fields, and their SQL types
/// follow from the types of the fields.
macro_rules! row_by_name {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident {
            $($(#[$field_attribute:meta])* $field_visibility:vis $field:ident: $value:ty,)*
        }
    ) => {
        $(#[$attribute])*
        #[derive(diesel::QueryableByName)]
        $visibility struct $name {
            $(
                $(#[$field_attribute])*
                #[diesel(sql_type = <$value as $crate::shared::rows::ColumnValue>::SqlType)]
                $field_visibility $field: $value,
            )*
        }
    };
}

pub(crate) use row_by_name;

/// The row of a raw SQL statement that selects one column.
pub(crate) struct OneColumn<Value>(pub(crate) Value);

impl<Value: ColumnValue + FromSql<Value::SqlType, Pg>> QueryableByName<Pg> for OneColumn<Value> {
    fn build<'a>(row: &impl NamedRow<'a, Pg>) -> diesel::deserialize::Result<Self> {
        if row.field_count() != 1 {
            return Err("the statement must select one column".into());
        }
        row.get_value::<Value::SqlType, _, _>(0).map(Self)
    }
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
pub(crate) fn convert_row<R, E>(row: Option<R>) -> StoreResult<Option<E>>
where
    E: TryFrom<R, Error = ports::shared::store_error::StoreError>,
{
    row.map(E::try_from).transpose()
}

/// Converts rows in their order. Fails if one of them can't be converted.
pub(crate) fn convert_rows<R, E>(rows: Vec<R>) -> StoreResult<Vec<E>>
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
