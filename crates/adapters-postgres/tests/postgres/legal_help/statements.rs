//! Statements of lawyers' monthly fees.

use diesel::connection::SimpleConnection;
use domain::legal_help::lawyer::LawyerRecord;
use domain::legal_help::monthly_fee::FeeMonth;
use domain::legal_help::statement::{PaymentReceived, StatementPayment};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::LawyerId;
use domain::shared::money::Money;
use ports::legal_help::lawyers::Lawyers;
use ports::legal_help::statements::Statements;
use ports::security::trail::{AuditEntry, AuditTrail};

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
fn a_monthly_fee_round_trips() {
    let mut world = World::new();
    let id = with_fee(&mut world, "Ann");
    let mut store = world.store();
    let ann = store.lawyer(id).unwrap().unwrap();
    assert_eq!((ann.record.monthly_fee, ann.fee_from), (Some(FEE), Some(month("2026-11"))));
    store.set_fee_start(id, month("2027-01")).unwrap();
    let without = store.update_lawyer(id, &record("Ann")).unwrap().unwrap();
    assert_eq!((without.record.monthly_fee, without.fee_from), (None, Some(month("2027-01"))));
    assert_eq!(without.version, 2);
}

#[test]
fn the_last_change_of_a_statement_ignores_changes_of_its_lawyer_and_of_other_statements() {
    let mut world = World::new();
    let staff = world.user("staff@example.com");
    let ann = with_fee(&mut world, "Ann");
    let mut store = world.store();
    for (text, seconds) in [("2026-11", 1), ("2026-12", 2)] {
        store.insert_statement(ann, month(text), FEE, at(seconds)).unwrap();
    }
    let [later, earlier] = &store.statements_of_lawyer(ann).unwrap()[..] else { panic!("two statements") };
    assert_eq!((later.month, earlier.month), (month("2026-12"), month("2026-11")));
    assert_eq!(store.last_statement_change(earlier).unwrap(), None);
    let entry =
        |action, seconds| AuditEntry::about((AuditSubject::Lawyer, ann.0), action, at(seconds)).by(staff);
    let changed =
        |number: String, seconds| entry(AuditAction::StatementChanged, seconds).is("statement", &number);
    store.audit(&changed(earlier.number(), 3)).unwrap();
    store.audit(&changed(later.number(), 4)).unwrap();
    store.audit(&entry(AuditAction::LawyerChanged, 5)).unwrap();
    let last = store.last_statement_change(earlier).unwrap().unwrap();
    assert_eq!((last.by.as_deref(), last.at), (Some("Ann Example"), at(3)));
}

#[test]
fn an_active_lawyer_whose_fee_has_started_is_listed_until_the_months_statement_is_made() {
    let mut world = World::new();
    let [ann, bob, cy] = ["Ann", "Bob", "Cy"].map(|name| with_fee(&mut world, name));
    let mut store = world.store();
    store.insert_lawyer(&record("Di"), None, at(0)).unwrap();
    store.set_lawyer_active(bob, false).unwrap();
    store.set_fee_start(cy, month("2026-12")).unwrap();
    let mut without = |text| {
        let found = world.store().lawyers_without_statement(month(text)).unwrap();
        found.into_iter().map(|lawyer| lawyer.id).collect::<Vec<_>>()
    };
    assert_eq!(without("2026-10"), []);
    assert_eq!(without("2026-11"), [ann]);
    assert_eq!(without("2026-12"), [ann, cy]);
    assert!(world.store().insert_statement(ann, month("2026-12"), FEE, at(1)).unwrap());
    let found = world.store().lawyers_without_statement(month("2026-12")).unwrap();
    assert_eq!(found.iter().map(|lawyer| lawyer.id).collect::<Vec<_>>(), [cy]);
    assert_eq!(found[0].record.areas, record("Cy").areas);
}

#[test]
fn a_lawyer_has_one_statement_a_month_and_it_keeps_its_amount() {
    let mut world = World::new();
    let [bob, ann] = ["Bob", "Ann"].map(|name| with_fee(&mut world, name));
    let mut store = world.store();
    assert!(store.insert_statement(bob, month("2026-11"), FEE, at(1)).unwrap());
    assert!(!store.insert_statement(bob, month("2026-11"), Money::from_dollars(5), at(2)).unwrap());
    assert!(store.insert_statement(ann, month("2026-11"), FEE, at(3)).unwrap());
    assert!(store.insert_statement(ann, month("2026-12"), FEE, at(4)).unwrap());
    let listed = store.statements_of_month(month("2026-11")).unwrap();
    let shown: Vec<_> = listed.iter().map(|one| (one.lawyer_name.as_str(), one.fee, one.made_at)).collect();
    assert_eq!(shown, [("Ann", FEE, at(3)), ("Bob", FEE, at(1))]);
    assert_eq!(listed[0].firm, "Ann Law");
    assert_eq!(store.statement_months().unwrap(), [month("2026-12"), month("2026-11")]);
    assert!(store.statements_of_month(month("2026-10")).unwrap().is_empty());
}

#[test]
fn a_payment_is_recorded_replaced_and_removed() {
    let mut world = World::new();
    let staff = world.user("staff@example.com");
    let ann = with_fee(&mut world, "Ann");
    let mut store = world.store();
    store.insert_statement(ann, month("2026-11"), FEE, at(1)).unwrap();
    let made = store.statements_of_month(month("2026-11")).unwrap().remove(0);
    assert_eq!((made.lawyer_id, &made.payment, made.version), (ann, &None, 1));
    let payment = |reference: &str| StatementPayment {
        receipt: PaymentReceived { on: "2026-11-20".parse().unwrap(), reference: reference.to_owned() },
        recorded_at: at(7),
        recorded_by: Some(staff),
    };
    for (reference, version) in [("ACH 1", 2), ("ACH 2", 3)] {
        let paid = store.set_statement_payment(made.id, Some(&payment(reference))).unwrap().unwrap();
        assert_eq!((paid.payment.clone(), paid.version), (Some(payment(reference)), version));
        assert_eq!(store.statement(made.id).unwrap(), Some(paid));
    }
    let undone = store.set_statement_payment(made.id, None).unwrap().unwrap();
    assert_eq!((undone.payment, undone.fee), (None, FEE));
    assert_eq!(store.set_statement_payment(99, None).unwrap(), None);
    assert_eq!(store.lock_statement(99).unwrap(), None);
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
