//! The fields of an item that summaries show, read from the three item tables.

use chrono::NaiveDate;
use domain::driving_record::citation::Citation;
use ports::shared::store_error::{StoreError, StoreResult};

use crate::error::unknown_value;

/// A field of an item, as a column of each item table: tickets, parking and tolls. The row is about
/// one item, so at most one of the three columns is set.
pub(crate) type ItemField<T> = (Option<T>, Option<T>, Option<T>);

/// Returns the value of the only column that isn't null; `None` if all are null.
pub(crate) fn non_null_column<T>((ticket, parking, toll): ItemField<T>) -> Option<T> {
    ticket.or(parking).or(toll)
}

pub(crate) type SummaryColumns =
    (ItemField<String>, ItemField<NaiveDate>, ItemField<String>, ItemField<String>, ItemField<String>);

/// Generates the columns of an [`ItemSummary`] for a query that joins the three item tables. A macro is used,
/// because the type of the columns is long.
macro_rules! summary_columns {
    () => {{
        use schema::{parking, tickets, tolls};
        (
            (
                tickets::violation_type.nullable(),
                parking::violation_type.nullable(),
                tolls::toll_road.nullable(),
            ),
            (tickets::date.nullable(), parking::date.nullable(), tolls::date.nullable()),
            (tickets::amount.nullable(), parking::amount.nullable(), tolls::amount.nullable()),
            (tickets::issuer.nullable(), parking::issuer.nullable(), tolls::issuer.nullable()),
            (
                tickets::citation_number.nullable(),
                parking::citation_number.nullable(),
                tolls::citation_number.nullable(),
            ),
        )
    }};
}

pub(crate) use summary_columns;

/// The fields of an item that summaries show.
pub(crate) struct ItemSummary {
    pub(crate) label: String,
    pub(crate) date: NaiveDate,
    pub(crate) amount: String,
    pub(crate) citation: Citation,
}

impl TryFrom<SummaryColumns> for ItemSummary {
    type Error = StoreError;

    fn try_from((label, date, amount, issuer, number): SummaryColumns) -> StoreResult<Self> {
        let missing = || unknown_value("ticket_id");
        Ok(Self {
            label: non_null_column(label).ok_or_else(missing)?,
            date: non_null_column(date).ok_or_else(missing)?,
            amount: non_null_column(amount).ok_or_else(missing)?,
            citation: Citation { number: non_null_column(number), issuer: non_null_column(issuer) },
        })
    }
}
