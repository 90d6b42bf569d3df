//! Tests of the statements of lawyers' monthly fees.

use diesel::connection::SimpleConnection;
use domain::legal_help::lawyer::LawyerRecord;
use domain::legal_help::monthly_fee::FeeMonth;
use domain::shared::ids::LawyerId;
use domain::shared::money::Money;
use ports::legal_help::lawyers::Lawyers;
use ports::legal_help::statements::Statements;

use super::samples::record;
use crate::support::{World, at};

const FEE: Money = Money::from_cents(19_950);

fn month(text: &str) -> FeeMonth {
    FeeMonth::parse(text).unwrap()
}

/// Adds a lawyer who owes a monthly fee from November 2026 on.
fn with_fee(world: &mut World, name: &str) -> LawyerId {
    let record = LawyerRecord { monthly_fee: Some(FEE), ..record(name) };
    world.store().insert_lawyer(&record, Some(month("2026-11")), at(0)).unwrap().id
}

#[test]
fn concurrent_changes_of_a_statement_run_one_after_the_other() {
    let mut world = World::new();
    let ann = with_fee(&mut world, "Ann");
    world.store().insert_statement(ann, month("2026-11"), FEE, at(1)).unwrap();
    let id = world.store().statements_of_month(month("2026-11")).unwrap()[0].id;
    let (_, seen) = world.run_overlapping(
        |store| {
            store.lock_statement(id)?;
            store.set_statement_payment(id, None)
        },
        |store| store.lock_statement(id),
    );
    assert_eq!(seen.map(|statement| statement.version), Some(2));
}

#[test]
fn a_lawyer_with_a_statement_is_never_deleted() {
    let mut world = World::new();
    let ann = with_fee(&mut world, "Ann");
    world.store().insert_statement(ann, month("2026-11"), FEE, at(1)).unwrap();
    let deleted = world.db.connection().batch_execute("DELETE FROM lawyers");
    assert!(deleted.unwrap_err().to_string().contains("lawyer_statements_lawyer_id_fkey"));
}
