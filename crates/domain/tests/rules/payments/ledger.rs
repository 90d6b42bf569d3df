//! Tests of the postings of each ledger event, with the tests' own copy of the expected postings.

use domain::payments::books::BookFigures;
use domain::payments::ledger::Account::{self, *};
use domain::payments::ledger::{EntryKind, FeeClaims, HeldMoney, LawyersMoney, LedgerEvent, Posting};
use domain::shared::ids::{ParkingId, TicketId, TollId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use proptest::prelude::*;
use rstest::rstest;

pub(super) fn cents(amount: i64) -> Money {
    Money::from_cents(amount)
}

fn line(account: Account, amount: i64) -> Posting {
    Posting { account, amount: cents(amount) }
}

/// Returns held money with these balances of accounts, which are credits in cents.
fn held_money(lines: &[(Account, i64)]) -> HeldMoney {
    let lines: Vec<_> =
        lines.iter().map(|(account, amount)| (EntryKind::Charge, line(*account, -amount))).collect();
    HeldMoney::of(&lines)
}

fn check_postings(event: &LedgerEvent<'_>, kind: EntryKind, lines: &[(Account, i64)]) {
    let expected: Vec<Posting> = lines.iter().map(|(account, amount)| line(*account, *amount)).collect();
    assert_eq!((event.kind(), event.postings()), (kind, expected));
}

#[rstest]
#[case::for_a_fine(10_000, 10_000, TrafficFines, &[(Provider, 10_000), (TrafficFines, -10_000)])]
#[case::for_a_hire(5_000, 5_000, Lawyers, &[(Provider, 5_000), (Lawyers, -5_000)])]
#[case::overpaid(12_000, 10_000, Tolls, &[(Provider, 12_000), (Tolls, -10_000), (ToReturn, -2_000)])]
#[case::pays_nothing(10_000, 10_000, ToReturn, &[(Provider, 10_000), (ToReturn, -10_000)])]
#[case::less_than_due(9_000, 10_000, ParkingFines, &[(Provider, 9_000), (ParkingFines, -9_000)])]
fn a_charge_is_posted_to_its_fine_or_hire_and_the_excess_is_owed_to_the_driver(
    #[case] received: i64,
    #[case] due: i64,
    #[case] target: Account,
    #[case] lines: &[(Account, i64)],
) {
    let event = LedgerEvent::Charged { received: cents(received), due: cents(due), target };
    check_postings(&event, EntryKind::Charge, lines);
}

#[rstest]
#[case::of_a_fine(2_000, &[(TrafficFines, 10_000)], &[(Provider, -2_000), (TrafficFines, 2_000)])]
#[case::money_to_return_first(
    2_500, &[(TrafficFines, 10_000), (ToReturn, 2_000)],
    &[(Provider, -2_500), (TrafficFines, 500), (ToReturn, 2_000)]
)]
#[case::more_than_is_held(
    12_000, &[(Lawyers, 10_000)], &[(Provider, -12_000), (Lawyers, 10_000), (ToReturn, 2_000)]
)]
#[case::of_a_payment_that_holds_nothing(1_000, &[], &[(Provider, -1_000), (ToReturn, 1_000)])]
fn a_refund_is_posted_first_to_money_owed_to_the_driver_and_may_exceed_the_held_money(
    #[case] amount: i64,
    #[case] holds: &[(Account, i64)],
    #[case] lines: &[(Account, i64)],
) {
    let holds = held_money(holds);
    check_postings(&LedgerEvent::Refunded { amount: cents(amount), held: &holds }, EntryKind::Refund, lines);
    let elsewhere: Vec<_> = lines
        .iter()
        .map(|(account, sum)| (if *account == Provider { Bank } else { *account }, *sum))
        .collect();
    check_postings(
        &LedgerEvent::PaidOtherwise { amount: cents(amount), held: &holds },
        EntryKind::PaidOtherwise,
        &elsewhere,
    );
}

#[test]
fn a_chargeback_is_posted_when_its_money_is_withdrawn_reinstated_lost_and_regained() {
    let taken = LedgerEvent::Chargeback { amount: cents(-10_000), fee: cents(1_500) };
    let lines = [(Provider, -11_500), (WithBanks, 10_000), (ChargebackFees, 1_500)];
    check_postings(&taken, EntryKind::Chargeback, &lines);
    let given = LedgerEvent::Chargeback { amount: cents(10_000), fee: cents(-1_500) };
    let lines = [(Provider, 11_500), (WithBanks, -10_000), (ChargebackFees, -1_500)];
    check_postings(&given, EntryKind::Chargeback, &lines);
    let holds = held_money(&[(TrafficFines, 10_000)]);
    let lost = LedgerEvent::Lost { amount: cents(10_000), held: &holds };
    check_postings(&lost, EntryKind::Lost, &[(WithBanks, -10_000), (TrafficFines, 10_000)]);
    let again =
        LedgerEvent::Regained { amount: cents(10_000), held: &HeldMoney::default(), target: TrafficFines };
    check_postings(&again, EntryKind::Regained, &[(WithBanks, 10_000), (TrafficFines, -10_000)]);
}

#[test]
fn failed_refunds_fees_payouts_and_transfers_are_posted() {
    let failed =
        LedgerEvent::RefundFailed { amount: cents(2_000), held: &HeldMoney::default(), target: ToReturn };
    check_postings(&failed, EntryKind::RefundFailed, &[(Provider, 2_000), (ToReturn, -2_000)]);
    check_postings(
        &LedgerEvent::ProviderFee(cents(320)),
        EntryKind::ProviderFee,
        &[(Provider, -320), (ProviderFees, 320)],
    );
    check_postings(
        &LedgerEvent::Payout(cents(-9_000)),
        EntryKind::Payout,
        &[(Provider, -9_000), (Bank, 9_000)],
    );
    check_postings(
        &LedgerEvent::Payout(cents(9_000)),
        EntryKind::Payout,
        &[(Provider, 9_000), (Bank, -9_000)],
    );
    check_postings(
        &LedgerEvent::InQuestion(cents(100)),
        EntryKind::InQuestion,
        &[(Provider, 100), (InQuestion, -100)],
    );
    let holds = held_money(&[(TrafficFines, 3_000), (ToReturn, 500)]);
    let moved = LedgerEvent::Moved { held: &holds, target: ToReturn };
    check_postings(&moved, EntryKind::Moved, &[(TrafficFines, 3_000), (ToReturn, -3_000)]);
    assert_eq!(
        (holds.total(), holds.in_account(ToReturn), holds.in_account(Bank)),
        (cents(3_500), cents(500), cents(0))
    );
    // The authority received $100, and then a bank took $20 back in a chargeback. After the item is no longer
    // paid, the authority must return $100, and we owe the driver $80.
    let sent = HeldMoney::of(&[
        (EntryKind::Remitted, Posting { account: TrafficFines, amount: cents(10_000) }),
        (EntryKind::Charge, Posting { account: TrafficFines, amount: cents(-10_000) }),
        (EntryKind::Lost, Posting { account: ToRecover, amount: cents(2_000) }),
    ]);
    let moved = LedgerEvent::Moved { held: &sent, target: ToReturn };
    check_postings(&moved, EntryKind::Moved, &[(ToReturn, -8_000), (ToRecover, 8_000)]);
    let stays = LedgerEvent::Moved { held: &sent, target: TrafficFines };
    check_postings(&stays, EntryKind::Moved, &[]);
    check_postings(&LedgerEvent::ProviderFee(Money::ZERO), EntryKind::ProviderFee, &[]);
    check_postings(
        &LedgerEvent::Moved { held: &HeldMoney::default(), target: ToReturn },
        EntryKind::Moved,
        &[],
    );
}

#[test]
fn each_kind_of_payable_has_its_own_account_and_fines_are_not_revenue() {
    let ticket = TicketId(1);
    let payables = [
        Payable::Ticket(ticket),
        Payable::Parking(ParkingId(1)),
        Payable::Toll(TollId(1)),
        Payable::Lawyer(ticket),
    ];
    assert_eq!(payables.map(Account::of), [TrafficFines, ParkingFines, Tolls, Lawyers]);
    let courts: Vec<_> = Account::ALL.iter().filter(|account| account.is_owed_to_courts()).collect();
    assert_eq!(courts, [&TrafficFines, &ParkingFines, &Tolls]);
    let ours: Vec<_> = Account::ALL.iter().filter(|account| account.is_ours()).collect();
    assert_eq!(ours, [&ProviderFees, &ChargebackFees, &WrittenOff, &LegalFees, &Guarantees]);
}

/// Returns claims to a fee of which this amount, in cents, must still be sent to lawyers.
fn claims_of_lawyers(owed: i64) -> FeeClaims {
    FeeClaims::OfLawyers(LawyersMoney { owed: cents(owed), ..LawyersMoney::default() })
}

/// The balances before and after dividing the fee are credits, in cents. An expense is negative.
#[rstest]
#[case::the_case_lasts(&[(Lawyers, 7_500)], claims_of_lawyers(7_500), &[(Lawyers, 7_500)])]
#[case::ended_before_the_refund(
    &[(Lawyers, 7_500)], claims_of_lawyers(3_750), &[(Lawyers, 3_750), (ToReturn, 3_750)]
)]
#[case::refunded_in_full_although_a_part_was_earned(
    &[], claims_of_lawyers(3_750), &[(Lawyers, 3_750), (Guarantees, -3_750)]
)]
#[case::another_lawyer(
    &[(Lawyers, 7_500)], claims_of_lawyers(11_250), &[(Lawyers, 11_250), (Guarantees, -3_750)]
)]
#[case::the_lawyer_pays_the_guarantee(&[(Lawyers, 7_500)], claims_of_lawyers(0), &[(ToReturn, 7_500)])]
#[case::an_expense_is_taken_back(
    &[(Lawyers, 11_250), (Guarantees, -3_750)], claims_of_lawyers(7_500), &[(Lawyers, 7_500)]
)]
#[case::a_firm_earns_a_part(
    &[(Lawyers, 7_500)], FeeClaims::OfFirm { earned: cents(3_750), is_open: true },
    &[(Lawyers, 3_750), (LegalFees, 3_750)]
)]
#[case::a_firms_case_ended(
    &[(Lawyers, 3_750), (LegalFees, 3_750)], FeeClaims::OfFirm { earned: cents(3_750), is_open: false },
    &[(ToReturn, 3_750), (LegalFees, 3_750)]
)]
#[case::a_firm_refunded_everything(
    &[(LegalFees, 7_500), (ToReturn, -7_500)], FeeClaims::OfFirm { earned: cents(7_500), is_open: true }, &[]
)]
fn a_fee_is_divided_into_the_claims_of_lawyers_or_the_firm_and_the_drivers_refund(
    #[case] before: &[(Account, i64)],
    #[case] claims: FeeClaims,
    #[case] expected: &[(Account, i64)],
) {
    let held = held_money(before);
    let event = LedgerEvent::Allocated { held: &held, claims };
    let postings = event.postings();
    let after = |account: Account| -> i64 {
        let was: i64 =
            before.iter().filter(|(balance_of, _)| *balance_of == account).map(|(_, credit)| credit).sum();
        let posted = postings.iter().filter(|line| line.account == account);
        was - posted.map(|line| line.amount.cents()).sum::<i64>()
    };
    let credits: Vec<_> = Account::ALL.iter().map(|account| (*account, after(*account))).collect();
    let left: Vec<_> = credits.into_iter().filter(|(_, credit)| *credit != 0).collect();
    assert_eq!((event.kind(), left), (EntryKind::Allocated, expected.to_vec()));
}

#[test]
fn lawyer_fees_from_before_their_account_was_a_liability_count_as_revenue() {
    let line = line(Lawyers, -7_500);
    let new = BookFigures::default().with(EntryKind::Charge, line);
    assert_eq!((new.held_for_lawyers, new.ours), (cents(7_500), Money::ZERO));
    let old = new.with_old_revenue(line);
    assert_eq!((old.held_for_lawyers, old.ours), (Money::ZERO, cents(7_500)));
}

pub(super) type Posted = Vec<(EntryKind, Posting)>;

/// Posts an event: checks that its postings sum to zero, and adds them to `all` and `figures`.
pub(super) fn post(all: &mut Posted, figures: &mut BookFigures, event: &LedgerEvent<'_>) {
    let lines = event.postings();
    assert_eq!(lines.iter().map(|line| line.amount.cents()).sum::<i64>(), 0, "{event:?}");
    assert!(lines.iter().all(|line| line.amount != Money::ZERO));
    *figures = lines.iter().fold(*figures, |figures, line| figures.with(event.kind(), *line));
    all.extend(lines.into_iter().map(|line| (event.kind(), line)));
}

/// Each case moves one payment's money in several steps. `expected` has the balances after the last
/// step that aren't zero, without the accounts `Provider` and `Bank`.
#[rstest]
#[case::sent(&[Step::Sent(10_000)], &[])]
#[case::sent_and_refunded(&[Step::Sent(10_000), Step::Back(10_000)], &[(ToRecover, 10_000)])]
#[case::then_recovered(&[Step::Sent(10_000), Step::Back(10_000), Step::Recovered(10_000)], &[])]
#[case::then_written_off(&[Step::Sent(10_000), Step::Back(10_000), Step::GivenUp(10_000)], &[(WrittenOff, 10_000)])]
#[case::recovered_after_the_write_off(
    &[Step::Sent(10_000), Step::Back(10_000), Step::GivenUp(10_000), Step::Recovered(10_000)], &[]
)]
#[case::refund_failed_while_the_court_has_the_money(
    &[Step::Sent(10_000), Step::Back(10_000), Step::BackFailed(10_000)], &[]
)]
#[case::refund_failed_after_the_court_returned_the_money(
    &[Step::Sent(10_000), Step::Back(10_000), Step::Recovered(10_000), Step::BackFailed(10_000)],
    &[(TrafficFines, -10_000)]
)]
#[case::refund_failed_and_is_to_return(
    &[Step::Sent(10_000), Step::Back(10_000), Step::BackFailedToDriver(10_000)],
    &[(ToReturn, -10_000), (ToRecover, 10_000)]
)]
#[case::then_it_pays_again(
    &[Step::Sent(10_000), Step::Back(10_000), Step::BackFailedToDriver(10_000), Step::PaysAgain], &[]
)]
#[case::sent_after_it_was_refunded(&[Step::Back(10_000), Step::Sent(10_000)], &[(ToRecover, 10_000)])]
#[case::returned_while_it_is_paid(&[Step::Sent(10_000), Step::Recovered(10_000)], &[(TrafficFines, -10_000)])]
#[case::then_sent_again(&[Step::Sent(10_000), Step::Recovered(10_000), Step::Sent(10_000)], &[])]
#[case::partly_refunded_after_it_was_sent(&[Step::Sent(10_000), Step::Back(3_000)], &[(ToRecover, 3_000)])]
#[case::partly_refunded_before_it_was_sent(&[Step::Back(3_000), Step::Sent(10_000)], &[(ToRecover, 3_000)])]
fn the_books_track_money_sent_to_an_authority_and_the_amount_to_recover(
    #[case] steps: &[Step],
    #[case] expected: &[(Account, i64)],
) {
    let (mut all, mut figures) = (Vec::new(), BookFigures::default());
    let target = TrafficFines;
    post(
        &mut all,
        &mut figures,
        &LedgerEvent::Charged { received: cents(10_000), due: cents(10_000), target },
    );
    for step in steps {
        let held = HeldMoney::of(&all);
        post(&mut all, &mut figures, &step.event(&held, target));
    }
    let left: Vec<_> = Account::ALL
        .iter()
        .map(|account| {
            let lines = all.iter().filter(|(_, line)| line.account == *account);
            (*account, lines.map(|(_, line)| line.amount.cents()).sum::<i64>())
        })
        .filter(|(account, sum)| *sum != 0 && !matches!(account, Provider | Bank))
        .collect();
    assert_eq!(left, expected);
}

/// A movement of a payment's money. Amounts are in cents.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Money is sent to the authority.
    Sent(i64),
    /// The authority returns money.
    Recovered(i64),
    /// Money that the authority won't return is written off.
    GivenUp(i64),
    /// Lanewise refunds money to the driver.
    Back(i64),
    /// The driver's bank returns a refund, and the money pays the fine again.
    BackFailed(i64),
    /// The driver's bank returns a refund, and the money is owed to the driver.
    BackFailedToDriver(i64),
    /// The payment's money is moved to the fine's account.
    PaysAgain,
}

impl Step {
    fn event<'a>(self, held: &'a HeldMoney, target: Account) -> LedgerEvent<'a> {
        match self {
            Self::Sent(amount) => LedgerEvent::Remitted { amount: cents(amount), held },
            Self::Recovered(amount) => LedgerEvent::Recovered { amount: cents(amount), held, target },
            Self::GivenUp(amount) => LedgerEvent::WrittenOff(cents(amount)),
            Self::Back(amount) => LedgerEvent::Refunded { amount: cents(amount), held },
            Self::BackFailed(amount) => LedgerEvent::RefundFailed { amount: cents(amount), held, target },
            Self::BackFailedToDriver(amount) => {
                LedgerEvent::RefundFailed { amount: cents(amount), held, target: ToReturn }
            }
            Self::PaysAgain => LedgerEvent::Moved { held, target },
        }
    }
}

proptest! {
    #[test]
    fn ledger_entries_sum_to_zero_and_the_figures_match_the_balances_after_any_events(
        received in 50..100_000_i64,
        excess in 0..50_i64,
        target in prop::sample::select(vec![TrafficFines, ParkingFines, Tolls, Lawyers]),
        steps in prop::collection::vec((0..12_u8, 1..60_000_i64), 0..16),
    ) {
        let (mut all, mut figures) = (Vec::new(), BookFigures::default());
        post(&mut all, &mut figures, &LedgerEvent::Charged { received: cents(received), due: cents(received - excess), target });
        let is_sent = target != Lawyers;
        for (step, amount) in steps {
            let (holds, amount) = (HeldMoney::of(&all), cents(amount));
            let event = match step {
                0 => LedgerEvent::Refunded { amount, held: &holds },
                1 => LedgerEvent::RefundFailed { amount, held: &holds, target },
                2 => LedgerEvent::PaidOtherwise { amount, held: &holds },
                3 => LedgerEvent::Chargeback { amount: cents(-amount.cents()), fee: cents(1_500) },
                4 => LedgerEvent::Lost { amount, held: &holds },
                5 if is_sent => LedgerEvent::Remitted { amount, held: &holds },
                6 if is_sent => LedgerEvent::Recovered { amount, held: &holds, target },
                7 if is_sent => LedgerEvent::WrittenOff(amount.min(holds.to_recover()).max(Money::ZERO)),
                8 => LedgerEvent::Moved { held: &holds, target },
                9 if !is_sent => LedgerEvent::Allocated { held: &holds, claims: claims_of_lawyers(amount.cents()) },
                10 if !is_sent => {
                    let claims = FeeClaims::OfFirm { earned: amount, is_open: amount.cents() % 2 == 0 };
                    LedgerEvent::Allocated { held: &holds, claims }
                }
                _ => LedgerEvent::Moved { held: &holds, target: ToReturn },
            };
            post(&mut all, &mut figures, &event);
        }
        let balance = |is: fn(Account) -> bool| -> i64 {
            all.iter().filter(|(_, line)| is(line.account)).map(|(_, line)| line.amount.cents()).sum()
        };
        prop_assert_eq!(figures.owed_to_courts.cents(), -balance(Account::is_owed_to_courts));
        prop_assert_eq!(figures.to_recover.cents(), balance(|account| account == ToRecover));
        prop_assert_eq!(figures.ours.cents(), -balance(Account::is_ours));
        prop_assert_eq!(figures.held_for_lawyers.cents(), -balance(|account| account == Lawyers));
        let explained = [
            figures.charges, figures.refunds, figures.chargebacks, figures.chargeback_fees, figures.provider_fees,
            figures.remitted,
        ];
        let moved: i64 = explained.iter().map(|figure| figure.cents()).sum();
        prop_assert_eq!(moved, balance(|account| matches!(account, Provider | Bank)));
    }

    #[test]
    fn refunding_a_payment_in_any_two_parts_and_recovering_the_sent_money_leaves_nothing_owed(
        received in 50..100_000_i64, sent in 0..100_000_i64, part in 0..100_000_i64,
    ) {
        let (mut all, mut figures) = (Vec::new(), BookFigures::default());
        let target = TrafficFines;
        post(&mut all, &mut figures, &LedgerEvent::Charged { received: cents(received), due: cents(received), target });
        let holds = HeldMoney::of(&all);
        post(&mut all, &mut figures, &LedgerEvent::Remitted { amount: cents(sent.min(received)), held: &holds });
        for amount in [part.min(received), received - part.min(received)] {
            let holds = HeldMoney::of(&all);
            post(&mut all, &mut figures, &LedgerEvent::Refunded { amount: cents(amount), held: &holds });
        }
        let holds = HeldMoney::of(&all);
        prop_assert_eq!((holds.total(), holds.to_recover()), (Money::ZERO, cents(sent.min(received))));
        post(&mut all, &mut figures, &LedgerEvent::Recovered { amount: holds.to_recover(), held: &holds, target });
        prop_assert_eq!(HeldMoney::of(&all), HeldMoney::default());
        prop_assert_eq!((figures.owed_to_courts, figures.remitted), (Money::ZERO, Money::ZERO));
    }
}
