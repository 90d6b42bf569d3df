//! Sums over the table `tallies`, which has pre-aggregated counts of all lists. The table has only a few
//! hundred rows, however large the lists are. Its column `is_marked` has a different meaning for each list,
//! so queries read the view `list_tallies`, which has a named column for each meaning.
//!
//! SQL: raw, because formulas of sums are strings, and the query builder has no CTEs.

use diesel::{PgConnection, QueryResult, RunQueryDsl, sql_query};
use ports::shared::list::Query;
use ports::shared::summary::Summary;

use super::listed::{StoredList, build_shape, few_rows_condition};
use super::search::ListSearch;
use super::statement::Binds;

use crate::shared::rows::OneColumn;

/// Computes a summary from the rows of `list_tallies` that meet the condition `rows`.
pub(crate) fn sum_tallies<S: Summary>(
    connection: &mut PgConnection,
    formulas: &S::Formulas,
    rows: &str,
) -> QueryResult<S> {
    let formulas = S::formulas(formulas);
    let counted = run_and_add_up(
        connection,
        &Binds::default(),
        &formulas,
        &[formulas_sql(&formulas, "list_tallies", rows)],
    )?;
    Ok(S::from_numbers(counted))
}

/// Computes the summary of all rows that match a query, not only of one page. For a search of the kind
/// [`ListSearch::Text`] in all users' rows, all figures are 0.
pub(super) fn compute_summary<L: StoredList>(
    connection: &mut PgConnection,
    query: &Query<L>,
) -> QueryResult<L::Summary> {
    let mut binds = Binds::default();
    let shape = build_shape(&Query { before: None, ..query.clone() }, &mut binds);
    let formulas = L::Summary::formulas(&L::FORMULAS);
    let of_rows = |condition: &str| {
        let rows = format!("{} AND {} AND {condition}", shape.source.within, shape.filter_condition());
        // A row of the list's table counts once. A row of `tallies` counts `n` times.
        formulas_sql(&formulas, shape.source.table, &rows).replace("sum(n)", "count(*)")
    };
    let of_tallies = |list: &str, condition: &str| {
        formulas_sql(
            &formulas,
            "list_tallies",
            &format!("list = '{list}' AND {} AND {condition}", shape.tally_filter_condition()),
        )
    };
    let statements = match (few_rows_condition(query), &query.search) {
        (Some(few), _) => {
            let sought = L::condition_on_few_rows(connection, &mut binds, query)?;
            vec![of_rows(&format!("{few} AND {sought}"))]
        }
        (None, None) => vec![of_tallies(shape.source.tally, "true")],
        (None, Some(search)) => match L::build_list_search(connection, &mut binds, search)? {
            ListSearch::Every => vec![of_tallies(shape.source.tally, "true")],
            ListSearch::Never | ListSearch::Text(_) => vec![],
            ListSearch::Grouped(groups) => {
                let tallied = groups.tally.as_ref().map(|(list, condition)| of_tallies(list, condition));
                let apart = (!groups.rare.is_empty()).then(|| of_rows(&groups.uncounted_condition()));
                tallied.into_iter().chain(apart).collect()
            }
        },
    };
    Ok(L::Summary::from_numbers(run_and_add_up(connection, &binds, &formulas, &statements)?))
}

/// Returns the statement that computes the formulas over the rows of a table that meet the SQL condition `rows`.
fn formulas_sql(formulas: &[&str], table: &str, rows: &str) -> String {
    let numbers: Vec<String> =
        formulas.iter().map(|formula| format!("coalesce({formula}, 0)::bigint")).collect();
    format!("SELECT ARRAY[{}]::bigint[] AS numbers FROM {table} WHERE {rows}", numbers.join(", "))
}

/// Runs the statements, and adds up their values figure by figure.
fn run_and_add_up(
    connection: &mut PgConnection,
    binds: &Binds,
    formulas: &[&str],
    statements: &[String],
) -> QueryResult<Vec<i64>> {
    let mut sums = vec![0; formulas.len()];
    for statement in statements {
        for OneColumn(numbers) in binds.load::<OneColumn<Vec<i64>>>(connection, statement)? {
            sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
        }
    }
    Ok(sums)
}

/// Merges the rows of each group of `tallies` into one row, and deletes groups whose sums are 0.
/// Because this is one statement, a concurrent count sees either all old rows or the merged row. If
/// two processes run the statement at once, only one of them deletes and adds up each old row.
const FOLD: &str = "
    WITH pieces AS MATERIALIZED (
        SELECT unnest(array_agg(id)) AS id FROM tallies
        GROUP BY list, kind, status, state, label, is_solved, is_marked
        HAVING count(*) > 1 OR (sum(n) = 0 AND sum(amount_cents) = 0 AND sum(refunded_cents) = 0)
    ), taken AS (
        DELETE FROM tallies USING pieces WHERE tallies.id = pieces.id RETURNING tallies.*
    ), folded AS (
        INSERT INTO tallies (list, kind, status, state, label, is_solved, is_marked, n, amount_cents,
            processing_fee_cents, our_fee_cents, refunded_cents)
        SELECT list, kind, status, state, label, is_solved, is_marked, sum(n), sum(amount_cents),
            sum(processing_fee_cents), sum(our_fee_cents), sum(refunded_cents)
        FROM taken GROUP BY list, kind, status, state, label, is_solved, is_marked
        HAVING (sum(n), sum(amount_cents), sum(processing_fee_cents), sum(our_fee_cents), sum(refunded_cents))
            IS DISTINCT FROM (0, 0, 0, 0, 0)
    )
    SELECT ARRAY[count(*)] AS numbers FROM taken";

/// Merges the rows of each group of `tallies` into one, and deletes groups whose sums are 0. Returns how many
/// rows it merged or deleted.
pub(super) fn merge_tally_rows(connection: &mut PgConnection) -> QueryResult<usize> {
    let OneColumn::<Vec<i64>>(totals) = sql_query(FOLD).get_result(connection)?;
    Ok(totals.first().and_then(|totals| usize::try_from(*totals).ok()).unwrap_or_default())
}
