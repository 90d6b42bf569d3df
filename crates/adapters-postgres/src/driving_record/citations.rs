//! Numbers and issuers of the citations that records refer to.

use diesel::sql_types::{Array, Integer};
use diesel::{PgConnection, QueryResult, RunQueryDsl, sql_query};
use domain::driving_record::citation::Citation;
use domain::shared::payable::Payable;
use ports::shared::list::CitedBy;

use crate::connection::prepared::Prepared;
use crate::shared::rows::row_by_name;

/// Selects the citations of records. $1 to $4 are the ids of tickets, parking tickets, tolls and payments.
const CITATIONS: &str = "
    SELECT 'ticket' AS kind, id, citation_number, issuer FROM tickets WHERE id = ANY($1)
    UNION ALL SELECT 'parking', id, citation_number, issuer FROM parking WHERE id = ANY($2)
    UNION ALL SELECT 'toll', id, citation_number, issuer FROM tolls WHERE id = ANY($3)
    UNION ALL SELECT 'payment', p.id, coalesce(k.citation_number, g.citation_number, t.citation_number), coalesce(k.issuer, g.issuer, t.issuer)
    FROM payments p LEFT JOIN tickets k ON k.id = p.ticket_id LEFT JOIN parking g ON g.id = p.parking_id LEFT JOIN tolls t ON t.id = p.toll_id
    WHERE p.id = ANY($4)";

row_by_name! {
    struct CitationRow {
        kind: String,
        id: i32,
        citation_number: Option<String>,
        issuer: Option<String>,
    }
}

/// Returns the kind of a record, as the query names it, and the record's id.
const fn kind_and_id(record: CitedBy) -> (&'static str, i32) {
    match record {
        CitedBy::Item(Payable::Ticket(id) | Payable::Lawyer(id)) => ("ticket", id.0),
        CitedBy::Item(Payable::Parking(id)) => ("parking", id.0),
        CitedBy::Item(Payable::Toll(id)) => ("toll", id.0),
        CitedBy::Payment(id) => ("payment", id.0),
    }
}

/// Returns each record that exists, with the citation number and issuer of its item.
pub(super) fn citations_of_records(
    connection: &mut PgConnection,
    records: &[CitedBy],
) -> QueryResult<Vec<(CitedBy, Citation)>> {
    if records.is_empty() {
        return Ok(vec![]);
    }
    let keys: Vec<(&str, i32)> = records.iter().map(|record| kind_and_id(*record)).collect();
    let ids =
        |kind: &str| -> Vec<i32> { keys.iter().filter(|(of, _)| *of == kind).map(|(_, id)| *id).collect() };
    // SQL: the query builder has no coalesce. Here, coalesce chooses among a payment's three item columns.
    let rows: Vec<CitationRow> = sql_query(CITATIONS)
        .bind::<Array<Integer>, _>(ids("ticket"))
        .bind::<Array<Integer>, _>(ids("parking"))
        .bind::<Array<Integer>, _>(ids("toll"))
        .bind::<Array<Integer>, _>(ids("payment"))
        .prepared()
        .load(connection)?;
    let of = |record: &CitedBy| {
        let (kind, id) = kind_and_id(*record);
        let row = rows.iter().find(|row| row.id == id && row.kind == kind)?;
        Some((*record, Citation { number: row.citation_number.clone(), issuer: row.issuer.clone() }))
    };
    Ok(records.iter().filter_map(of).collect())
}
