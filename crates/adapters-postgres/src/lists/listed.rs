//! What the engine needs to know of a list.

use diesel::{PgConnection, QueryResult};
use domain::shared::search::Search;
use ports::shared::list::{List, Query};
use ports::shared::store_error::StoreResult;
use ports::shared::summary::Summary;

use super::search::Sought;
use super::shape::{Dimension, Key, Shape, Source};
use super::statement::Binds;
use crate::store::PgStore;

/// How a list lies in the database.
pub(crate) trait Listed: List {
    /// Where its records are.
    const SOURCE: Source;
    /// How each number above it is counted over `tallies`. Where a summary follows a search, the table has the same columns.
    const FORMULAS: <Self::Summary as Summary>::Formulas;

    /// What an order goes by before the ids.
    fn key(sort: Self::Sort) -> Key;

    /// The filters, in the order of the columns of the list's indexes.
    fn dimensions(filter: &Self::Filter) -> Vec<Dimension>;

    /// What is filtered beside them, as a condition: nothing tallies such rows, so they are counted like those of a search.
    fn uncounted(_filter: &Self::Filter) -> Option<&'static str> {
        None
    }

    /// What a search means.
    fn sought(connection: &mut PgConnection, binds: &mut Binds, search: &Search) -> QueryResult<Sought>;

    /// What it means among one user's rows, which are few.
    fn sought_of_user(
        connection: &mut PgConnection,
        binds: &mut Binds,
        search: &Search,
    ) -> QueryResult<String> {
        Ok(Self::sought(connection, binds, search)?.condition())
    }

    /// The records with these ids, in any order.
    fn records(store: &mut PgStore<'_>, ids: &[i32]) -> StoreResult<Vec<Self::Row>>;
}

/// The shape of what is asked for.
pub(super) fn shape_of<L: Listed>(query: &Query<L>, binds: &mut Binds) -> Shape {
    Shape {
        source: L::SOURCE,
        dimensions: L::dimensions(&query.filter),
        key: L::key(query.sort),
        is_descending: query.is_descending,
        page: query.page,
        before: query.before.map(|id| binds.integer(id)),
    }
}
