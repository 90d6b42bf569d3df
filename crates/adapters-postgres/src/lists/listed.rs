//! The trait by which a list declares how it is stored.

use diesel::{PgConnection, QueryResult};
use domain::shared::search::Search;
use ports::shared::list::{List, Query};
use ports::shared::store_error::StoreResult;
use ports::shared::summary::Summary;

use super::search::ListSearch;
use super::shape::{Dimension, Key, Shape, Source};
use super::statement::Binds;
use crate::store::PgStore;

/// Describes how a list is stored.
pub(crate) trait StoredList: List {
    /// The table with the list's records.
    const SOURCE: Source;
    /// An SQL formula over the table `tallies` for each figure of the summary. If the summary also
    /// applies to searches, the list's table must have the columns that the formulas use.
    const FORMULAS: <Self::Summary as Summary>::Formulas;

    /// Returns the column by which a sort order sorts first. Rows with equal values are sorted by id.
    fn key(sort: Self::Sort) -> Key;

    /// Returns the filters, in the order of the columns of the list's indexes.
    fn dimensions(filter: &Self::Filter) -> Vec<Dimension>;

    /// Returns the SQL condition for filters that the table `tallies` doesn't cover. Rows that
    /// match them are counted like those of a search.
    fn uncounted(_filter: &Self::Filter) -> Option<&'static str> {
        None
    }

    /// Returns how a search is matched against this list's rows.
    fn search(connection: &mut PgConnection, binds: &mut Binds, search: &Search) -> QueryResult<ListSearch>;

    /// Returns the SQL condition of a search among one user's rows, which are few.
    fn user_search_condition(
        connection: &mut PgConnection,
        binds: &mut Binds,
        search: &Search,
    ) -> QueryResult<String> {
        Ok(Self::search(connection, binds, search)?.condition())
    }

    /// Returns the records with these ids, in any order.
    fn records(store: &mut PgStore<'_>, ids: &[i32]) -> StoreResult<Vec<Self::Row>>;
}

/// Returns the parts of the SQL statement for a query.
pub(super) fn shape_of<L: StoredList>(query: &Query<L>, binds: &mut Binds) -> Shape {
    Shape {
        source: L::SOURCE,
        dimensions: L::dimensions(&query.filter),
        key: L::key(query.sort),
        is_descending: query.is_descending,
        page: query.page,
        before: query.before.map(|id| binds.integer(id)),
    }
}
