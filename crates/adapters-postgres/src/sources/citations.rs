//! City data about citations, and the items that were filed for them.

use chrono::{DateTime, Utc};
use diesel::dsl::exists;
use diesel::sql_types::{Array, BigInt, Integer, Text, Timestamptz};
use diesel::upsert::excluded;
use diesel::{
    ExpressionMethods, PgConnection, QueryDsl, QueryResult, RunQueryDsl, SelectableHelper, insert_into,
    select, sql_query,
};
use domain::shared::ids::{ParkingId, UserId};
use ports::sources::runs::SourceCitation;

use crate::shared::rows::OneColumn;
use crate::sources::rows::CitationRow;
use schema::source_citations::{self as citations, dsl};

/// Returns the stored citations of a `source` for these `users`.
pub(super) fn citations_of_users(
    connection: &mut PgConnection,
    source: &str,
    users: &[UserId],
) -> QueryResult<Vec<CitationRow>> {
    let users: Vec<i32> = users.iter().map(|user| user.0).collect();
    dsl::source_citations
        .filter(citations::source.eq(source))
        .filter(citations::user_id.eq_any(users))
        .order((citations::user_id, citations::number))
        .select(CitationRow::as_select())
        .load(connection)
}

/// Returns the users other than `except` who have citations of this `source` with these `numbers`,
/// each with the number.
pub(super) fn other_owners(
    connection: &mut PgConnection,
    source: &str,
    numbers: &[String],
    except: UserId,
) -> QueryResult<Vec<(String, UserId)>> {
    let found: Vec<(String, i32)> = dsl::source_citations
        .filter(citations::source.eq(source))
        .filter(citations::number.eq_any(numbers))
        .filter(citations::user_id.ne(except.0))
        .select((citations::number, citations::user_id))
        .load(connection)?;
    Ok(found.into_iter().map(|(number, user)| (number, UserId(user))).collect())
}

/// Whether a source reported a citation for this parking ticket.
pub(super) fn has_citation(connection: &mut PgConnection, item: ParkingId) -> QueryResult<bool> {
    select(exists(dsl::source_citations.filter(citations::parking_id.eq(item.0)))).get_result(connection)
}

/// Stores a citation that a source reported. If the citation is already stored, updates only the
/// amount owed, the time of settlement and the time of the report.
pub(super) fn put_citation(connection: &mut PgConnection, citation: &SourceCitation) -> QueryResult<usize> {
    insert_into(dsl::source_citations)
        .values((
            citations::source.eq(&citation.source),
            citations::number.eq(&citation.number),
            citations::user_id.eq(citation.user.0),
            citations::parking_id.eq(citation.item.0),
            citations::authority.eq(&citation.authority),
            citations::plate.eq(citation.plate.as_ref().map(|(plate, _)| plate)),
            citations::plate_state.eq(citation.plate.as_ref().map(|(_, state)| state.name())),
            citations::owed_cents.eq(citation.owed.cents()),
            citations::settled_at.eq(citation.settled_at),
            citations::as_of.eq(citation.as_of),
        ))
        .on_conflict((citations::source, citations::number, citations::user_id))
        .do_update()
        .set((
            citations::owed_cents.eq(excluded(citations::owed_cents)),
            citations::settled_at.eq(excluded(citations::settled_at)),
            citations::as_of.eq(excluded(citations::as_of)),
        ))
        .execute(connection)
}

/// Stores that the source reported these citations unchanged at `queried_at`. Returns how many of
/// these citations are stored.
pub(super) fn mark_citations_current(
    connection: &mut PgConnection,
    source: &str,
    citations: &[(UserId, String)],
    queried_at: DateTime<Utc>,
) -> QueryResult<usize> {
    let (users, numbers): (Vec<i32>, Vec<&str>) =
        citations.iter().map(|(user, number)| (user.0, number.as_str())).unzip();
    // SQL: the query builder has no UPDATE … FROM.
    sql_query(
        "UPDATE source_citations c SET as_of = $4 FROM unnest($2::int[], $3::text[]) AS w (user_id, number)
         WHERE c.source = $1 AND c.number = w.number AND c.user_id = w.user_id",
    )
    .bind::<Text, _>(source)
    .bind::<Array<Integer>, _>(users)
    .bind::<Array<Text>, _>(numbers)
    .bind::<Timestamptz, _>(queried_at)
    .execute(connection)
}

/// Copies numbers, and missing issuers, from city data to parking tickets without a number. Checks at most `limit`
/// parking tickets after the id `after`. Returns the last id that was checked; `None` if none was left.
pub(super) fn fill_numbers(
    connection: &mut PgConnection,
    after: i32,
    limit: i64,
) -> QueryResult<Option<i32>> {
    // SQL: the query builder has no CTEs. With CTEs, one statement reads and updates the rows.
    let OneColumn(last) = sql_query(
        "WITH checked AS (
            SELECT parking_id, number, authority FROM source_citations WHERE parking_id > $1 ORDER BY parking_id LIMIT $2
        ), filled AS (
            UPDATE parking p SET citation_number = c.number, issuer = coalesce(p.issuer, c.authority), version = p.version + 1
            FROM checked c WHERE p.id = c.parking_id AND p.citation_number IS NULL
        )
        SELECT max(parking_id) AS parking_id FROM checked",
    )
    .bind::<Integer, _>(after)
    .bind::<BigInt, _>(limit)
    .get_result(connection)?;
    Ok(last)
}
