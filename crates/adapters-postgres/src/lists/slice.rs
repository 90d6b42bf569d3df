//! Finds the ids of a list's page, and the number of all matching rows.

use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection, QueryResult};
use domain::shared::search::Search;
use ports::shared::list::{MAX_MATCHES, Query};
use ports::shared::paging::Page;

use super::listed::{StoredList, build_shape, few_rows_condition};
use super::search::{GroupedSearch, ListSearch};
use super::shape::Shape;
use super::statement::{Binds, join_with_and, join_with_or};
use crate::shared::rows::{OneColumn, row_by_name};

/// The page's ids in order, and the number of all matching rows.
#[derive(Default)]
pub(super) struct Slice {
    pub(super) ids: Vec<i32>,
    pub(super) total: i64,
    pub(super) is_total_lower_bound: bool,
}

row_by_name! {
    struct SliceRow {
        total: i64,
        ids: Vec<i32>,
    }
}

/// Maximum number of matches of a grouped search that are collected and then sorted. If there are more matches, the
/// list is read in its order until the page is full.
const GATHERED: i64 = 5_000;

/// Minimum percentage of sampled rows for a string to count as common. Rows with a common string are found faster by
/// reading the list in its order than with the index for searching strings.
const COMMON: i64 = 3;

/// Finds the requested page of a list. If the search is an id, the record with this id is the list's first row.
pub(super) fn find_page<L: StoredList>(
    connection: &mut PgConnection,
    query: &Query<L>,
) -> QueryResult<Slice> {
    let mut binds = Binds::default();
    let mut shape = build_shape(query, &mut binds);
    let searched = query.search.as_ref().and_then(Search::number);
    let Some(id) = searched.filter(|id| query.id.is_none_or(|wanted| wanted == *id)) else {
        return find_in_order(connection, query, &shape, binds);
    };
    let Page { limit, offset } = query.page;
    if query.before.is_some() {
        // An earlier page had the record with this id. If that record ended the page, this page
        // begins with the newest other record.
        let query = Query { before: query.before.filter(|before| *before != id), ..query.clone() };
        let mut binds = Binds::default();
        let shape = Shape { without: Some(id), ..build_shape(&query, &mut binds) };
        return find_in_order(connection, &query, &shape, binds);
    }
    let own = few_rows_condition(&Query { id: Some(id), ..query.clone() });
    let conditions = own.as_deref().into_iter().chain(L::uncounted_filter_condition(&query.filter));
    let sql = format!(
        "SELECT id FROM {} WHERE {} AND {} AND {}",
        shape.source.table,
        shape.source.within,
        shape.filter_condition(),
        join_with_and(conditions)
    );
    let first = load_ids(connection, &sql, &Binds::default())?;
    if first.is_empty() {
        return find_in_order(connection, query, &shape, binds);
    }
    shape.without = Some(id);
    shape.page = if offset == 0 {
        Page { limit: (limit - 1).max(0), offset }
    } else {
        Page { limit, offset: offset - 1 }
    };
    let slice = find_in_order(connection, query, &shape, binds)?;
    let first = first.into_iter().filter(|_| offset == 0 && limit > 0);
    Ok(Slice { ids: first.chain(slice.ids).collect(), ..slice })
}

/// Finds the page that `shape` describes among the rows that match a query, in the list's order.
fn find_in_order<L: StoredList>(
    connection: &mut PgConnection,
    query: &Query<L>,
    shape: &Shape,
    mut binds: Binds,
) -> QueryResult<Slice> {
    let uncounted = L::uncounted_filter_condition(&query.filter);
    if let Some(few) = few_rows_condition(query) {
        let sought = L::condition_on_few_rows(connection, &mut binds, query)?;
        let conditions = [few.as_str(), &sought].into_iter().chain(uncounted);
        return find_page_of_few(connection, shape, &join_with_and(conditions), &binds);
    }
    let sought = match &query.search {
        None => ListSearch::Every,
        Some(search) => L::build_list_search(connection, &mut binds, search)?,
    };
    find_page_of_all_users(connection, shape, &sought.and(uncounted), &binds)
}

/// Returns the ids of the newest records that match a condition, at most `limit`. `quick` is a part of the condition
/// that is fast to check. That part is used to estimate whether the searched string is common.
pub(crate) fn find_newest<L: StoredList>(
    connection: &mut PgConnection,
    condition: &str,
    quick: &str,
    binds: &Binds,
    limit: i64,
) -> QueryResult<Vec<i32>> {
    let shape = build_shape(&Query::<L>::all(Page { limit, offset: 0 }), &mut Binds::default());
    Ok(find_by_text(connection, &shape, condition, quick, binds)?.ids)
}

/// Finds a page of the rows of all users that match the search `sought`.
fn find_page_of_all_users(
    connection: &mut PgConnection,
    shape: &Shape,
    sought: &ListSearch,
    binds: &Binds,
) -> QueryResult<Slice> {
    match sought {
        ListSearch::Never => Ok(Slice::default()),
        ListSearch::Every => {
            let total = count_from_tallies(connection, shape, shape.source.tally, "true", binds)?;
            read_in_order(connection, shape, "true", binds, total)
        }
        ListSearch::Grouped(groups) => {
            let in_groups = match &groups.tally {
                Some((list, condition)) => count_from_tallies(connection, shape, list, condition, binds)?,
                None => 0,
            };
            let total = in_groups + count_rare_matches(connection, shape, groups, binds)?;
            if total > GATHERED {
                return read_in_order(connection, shape, &join_with_or(&groups.conditions()), binds, total);
            }
            let sql = (total > 0).then(|| shape.gather_sql(&groups.conditions()));
            let ids = sql.map_or(Ok(vec![]), |sql| load_ids(connection, &sql, binds))?;
            Ok(Slice { ids, total, is_total_lower_bound: false })
        }
        ListSearch::Text(condition) => find_by_text(connection, shape, condition, condition, binds),
    }
}

/// Finds a page of the rows that meet the SQL `condition`, and counts them up to a limit. `quick`
/// is a part of the condition that is fast to check. That part is used to estimate whether the
/// searched string is common.
fn find_by_text(
    connection: &mut PgConnection,
    shape: &Shape,
    condition: &str,
    quick: &str,
    binds: &Binds,
) -> QueryResult<Slice> {
    let share = sum_counts(binds.load(connection, &shape.estimate_share_sql(quick))?);
    let sql = shape.count_and_gather_sql(condition, MAX_MATCHES, share >= COMMON);
    let found: Vec<SliceRow> = connection.transaction(|connection| {
        // For a string that is rarer than its statistics say, PostgreSQL would choose a sequential scan, which is slow.
        connection.batch_execute("SET LOCAL enable_seqscan = off")?;
        binds.load(connection, &sql)
    })?;
    let Some(SliceRow { total, ids }) = found.into_iter().next() else { return Ok(Slice::default()) };
    if total > MAX_MATCHES {
        let slice = read_in_order(connection, shape, condition, binds, MAX_MATCHES)?;
        return Ok(Slice { is_total_lower_bound: true, ..slice });
    }
    Ok(Slice { ids, total, is_total_lower_bound: false })
}

/// Finds a page of the rows that meet the SQL `condition`, which few rows meet.
fn find_page_of_few(
    connection: &mut PgConnection,
    shape: &Shape,
    condition: &str,
    binds: &Binds,
) -> QueryResult<Slice> {
    let counted = format!(
        "SELECT count(*) AS n FROM {} WHERE {} AND {} AND {condition}",
        shape.source.table,
        shape.source.within,
        shape.filter_condition()
    );
    let total = sum_counts(binds.load(connection, &counted)?);
    Ok(Slice {
        ids: load_ids(connection, &shape.gather_sql(&[condition.to_owned()]), binds)?,
        total,
        is_total_lower_bound: false,
    })
}

/// Reads a page in the list's order. `total` is the number of rows that meet the condition.
fn read_in_order(
    connection: &mut PgConnection,
    shape: &Shape,
    condition: &str,
    binds: &Binds,
    total: i64,
) -> QueryResult<Slice> {
    if total == 0 {
        return Ok(Slice::default());
    }
    Ok(Slice {
        ids: load_ids(connection, &shape.select_in_order_sql(condition), binds)?,
        total,
        is_total_lower_bound: false,
    })
}

/// Runs the statement `sql`, which selects ids, with the parameters `binds`.
fn load_ids(connection: &mut PgConnection, sql: &str, binds: &Binds) -> QueryResult<Vec<i32>> {
    let rows: Vec<OneColumn<i32>> = binds.load(connection, sql)?;
    Ok(rows.into_iter().map(|OneColumn(id)| id).collect())
}

/// Counts rows by adding up the counts in `list_tallies` with the name `list` that meet the condition.
fn count_from_tallies(
    connection: &mut PgConnection,
    shape: &Shape,
    list: &str,
    condition: &str,
    binds: &Binds,
) -> QueryResult<i64> {
    let sql = format!(
        "SELECT coalesce(sum(n), 0)::bigint AS n FROM list_tallies WHERE list = '{list}' AND {} AND {condition}",
        shape.tally_filter_condition()
    );
    Ok(sum_counts(binds.load(connection, &sql)?))
}

/// Counts the matching rows that `list_tallies` doesn't count.
fn count_rare_matches(
    connection: &mut PgConnection,
    shape: &Shape,
    groups: &GroupedSearch,
    binds: &Binds,
) -> QueryResult<i64> {
    if groups.rare.is_empty() {
        return Ok(0);
    }
    let sql = format!(
        "SELECT count(*) AS n FROM {} WHERE {} AND {} AND {}",
        shape.source.table,
        shape.source.within,
        shape.filter_condition(),
        groups.uncounted_condition()
    );
    Ok(sum_counts(binds.load(connection, &sql)?))
}

/// Adds up the counts of these rows.
fn sum_counts(rows: Vec<OneColumn<i64>>) -> i64 {
    rows.into_iter().map(|OneColumn(count)| count).sum()
}
