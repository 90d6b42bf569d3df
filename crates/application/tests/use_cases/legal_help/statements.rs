//! Statements of lawyers' monthly fees.

use std::collections::BTreeMap;
use std::sync::Arc;

use application::Deps;
use application::access::Actor;
use application::error::{Error, Result};
use application::legal_help::lawyers::activate::set_active;
use application::legal_help::lawyers::edit::{add, change};
use application::legal_help::statements::making::make_statements;
use application::legal_help::statements::paying::{record_payment, undo_payment};
use application::legal_help::statements::reading::{
    MonthTotals, export, list_of_month, list_own, print_statement, show, show_own,
};
use chrono::{NaiveDate, TimeDelta};
use domain::accounts::user::User;
use domain::legal_help::lawyer::LawyerRecord;
use domain::legal_help::offer::{LegalHelp, LegalHelpMode, LegalHelpRule};
use domain::legal_help::statement::Statement;
use domain::security::audit::AuditAction;
use domain::shared::ids::{LawyerId, UserId};
use domain::shared::money::Money;
use domain::shared::us_state::UsState;
use rstest::rstest;

use super::build::*;
use crate::support::*;

fn with_fee(dollars: i64) -> LawyerRecord {
    LawyerRecord { monthly_fee: Some(Money::from_dollars(dollars)), ..record(1) }
}

/// Advances the clock by 31 days, into the next month.
fn next_month(world: &World) {
    world.clock.advance(TimeDelta::days(31));
}

fn statements(world: &World) -> Vec<Statement> {
    world.database.tables().legal_help.statements.clone()
}

/// Returns the month of each statement, with its fee in cents.
fn fees(world: &World) -> Vec<(String, i64)> {
    statements(world).iter().map(|one| (one.month.to_string(), one.fee.cents())).collect()
}

/// Returns a world with a lawyer whose monthly fee is $200 and who has a statement.
fn world_with_statement() -> World {
    let world = World::new();
    add(&world.deps, &admin(), &with_fee(200)).unwrap();
    next_month(&world);
    make_statements(&world.deps).unwrap();
    world
}

#[test]
fn each_month_has_one_statement_from_the_month_after_the_fee_was_set() {
    let world = World::new();
    add(&world.deps, &admin(), &with_fee(200)).unwrap();
    add(&world.deps, &admin(), &record(2)).unwrap();
    assert_eq!(make_statements(&world.deps).unwrap(), 0, "the fee starts next month");
    next_month(&world);
    assert_eq!(make_statements(&world.deps).unwrap(), 1);
    assert_eq!(make_statements(&world.deps).unwrap(), 0);
    next_month(&world);
    assert_eq!(make_statements(&world.deps).unwrap(), 1);
    let made = fees(&world);
    assert_eq!(made.iter().map(|(_, cents)| *cents).collect::<Vec<_>>(), [20_000, 20_000]);
    assert!(made[0].0 < made[1].0);
}

#[test]
fn a_changed_fee_applies_from_the_next_month_even_if_the_job_has_not_run_yet() {
    let world = World::new();
    add(&world.deps, &admin(), &with_fee(200)).unwrap();
    next_month(&world);
    change(&world.deps, &admin(), LawyerId(1), &with_fee(300), None).unwrap();
    change(&world.deps, &admin(), LawyerId(1), &with_fee(350), None).unwrap();
    assert_eq!(make_statements(&world.deps).unwrap(), 0);
    assert_eq!(fees(&world)[0].1, 20_000, "this month keeps its fee");
    next_month(&world);
    make_statements(&world.deps).unwrap();
    assert_eq!(fees(&world)[1].1, 35_000);
    change(&world.deps, &admin(), LawyerId(1), &record(1), None).unwrap();
    next_month(&world);
    assert_eq!(make_statements(&world.deps).unwrap(), 0, "the fee was removed");
    assert_eq!(fees(&world).len(), 2);
}

#[test]
fn changing_other_details_of_a_lawyer_leaves_the_fee_and_its_start_unchanged() {
    let world = World::new();
    add(&world.deps, &admin(), &with_fee(200)).unwrap();
    next_month(&world);
    let renamed = LawyerRecord { name: "Lena Ortiz".to_owned(), ..with_fee(200) };
    change(&world.deps, &admin(), LawyerId(1), &renamed, None).unwrap();
    assert!(statements(&world).is_empty());
    assert_eq!(make_statements(&world.deps).unwrap(), 1);
}

#[test]
fn an_inactive_lawyer_gets_no_statement() {
    let world = World::new();
    add(&world.deps, &admin(), &with_fee(200)).unwrap();
    set_active(&world.deps, &admin(), LawyerId(1), false, None).unwrap();
    next_month(&world);
    assert_eq!(make_statements(&world.deps).unwrap(), 0);
    set_active(&world.deps, &admin(), LawyerId(1), true, None).unwrap();
    assert_eq!(make_statements(&world.deps).unwrap(), 1);
}

#[test]
fn no_monthly_statements_are_made_if_the_operator_is_a_law_firm() {
    let world = World::new();
    add(&world.deps, &admin(), &with_fee(200)).unwrap();
    next_month(&world);
    let rule = LegalHelpRule { mode: LegalHelpMode::LawFirm, ..LegalHelpRule::DEVELOPMENT };
    let legal_help = LegalHelp::in_production(BTreeMap::from([(UsState::NewYork, rule)]));
    let deps = Deps { legal_help: Arc::new(legal_help), ..world.deps };
    assert_eq!(make_statements(&deps).unwrap(), 0);
}

fn today(world: &World) -> NaiveDate {
    world.deps.clock.now().date_naive()
}

fn record_paid(world: &World, reference: &str, version: i32) -> Result<Statement> {
    let paid = record_payment(&world.deps, &admin(), 1, (today(world), reference), version);
    paid.map(|(statement, _)| statement)
}

#[test]
fn staff_record_correct_and_undo_the_payment_of_a_statement() {
    let world = world_with_statement();
    let paid = record_paid(&world, " ACH 4711 ", 1).unwrap();
    let payment = paid.payment.clone().unwrap();
    assert_eq!((payment.receipt.reference.as_str(), payment.recorded_by), ("ACH 4711", Some(ADMIN)));
    assert_eq!(record_paid(&world, "ACH 4711", 1).unwrap(), paid, "repeating it changes nothing");
    let corrected = record_paid(&world, "ACH 4712", 2).unwrap();
    assert_eq!(corrected.version, 3);
    let undone = undo_payment(&world.deps, &admin(), 1, 3).unwrap();
    assert_eq!((undone.payment, undone.fee), (None, Money::from_dollars(200)));
    assert_eq!(world.audited()[1..], [AuditAction::StatementChanged; 3]);
    let tables = world.database.tables();
    let entry = format!("{:?}", tables.audit.last().unwrap());
    assert!(entry.contains("ACH 4712") && entry.contains(&paid.number()), "{entry}");
}

#[test]
fn staff_cannot_record_a_payment_for_an_outdated_version_of_a_statement() {
    let world = world_with_statement();
    record_paid(&world, "ACH 4711", 1).unwrap();
    assert_eq!(outcome(&record_paid(&world, "ACH 4712", 1)), "ChangedMeanwhile");
    assert_eq!(outcome(&undo_payment(&world.deps, &admin(), 1, 1)), "ChangedMeanwhile");
    assert_eq!(outcome(&record_paid(&world, " ", 2)), "Fields");
    assert_eq!(outcome(&undo_payment(&world.deps, &admin(), 9, 1)), "NotFound");
    assert_eq!(statements(&world)[0].version, 2);
}

#[test]
fn a_version_conflict_names_the_last_editor_of_the_statement_not_of_the_lawyer() {
    let world = world_with_statement();
    let paid = record_paid(&world, "ACH 4711", 1).unwrap();
    let other = Actor { user: User { id: UserId(77), ..admin().user }, ..admin() };
    let renamed = LawyerRecord { name: "Ruth Gray-Lee".to_owned(), ..record(1) };
    change(&world.deps, &other, paid.lawyer_id, &renamed, None).unwrap();
    match undo_payment(&world.deps, &admin(), 1, 1) {
        Err(Error::ChangedMeanwhile(Some(last))) => assert_eq!(last.by, Some("Dana Driver".to_owned())),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_lawyer_sees_only_their_own_statements() {
    let world = world_with_statement();
    world.database.tables().legal_help.lawyers[0].user_id = Some(lawyer(1).id());
    next_month(&world);
    make_statements(&world.deps).unwrap();
    let own = |caller: &Actor| world.transact(|store| list_own(store, caller));
    let months: Vec<_> = own(&lawyer(1)).unwrap().into_iter().map(|one| one.month).collect();
    assert_eq!(months.len(), 2);
    assert!(months[0] > months[1], "newest first");
    let show = |caller: &Actor, id| world.transact(|store| show_own(store, caller, id));
    assert_eq!(show(&lawyer(1), 1).unwrap().lawyer_id, LawyerId(1));
    assert_eq!(outcome(&show(&lawyer(1), 9)), "NotFound");
    world.database.tables().legal_help.statements[0].lawyer_id = LawyerId(2);
    assert_eq!(outcome(&show(&lawyer(1), 1)), "NotFound", "it is another lawyer's");
    assert_eq!(own(&lawyer(1)).unwrap().len(), 1);
    for caller in [driver(), admin()] {
        assert_eq!([outcome(&own(&caller)), outcome(&show(&caller, 1))], ["Forbidden"; 2]);
    }
}

#[test]
fn staff_see_a_months_statements_with_their_totals() {
    let world = world_with_statement();
    add(&world.deps, &admin(), &LawyerRecord { monthly_fee: Some(Money::from_dollars(100)), ..record(2) })
        .unwrap();
    next_month(&world);
    make_statements(&world.deps).unwrap();
    record_paid(&world, "ACH 4711", 1).unwrap();
    let read = |month| world.transact(|store| list_of_month(&world.deps, store, &admin(), month)).unwrap();
    let current = read(None);
    assert_eq!(current.statements.len(), 2);
    assert_eq!(current.totals(), MonthTotals { billed: Money::from_dollars(300), paid: Money::ZERO });
    assert_eq!(current.months.len(), 2);
    assert_eq!(current.months[0], current.month);
    let earlier = read(Some(current.months[1]));
    assert_eq!(
        earlier.totals(),
        MonthTotals { billed: Money::from_dollars(200), paid: Money::from_dollars(200) }
    );
    assert_eq!(earlier.names.len(), 1);
    assert_eq!(export(&world.deps, &admin(), Some(earlier.month)).unwrap(), earlier);
    assert_eq!(world.audited().last(), Some(&AuditAction::ListExported));
    let statement = world.transact(|store| show(store, &admin(), 1)).unwrap();
    assert!(!print_statement(&world.deps, &statement).unwrap().is_empty());
}

#[rstest]
#[case::a_driver(driver())]
#[case::a_lawyer(lawyer(1))]
fn only_staff_see_and_change_the_statements_of_all_lawyers(#[case] caller: application::access::Actor) {
    let world = world_with_statement();
    let forbidden = "Forbidden";
    assert_eq!(outcome(&world.transact(|store| list_of_month(&world.deps, store, &caller, None))), forbidden);
    assert_eq!(outcome(&world.transact(|store| show(store, &caller, 1))), forbidden);
    assert_eq!(outcome(&export(&world.deps, &caller, None)), forbidden);
    assert_eq!(outcome(&record_payment(&world.deps, &caller, 1, (today(&world), "ACH"), 1)), forbidden);
    assert_eq!(outcome(&undo_payment(&world.deps, &caller, 1, 1)), forbidden);
}
