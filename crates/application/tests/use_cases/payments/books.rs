//! The books. Every movement of money is posted, and matching with the provider finds all differences.

use application::payments::books::matching::{match_now, match_when_due};
use application::payments::books::show;
use application::payments::refunds::by_staff::{self, RefundOrder};
use chrono::TimeDelta;
use domain::payments::chargeback::ChargebackStatus::{Lost, NeedsResponse, Won};
use domain::payments::ledger::Account::{self, *};
use domain::payments::matching::{DifferenceKind, MovementKind};
use domain::shared::ids::{PaymentId, RefundId};
use domain::shared::money::Money;
use ports::payments::books::{MatchingProgress, Movement};
use ports::payments::events::ProviderObject;
use ports::payments::gateway::{ProviderRefund, RefundStatus};
use rstest::rstest;

use crate::support::store::payments::books::movement;
use crate::support::*;

/// Returns the balance of every account whose balance isn't zero, in cents.
fn balances(world: &World) -> Vec<(Account, i64)> {
    let tables = world.database.tables();
    let all = Account::ALL.iter().map(|account| (*account, tables.books.balance(*account)));
    all.filter(|(_, cents)| *cents != 0).collect()
}

/// Refunds this many dollars of the first payment. Before that, `remaining` dollars can still be
/// refunded. Returns the refund's id.
fn refund(world: &World, dollars: i64, remaining: i64) -> RefundId {
    let order = RefundOrder {
        amount: Money::from_dollars(dollars),
        left: Money::from_dollars(remaining),
        note: "So.".to_owned(),
        removes_item: false,
    };
    by_staff::order_refund(&world.deps, &admin(), PaymentId(1), &order).unwrap().id
}

/// Matches the books after all movements have become old enough to be compared. Returns the kind and the object of each
/// difference, and the amounts in our books and at the provider, in cents.
fn differences(world: &World) -> Vec<(DifferenceKind, String, i64, i64)> {
    world.advance(TimeDelta::hours(2));
    match_now(&world.deps).unwrap();
    let tables = world.database.tables();
    let all = tables.books.differences.iter();
    all.map(|one| (one.kind, one.subject.clone(), one.ours.cents(), one.theirs.cents())).collect()
}

#[rstest]
#[case(TICKET, TrafficFines, 15_000)]
#[case(PARKING, ParkingFines, due(PARKING).cents())]
#[case(TOLL, Tolls, due(TOLL).cents())]
#[case(LAWYER, Lawyers, 7_500)]
fn the_books_post_a_charge_once(
    #[case] payable: domain::shared::payable::Payable,
    #[case] account: Account,
    #[case] cents: i64,
) {
    let world = World::new();
    let started = world.pay_and_settle(payable);
    world.deliver_event("evt_again", &started.intent_id).unwrap();
    world.reconcile();
    assert_eq!(balances(&world), [(Provider, cents), (account, -cents)]);
}

#[test]
fn a_charge_that_pays_for_nothing_is_posted_as_money_to_return_until_refunded() {
    let world = World::new();
    world.pay_with_refund_due(TICKET);
    assert_eq!(balances(&world), [(Provider, 15_000), (ToReturn, -15_000)]);
    world.reconcile();
    assert_eq!(balances(&world), []);
}

#[test]
fn an_overpayment_is_posted_as_money_to_return_until_refunded() {
    let world = World::new();
    let started = world.pay_without_event(TICKET);
    world.set_ticket_amount("100");
    world.provider.fail_next(Call::Refund, Fault::Down);
    world.deliver_event("evt_1", &started.intent_id).unwrap();
    assert_eq!(balances(&world), [(Provider, 15_000), (TrafficFines, -10_000), (ToReturn, -5_000)]);
    world.reconcile();
    assert_eq!(balances(&world), [(Provider, 10_000), (TrafficFines, -10_000)]);
}

#[test]
fn a_refund_is_deducted_from_the_providers_balance_and_a_failed_refund_is_added_again() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.provider.books().refunds_begin.push_back(RefundStatus::Pending);
    refund(&world, 20, 150);
    let after = vec![(Provider, 13_000), (TrafficFines, -13_000)];
    assert_eq!(balances(&world), after, "a pending refund has already left the balance");
    world.provider.set_refund("re_1", RefundStatus::Succeeded);
    world.reconcile();
    assert_eq!(balances(&world), after);
    world.provider.set_refund("re_1", RefundStatus::Failed);
    world.advance(TimeDelta::hours(25));
    world.reconcile();
    assert_eq!(balances(&world), [(Provider, 15_000), (TrafficFines, -15_000)]);
    by_staff::mark_paid_otherwise(&world.deps, &admin(), RefundId(1), "By cheque.").unwrap();
    assert_eq!(balances(&world), [(Provider, 15_000), (Bank, -2_000), (TrafficFines, -13_000)]);
    assert_eq!(differences(&world), []);
}

#[test]
fn a_failed_refund_is_posted_as_money_to_return_if_the_item_was_paid_again() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    refund(&world, 150, 150);
    assert_eq!(balances(&world), []);
    let again = world.pay_without_event(TICKET);
    world.deliver_event("evt_again", &again.intent_id).unwrap();
    world.provider.set_refund("re_1", RefundStatus::Failed);
    world.advance(TimeDelta::hours(25));
    world.reconcile();
    assert_eq!(balances(&world), [(Provider, 30_000), (TrafficFines, -15_000), (ToReturn, -15_000)]);
    assert_eq!(differences(&world), []);
}

#[test]
fn a_late_event_about_a_failed_refund_posts_nothing() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.provider.books().refunds_begin.push_back(RefundStatus::Failed);
    refund(&world, 20, 150);
    let object = ProviderObject::Refund("re_1".to_owned());
    world.push("evt_late", "refund.updated", object, None).unwrap();
    assert_eq!(balances(&world), [(Provider, 15_000), (TrafficFines, -15_000)]);
    assert_eq!(differences(&world), []);
}

#[test]
fn chargebacks_are_posted_when_opened_when_lost_and_when_won_after_a_loss() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.deliver_chargeback(NeedsResponse);
    let open = [(Provider, -1_500), (WithBanks, 15_000), (TrafficFines, -15_000), (ChargebackFees, 1_500)];
    assert_eq!(balances(&world), open);
    world.deliver_chargeback(Lost);
    assert_eq!(balances(&world), [(Provider, -1_500), (ChargebackFees, 1_500)]);
    world.set_chargeback_status(Won);
    world.advance(TimeDelta::hours(25));
    world.reconcile();
    assert_eq!(balances(&world), [(Provider, 13_500), (TrafficFines, -15_000), (ChargebackFees, 1_500)]);
    assert_eq!(differences(&world), []);
}

/// If a bank keeps a part of a payment, the rest can't pay for the item, so the rest is owed to the driver.
#[test]
fn after_a_partly_lost_chargeback_the_books_show_the_rest_as_owed_to_the_driver_until_refunded() {
    let world = World::new();
    let started = world.pay_and_settle(TICKET);
    let mut heard = world.set_chargeback_status(Lost);
    heard.amount = Money::from_dollars(50);
    heard.movements[0].amount = Money::from_dollars(-50);
    world.set_chargeback(heard);
    world.deliver_chargeback_event("evt_1", "du_1");
    assert_eq!(balances(&world), [(Provider, 8_500), (ToReturn, -10_000), (ChargebackFees, 1_500)]);
    // Staff refund the rest of the money in the provider's dashboard.
    let rest = ProviderRefund {
        id: "re_rest".to_owned(),
        intent_id: Some(started.intent_id),
        status: RefundStatus::Succeeded,
        amount: Money::from_dollars(100),
        label: None,
        failure: None,
    };
    world.provider.books().refunds.push(rest.clone());
    world.deliver_refund_event("evt_2", rest).unwrap();
    assert_eq!(balances(&world), [(Provider, -1_500), (ChargebackFees, 1_500)]);
}

#[test]
fn matching_the_books_with_the_provider_posts_fees_and_payouts_once() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.provider.books().other_movements.extend([
        movement("txn_payout", MovementKind::Payout, -14_000, "po_1"),
        movement("txn_fee", MovementKind::Fee, -25, "txn_fee"),
    ]);
    for _ in 0..2 {
        assert_eq!(differences(&world), []);
        assert_eq!(
            balances(&world),
            [(Provider, 510), (Bank, 14_000), (TrafficFines, -15_000), (ProviderFees, 490)]
        );
    }
    let books = world.transact(show::read).unwrap();
    assert!(books.is_balanced && books.faults == 0 && books.matched_at.is_some());
    let march = books.months[0].figures;
    assert_eq!(books.months.len(), 1);
    assert_eq!(march, books.total);
    let shown = [march.charges, march.provider_fees, march.payouts, march.owed_to_courts, march.ours];
    assert_eq!(shown.map(Money::cents), [15_000, -490, 14_000, 15_000, -490]);
}

/// During a rollout, a server of an earlier release, which has no ledger, may also handle payments.
#[test]
fn matching_the_books_rebuilds_missing_entries_from_the_payment_records() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.provider.books().refunds_begin.push_back(RefundStatus::Failed);
    refund(&world, 30, 150);
    refund(&world, 20, 150);
    world.pay_with_refund_due(TOLL);
    let before = balances(&world);
    world.database.tables().books.entries.clear();
    assert_eq!(differences(&world), []);
    let fees = world.database.tables().books.balance(ProviderFees);
    let mut after = balances(&world);
    assert_eq!(after.pop(), Some((ProviderFees, fees)));
    after[0].1 += fees;
    assert_eq!(after, before);
}

#[rstest]
#[case::returned_by_a_bank(|world: &World| world.provider.books().refunds_begin.push_back(RefundStatus::Failed))]
#[case::refused_by_the_provider(|world: &World| world.provider.fail_next(Call::Refund, Fault::Refused))]
fn matching_the_books_rebuilds_missing_entries_of_refunds_that_staff_paid_another_way(
    #[case] fails: fn(&World),
) {
    let world = World::new();
    world.pay_and_settle(TICKET);
    fails(&world);
    let id = refund(&world, 30, 150);
    by_staff::mark_paid_otherwise(&world.deps, &admin(), id, "By check.").unwrap();
    let before = balances(&world);
    assert_eq!(before, [(Provider, 15_000), (Bank, -3_000), (TrafficFines, -12_000)]);
    world.database.tables().books.entries.clear();
    for _ in 0..2 {
        match_now(&world.deps).unwrap();
        let after =
            balances(&world).into_iter().filter(|(account, _)| before.iter().any(|(of, _)| of == account));
        assert_eq!(after.map(|(_, cents)| cents).collect::<Vec<_>>(), [15_000 - 465, -3_000, -12_000]);
    }
}

/// Covers all kinds of differences except entries that are only in the books. Once an unexplained amount is
/// explained, it is moved from the account `in_question` to the correct account.
#[test]
fn differences_between_books_and_provider_are_listed_to_the_cent_and_posted_as_in_question() {
    let world = World::new();
    let unheard = world.pay_without_event(TICKET);
    world.pay_and_settle(TOLL);
    let toll = due(TOLL).cents();
    world.provider.books().other_movements.extend([
        Movement {
            intent_id: Some("pi_theirs".to_owned()),
            ..movement("txn_theirs", MovementKind::Charge, 100, "pi_theirs")
        },
        movement("txn_more", MovementKind::Charge, 1, "pi_2"),
        Movement { currency: "eur".to_owned(), ..movement("txn_euro", MovementKind::Payout, 7, "po_euro") },
        movement("txn_strange", MovementKind::Other, -3, "txn_strange"),
    ]);
    let fee = 15_000 * 29 / 1_000 + 30;
    let toll_fee = toll * 29 / 1_000 + 30;
    let expected = [
        (DifferenceKind::OnlyAtProvider, "pi_1".to_owned(), 0, 15_000 - fee),
        (DifferenceKind::Amount, "pi_2".to_owned(), toll - toll_fee, toll - toll_fee + 1),
        (DifferenceKind::OnlyAtProvider, "txn_strange".to_owned(), 0, -3),
        (DifferenceKind::Foreign, "pi_theirs".to_owned(), 0, 100),
        (DifferenceKind::Foreign, "po_euro".to_owned(), 0, 7),
    ];
    assert_eq!(differences(&world), expected);
    let theirs = toll - toll_fee + 1 + 15_000 - fee + 100 - 3;
    let tables = world.database.tables().clone();
    assert_eq!(
        (tables.books.balance(Provider), tables.books.balance(InQuestion)),
        (theirs, -(15_000 - fee + 1 + 100 - 3))
    );
    world.deliver_event("evt_1", &unheard.intent_id).unwrap();
    assert_eq!(differences(&world), expected[1..]);
    let tables = world.database.tables();
    assert_eq!((tables.books.balance(Provider), tables.books.balance(InQuestion)), (theirs, -(1 + 100 - 3)));
}

#[test]
fn the_books_are_matched_with_the_provider_at_startup_and_once_a_day() {
    let world = World::new();
    assert!(match_when_due(&world.deps, false).unwrap().is_some());
    world.advance(TimeDelta::hours(23));
    assert!(match_when_due(&world.deps, false).unwrap().is_none());
    assert!(match_when_due(&world.deps, true).unwrap().is_some());
    world.advance(TimeDelta::hours(24));
    world.provider.fail_next(Call::Movements, Fault::Down);
    assert_eq!(outcome(&match_when_due(&world.deps, false)), "GatewayDown");
    assert!(match_when_due(&world.deps, false).unwrap().is_some());
}

/// Returns the provider's fees with these numbers. The fees are ten minutes apart.
fn fees(numbers: std::ops::Range<i32>) -> impl Iterator<Item = Movement> {
    numbers.map(|number| Movement {
        happened_at: noon() + TimeDelta::minutes(10) * number,
        ..movement(&format!("txn_fee_{number}"), MovementKind::Fee, -1, &format!("txn_fee_{number}"))
    })
}

/// Matches the books as staff, with a provider so slow that one call reads only ten pages. Returns the number
/// of balance changes read, or `None` if all were read.
fn match_slowly(world: &World) -> Option<i64> {
    world.provider.books().movement_pages = Some(10);
    show::match_now(&world.deps, &admin()).unwrap().reading
}

#[test]
fn match_now_resumes_after_the_last_page_that_a_slow_provider_returned() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.provider.books().other_movements.extend(fees(0..2_599));
    assert_eq!(match_slowly(&world), Some(1_000));
    assert_eq!(world.database.tables().books.matching.matched_at, None, "nothing is compared before the end");
    assert_eq!(match_slowly(&world), Some(2_000));
    assert_eq!(match_slowly(&world), None);
    assert_eq!(world.provider.count(Call::Movements), 26 + 2, "no page is read twice");
    let tables = world.database.tables();
    assert_eq!(
        (tables.books.movements.len(), tables.books.matching.matched_at),
        (2_600, Some(world.deps.clock.now()))
    );
    assert_eq!(tables.books.matching.read_until, Some(noon() + TimeDelta::minutes(10) * 2_598));
}

#[test]
fn an_interrupted_matching_of_the_books_resumes_later_and_includes_newer_movements() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.provider.books().other_movements.extend(fees(0..1_500));
    assert_eq!(match_slowly(&world), Some(1_000));
    world.advance(TimeDelta::hours(1));
    world.provider.books().other_movements.extend(fees(1_500..1_501));
    world.provider.books().movement_pages = None;
    assert!(
        match_when_due(&world.deps, false).unwrap().is_some(),
        "matching stays due until it has read everything"
    );
    assert_eq!(world.database.tables().books.movements.len(), 1_502);
    assert!(match_when_due(&world.deps, false).unwrap().is_none());
}

#[test]
fn matching_the_books_starts_over_if_the_provider_no_longer_knows_the_stored_cursor() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.provider.books().other_movements.extend(fees(0..1_500));
    assert_eq!(match_slowly(&world), Some(1_000));
    world.provider.books().other_movements.retain(|one| one.id != "txn_fee_500");
    world.provider.books().movement_pages = None;
    assert_eq!(show::match_now(&world.deps, &admin()).unwrap().reading, None);
    assert_eq!(world.database.tables().books.movements.len(), 1_501);
}

#[test]
fn match_now_fails_when_the_provider_returns_no_page() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.provider.books().movement_pages = Some(0);
    assert_eq!(outcome(&show::match_now(&world.deps, &admin())), "GatewayDown");
    assert_eq!(world.database.tables().books.matching, MatchingProgress::default());
}

#[test]
fn only_staff_can_see_and_match_the_books() {
    let world = World::new();
    assert_eq!(outcome(&world.transact(|store| show::show_books(store, &driver()))), "Forbidden");
    assert_eq!(outcome(&show::match_now(&world.deps, &driver())), "Forbidden");
    assert!(show::match_now(&world.deps, &admin()).unwrap().matched_at.is_some());
    assert!(world.transact(|store| show::show_books(store, &admin())).unwrap().is_balanced);
}
