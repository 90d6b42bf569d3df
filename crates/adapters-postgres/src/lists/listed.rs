//! The trait that describes how a list is stored.

use diesel::{PgConnection, QueryResult};
use domain::shared::search::Search;
use ports::shared::list::{List, Query};
use ports::shared::store_error::StoreResult;
use ports::shared::summary::Summary;

use super::search::ListSearch;
use super::shape::{ColumnFilter, Key, Shape, Source};
use super::statement::{Binds, join_with_and};
use crate::store::PgStore;

/// Describes how a list is stored.
pub(crate) trait StoredList: List {
    /// The table with the list's records.
    const SOURCE: Source;
    /// For each figure of the summary, an SQL expression over columns of the view `list_tallies`. For a search or one
    /// user's rows, the same expressions run on the list's table, so that table needs columns with the same names.
    const FORMULAS: <Self::Summary as Summary>::Formulas;

    /// Returns the column that a sort order sorts by. Rows with equal values are sorted by id.
    fn sort_key(sort: Self::Sort) -> Key;

    /// Returns the filters, in the order of the columns of the list's indexes.
    fn column_filters(filter: &Self::Filter) -> Vec<ColumnFilter>;

    /// Returns the SQL condition for filters by which the pre-aggregated counts in `tallies` can't be filtered.
    /// Matching rows are then counted as for a search. `None` if no such filter is set.
    fn uncounted_filter_condition(_filter: &Self::Filter) -> Option<&'static str> {
        None
    }

    /// Returns how to find the rows that match a search. Adds the searched values to `binds`.
    fn build_list_search(
        connection: &mut PgConnection,
        binds: &mut Binds,
        search: &Search,
    ) -> QueryResult<ListSearch>;

    /// Returns the SQL condition of a search in the rows of one user, which are few.
    fn user_search_condition(
        connection: &mut PgConnection,
        binds: &mut Binds,
        search: &Search,
    ) -> QueryResult<String> {
        Ok(Self::build_list_search(connection, binds, search)?.condition())
    }

    /// Returns the SQL condition of the query's search. The query must be for one user's rows or for one id, so that
    /// the search runs on few rows.
    fn condition_on_few_rows(
        connection: &mut PgConnection,
        binds: &mut Binds,
        query: &Query<Self>,
    ) -> QueryResult<String> {
        match (&query.search, query.user) {
            (None, _) => Ok("true".to_owned()),
            (Some(search), Some(_)) => Self::user_search_condition(connection, binds, search),
            (Some(search), None) => Ok(Self::build_list_search(connection, binds, search)?.condition()),
        }
    }

    /// Returns the records with these ids, in any order.
    fn load_records(store: &mut PgStore<'_>, ids: &[i32]) -> StoreResult<Vec<Self::Row>>;
}

/// Returns the SQL condition for a query's user and id, which few rows meet; `None` if the query has neither.
pub(super) fn few_rows_condition<L: StoredList>(query: &Query<L>) -> Option<String> {
    let user = query.user.map(|user| format!("user_id = {}", user.0));
    let conditions: Vec<String> = user.into_iter().chain(query.id.map(|id| format!("id = {id}"))).collect();
    (!conditions.is_empty()).then(|| join_with_and(conditions))
}

/// Returns the parts of the SQL statement for a query. Adds the id of the query's cursor to `binds`.
pub(super) fn build_shape<L: StoredList>(query: &Query<L>, binds: &mut Binds) -> Shape {
    Shape {
        source: L::SOURCE,
        column_filters: L::column_filters(&query.filter),
        key: L::sort_key(query.sort),
        is_descending: query.is_descending,
        page: query.page,
        before: query.before.map(|id| binds.add_integer(id)),
        without: None,
    }
}
