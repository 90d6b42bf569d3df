//! Tests of citations that have waited since an earlier release.

use adapters_postgres::PgStore;
use adapters_postgres::testing::TestDatabase;
use domain::imports::import::ImportKind;
use ports::imports::waiting::{WaitReason, WaitingCitations};

use crate::support::ALL;

/// The last migration before items had a citation number and an issuer.
const BEFORE_NUMBERS: &str = "20261126000280";

/// If staff accept a citation, the item gets its number and its issuer from the columns that this migration fills.
#[test]
fn the_migration_for_citation_numbers_keeps_number_and_source_of_waiting_citations() {
    let db = TestDatabase::at_migration(BEFORE_NUMBERS);
    db.execute(
        r#"INSERT INTO users (email, password_hash, full_name, created_at)
               VALUES ('ann@example.com', '$argon2id$none', 'Ann', now());
           INSERT INTO imports (kind, status, file_name, file_columns, total_lines, created_by, created_at)
               SELECT 'ticket', 'stored', 'x.csv', '[]', 1, id, now() FROM users;
           INSERT INTO waiting_citations (import_id, line, kind, fields, key, citation, candidate_id, created_at, stored_at)
               SELECT id, 2, 'ticket', '[["location", "Main St"]]', decode(repeat('01', 32), 'hex'), 'AB 12-3', created_by, now(), now()
               FROM imports;
           INSERT INTO waiting_citations (source, line, kind, fields, key, citation, candidate_id, created_at, stored_at)
               SELECT 'nyc', 0, 'parking', '[["location", "Bronx"]]', decode(repeat('02', 32), 'hex'), '1467619188', id, now(), now()
               FROM users"#,
    );
    db.migrate();
    let mut connection = db.server_connection();
    let waiting =
        PgStore::new(&mut connection).waiting_citations(WaitReason::ForDecision, None, ALL).unwrap().items;
    let citations: Vec<_> =
        waiting.iter().map(|one| (one.kind, one.citation.as_deref(), one.source.as_deref())).collect();
    let file = (ImportKind::Ticket, Some("AB 12-3"), None);
    assert_eq!(citations, [file, (ImportKind::Parking, Some("1467619188"), Some("nyc"))]);
    let places: Vec<_> = waiting.iter().flat_map(|one| one.fields.clone()).collect();
    assert_eq!(places, ["Main St", "Bronx"].map(|place| ("location".to_owned(), place.to_owned())));
}
