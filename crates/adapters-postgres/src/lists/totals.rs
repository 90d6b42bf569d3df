//! Sums over `tallies`: a few hundred rows, whatever the size of the lists.

use diesel::sql_types::{BigInt, Text};
use diesel::{PgConnection, QueryResult, QueryableByName, RunQueryDsl, sql_query};
use domain::shared::money::Money;
use domain::shared::search::Search;
use ports::back_office::lists::{
    HireSummary, InquirySummary, ReportSummary, StatusRequestSummary, TextRequestSummary, TransactionFilter,
    TransactionQuery, TransactionTotals, UnsolvedCounts, VehicleUpdateSummary,
};
use ports::shared::paging::Page;

use super::search::{in_own_payments, in_payments};
use super::slice::Sought;
use super::statement::Binds;
use super::tables;

/// Up to five numbers of one row.
#[derive(Default, QueryableByName)]
struct Five {
    #[diesel(sql_type = BigInt)]
    a: i64,
    #[diesel(sql_type = BigInt)]
    b: i64,
    #[diesel(sql_type = BigInt)]
    c: i64,
    #[diesel(sql_type = BigInt)]
    d: i64,
    #[diesel(sql_type = BigInt)]
    e: i64,
}

/// The sums of these expressions over some rows of `tallies`; what is not asked for is 0.
fn sums(connection: &mut PgConnection, list: &str, expressions: [&str; 5]) -> QueryResult<Five> {
    let sums: Vec<String> = expressions
        .iter()
        .zip(["a", "b", "c", "d", "e"])
        .map(|(expression, name)| format!("coalesce({expression}, 0)::bigint AS {name}"))
        .collect();
    let sql = format!("SELECT {} FROM tallies WHERE list = '{list}'", sums.join(", "));
    let rows: Vec<Five> = sql_query(sql).load(connection)?;
    Ok(rows.into_iter().next().unwrap_or_default())
}

const N: &str = "sum(n)";
const NOTHING: &str = "0";

pub(super) fn hires(connection: &mut PgConnection) -> QueryResult<HireSummary> {
    let statuses = sums(
        connection,
        "hires",
        [
            "sum(n) FILTER (WHERE status = 'Pending')",
            "sum(n) FILTER (WHERE status = 'In Progress')",
            "sum(n) FILTER (WHERE status = 'Contacted')",
            "sum(amount_cents)",
            "sum(amount_cents) FILTER (WHERE status = 'Cancelled')",
        ],
    )?;
    let all = sums(connection, "hires", [N, NOTHING, NOTHING, NOTHING, NOTHING])?;
    Ok(HireSummary {
        pending: statuses.a,
        in_progress: statuses.b,
        contacted: statuses.c,
        total_revenue: Money::from_cents(statuses.d),
        cancelled: Money::from_cents(statuses.e),
        total: all.a,
    })
}

pub(super) fn reports(connection: &mut PgConnection) -> QueryResult<ReportSummary> {
    let pending = "sum(n) FILTER (WHERE status = 'Pending')";
    let Five { a: total, b: pending, .. } =
        sums(connection, "reports", [N, pending, NOTHING, NOTHING, NOTHING])?;
    Ok(ReportSummary { total, pending, resolved: total - pending })
}

pub(super) fn vehicle_updates(connection: &mut PgConnection) -> QueryResult<VehicleUpdateSummary> {
    let with_plates = "sum(n) FILTER (WHERE is_marked)";
    let found = sums(connection, "vehicle_updates", [N, with_plates, NOTHING, NOTHING, NOTHING])?;
    Ok(VehicleUpdateSummary { total: found.a, with_plates: found.b })
}

pub(super) fn status_requests(connection: &mut PgConnection) -> QueryResult<StatusRequestSummary> {
    let with_numbers = "sum(n) FILTER (WHERE is_marked)";
    let states = "(SELECT count(*) FROM (SELECT state FROM tallies WHERE list = 'status_requests' AND state IS NOT NULL
        GROUP BY state HAVING sum(n) > 0) AS states)";
    let found = sums(connection, "status_requests", [N, with_numbers, states, NOTHING, NOTHING])?;
    Ok(StatusRequestSummary { total: found.a, states: found.c, with_license_numbers: found.b })
}

pub(super) fn inquiries(connection: &mut PgConnection) -> QueryResult<InquirySummary> {
    let pending = "sum(n) FILTER (WHERE status = 'pending')";
    let chat = "sum(n) FILTER (WHERE kind = 'chat')";
    let callback = "sum(n) FILTER (WHERE kind = 'callback')";
    let found = sums(connection, "inquiries", [N, pending, chat, callback, NOTHING])?;
    Ok(InquirySummary { total: found.a, pending: found.b, chat: found.c, callback: found.d })
}

pub(super) fn text_requests(connection: &mut PgConnection) -> QueryResult<TextRequestSummary> {
    let pending = "sum(n) FILTER (WHERE NOT is_marked)";
    let found = sums(connection, "texts", [N, pending, NOTHING, NOTHING, NOTHING])?;
    Ok(TextRequestSummary { total: found.a, pending: found.b })
}

#[derive(QueryableByName)]
struct Unsolved {
    #[diesel(sql_type = Text)]
    list: String,
    #[diesel(sql_type = BigInt)]
    n: i64,
}

pub(super) fn unsolved(connection: &mut PgConnection) -> QueryResult<UnsolvedCounts> {
    let rows: Vec<Unsolved> = sql_query(
        "SELECT list, sum(n)::bigint AS n FROM tallies
         WHERE list IN ('hires', 'vehicle_updates', 'reports', 'inquiries', 'status_requests', 'texts') AND NOT is_solved
         GROUP BY list",
    )
    .load(connection)?;
    let of = |list: &str| rows.iter().find(|row| row.list == list).map_or(0, |row| row.n);
    Ok(UnsolvedCounts {
        lawyer_hires: of("hires"),
        vehicle_updates: of("vehicle_updates"),
        missing_tickets: of("reports"),
        help_inquiries: of("inquiries"),
        status_requests: of("status_requests"),
        text_notifications: of("texts"),
    })
}

/// What staff search for among transactions.
pub(super) fn sought_transactions(
    connection: &mut PgConnection,
    binds: &mut Binds,
    search: &Search,
) -> QueryResult<Sought> {
    in_payments(connection, binds, "transaction_labels", &["user_id"], search)
}

/// Our fee, amount, processing fee, what was refunded, and how many.
const TALLIED: &str = "coalesce(sum(our_fee_cents), 0)::bigint AS a, coalesce(sum(amount_cents), 0)::bigint AS b, \
     coalesce(sum(processing_fee_cents), 0)::bigint AS c, \
     coalesce(sum(amount_cents) FILTER (WHERE status = 'Refunded'), 0)::bigint AS d, \
     coalesce(sum(n), 0)::bigint AS e";

pub(super) fn transactions(
    connection: &mut PgConnection,
    filter: &TransactionFilter,
) -> QueryResult<TransactionTotals> {
    let mut binds = Binds::default();
    let query = TransactionQuery::newest(filter.clone(), Page { limit: 1, offset: 0 });
    let shape = tables::transactions(&query, &mut binds);
    let of_rows = |condition: &str| {
        let sums = TALLIED.replace("sum(n)", "count(*)");
        format!("SELECT {sums} FROM payment_transactions WHERE {} AND {condition}", shape.filters())
    };
    let of_tallies = |list: &str, condition: &str| {
        format!(
            "SELECT {TALLIED} FROM tallies WHERE list = '{list}' AND {} AND {condition}",
            shape.tally_filters()
        )
    };
    let statements = match (filter.user, &filter.search) {
        (Some(user), search) => {
            let sought = search.as_ref().map(|search| in_own_payments(&mut binds, &["user_id"], search));
            vec![of_rows(&format!("user_id = {user} AND {}", sought.as_deref().unwrap_or("true")))]
        }
        (None, None) => vec![of_tallies(shape.list, "true")],
        (None, Some(search)) => match sought_transactions(connection, &mut binds, search)? {
            Sought::Every => vec![of_tallies(shape.list, "true")],
            Sought::Never | Sought::Text(_) => vec![],
            Sought::Grouped(groups) => {
                let tallied = groups.tally.as_ref().map(|(list, condition)| of_tallies(list, condition));
                let apart = (!groups.rare.is_empty()).then(|| of_rows(&groups.apart()));
                tallied.into_iter().chain(apart).collect()
            }
        },
    };
    let mut all = Five::default();
    for statement in statements {
        for row in binds.load::<Five>(connection, &statement)? {
            all = Five {
                a: all.a + row.a,
                b: all.b + row.b,
                c: all.c + row.c,
                d: all.d + row.d,
                e: all.e + row.e,
            };
        }
    }
    Ok(TransactionTotals {
        our_revenue: Money::from_cents(all.a),
        total_value: Money::from_cents(all.b),
        processing_fees: Money::from_cents(all.c),
        refunded: Money::from_cents(all.d),
        count: all.e,
    })
}

/// One statement: a count sees all of it or nothing. Two processes at once share the pieces between them.
const FOLD: &str = "
    WITH pieces AS MATERIALIZED (
        SELECT unnest(array_agg(id)) AS id FROM tallies
        GROUP BY list, kind, status, state, label, is_solved, is_marked
        HAVING count(*) > 1 OR (sum(n) = 0 AND sum(amount_cents) = 0)
    ), taken AS (
        DELETE FROM tallies USING pieces WHERE tallies.id = pieces.id RETURNING tallies.*
    ), folded AS (
        INSERT INTO tallies (list, kind, status, state, label, is_solved, is_marked, n, amount_cents,
            processing_fee_cents, our_fee_cents)
        SELECT list, kind, status, state, label, is_solved, is_marked, sum(n), sum(amount_cents),
            sum(processing_fee_cents), sum(our_fee_cents)
        FROM taken GROUP BY list, kind, status, state, label, is_solved, is_marked
        HAVING (sum(n), sum(amount_cents), sum(processing_fee_cents), sum(our_fee_cents)) IS DISTINCT FROM (0, 0, 0, 0)
    )
    SELECT count(*) AS n, '' AS list FROM taken";

pub(super) fn fold(connection: &mut PgConnection) -> QueryResult<usize> {
    let rows: Vec<Unsolved> = sql_query(FOLD).load(connection)?;
    Ok(rows.first().and_then(|row| usize::try_from(row.n).ok()).unwrap_or_default())
}
