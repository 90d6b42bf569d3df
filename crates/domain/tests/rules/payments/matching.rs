//! Tests of the comparison of the books with the provider: differences, and amounts posted as unexplained.

use chrono::{TimeDelta, TimeZone, Utc};
use domain::payments::matching::DifferenceKind::{self, *};
use domain::payments::matching::{GRACE, MovementKind, ObjectBalances};
use domain::shared::money::Money;
use rstest::rstest;

fn object_balances(ours: i64, theirs: i64) -> ObjectBalances {
    ObjectBalances {
        subject: "pi_1".to_owned(),
        ours: Money::from_cents(ours),
        questioned: Money::ZERO,
        questions: 0,
        theirs: Money::from_cents(theirs),
        movements: i64::from(theirs != 0),
        currency: "usd".to_owned(),
        is_foreign: false,
        moved_at: Utc.timestamp_opt(0, 0).unwrap(),
    }
}

fn check_comparison(
    object_balances: &ObjectBalances,
    age: TimeDelta,
    difference: Option<DifferenceKind>,
    to_question: i64,
) {
    let verdict = object_balances.compare(object_balances.moved_at + age);
    assert_eq!(
        (verdict.difference, verdict.to_question.cents()),
        (difference, to_question),
        "{object_balances:?}"
    );
}

#[rstest]
#[case::agreed(100, 100, None, 0)]
#[case::only_in_our_books(100, 0, Some(OnlyInBooks), -100)]
#[case::only_at_the_provider(0, 100, Some(OnlyAtProvider), 100)]
#[case::by_a_cent(101, 100, Some(Amount), -1)]
fn differences_between_books_and_provider_are_reported_only_after_the_grace_period(
    #[case] ours: i64,
    #[case] theirs: i64,
    #[case] difference: Option<DifferenceKind>,
    #[case] to_question: i64,
) {
    check_comparison(&object_balances(ours, theirs), GRACE, difference, to_question);
    check_comparison(&object_balances(ours, theirs), GRACE - TimeDelta::seconds(1), None, 0);
}

#[test]
fn an_amount_leaves_the_in_question_account_only_when_books_and_provider_agree_again() {
    check_comparison(
        &ObjectBalances { questioned: Money::from_cents(100), ..object_balances(100, 100) },
        TimeDelta::zero(),
        None,
        -100,
    );
    check_comparison(
        &ObjectBalances { questioned: Money::from_cents(100), ..object_balances(0, 100) },
        GRACE,
        Some(OnlyAtProvider),
        0,
    );
}

#[test]
fn money_of_another_environment_is_reported_immediately_and_other_currencies_are_not_posted() {
    let foreign = ObjectBalances { is_foreign: true, ..object_balances(0, 100) };
    check_comparison(&foreign, TimeDelta::zero(), Some(Foreign), 0);
    check_comparison(&foreign, GRACE, Some(Foreign), 100);
    check_comparison(
        &ObjectBalances { currency: "eur".to_owned(), ..object_balances(0, 100) },
        GRACE,
        Some(Foreign),
        0,
    );
    let faults: Vec<_> = DifferenceKind::ALL.iter().filter(|kind| kind.is_fault()).collect();
    assert_eq!(faults, [&OnlyInBooks, &OnlyAtProvider, &Amount]);
}

#[test]
fn only_fees_payouts_and_other_movements_belong_to_no_payment() {
    let others: Vec<_> = MovementKind::ALL.iter().filter(|kind| !kind.is_of_a_payment()).collect();
    assert_eq!(others, [&MovementKind::Fee, &MovementKind::Payout, &MovementKind::Other]);
}
