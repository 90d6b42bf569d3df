//! The ledger: what each event posts, written out a second time; every entry sums to zero.

use domain::payments::books::Figures;
use domain::payments::ledger::Account::{self, *};
use domain::payments::ledger::{EntryKind, Event, Held, Posting};
use domain::shared::ids::{ParkingId, TicketId, TollId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use proptest::prelude::*;
use rstest::rstest;

fn cents(amount: i64) -> Money {
    Money::from_cents(amount)
}

fn line(account: Account, amount: i64) -> Posting {
    Posting { account, amount: cents(amount) }
}

fn held(lines: &[(Account, i64)]) -> Held {
    let lines: Vec<Posting> = lines.iter().map(|(account, amount)| line(*account, -amount)).collect();
    Held::of(&lines)
}

fn check(event: &Event<'_>, kind: EntryKind, lines: &[(Account, i64)]) {
    let expected: Vec<Posting> = lines.iter().map(|(account, amount)| line(*account, *amount)).collect();
    assert_eq!((event.kind(), event.postings()), (kind, expected));
}

#[rstest]
#[case::for_a_fine(10_000, 10_000, TrafficFines, &[(Provider, 10_000), (TrafficFines, -10_000)])]
#[case::for_a_hire(5_000, 5_000, Lawyers, &[(Provider, 5_000), (Lawyers, -5_000)])]
#[case::too_much(12_000, 10_000, Tolls, &[(Provider, 12_000), (Tolls, -10_000), (ToReturn, -2_000)])]
#[case::goes_straight_back(10_000, 10_000, ToReturn, &[(Provider, 10_000), (ToReturn, -10_000)])]
#[case::less_than_due_is_all_there_is(9_000, 10_000, ParkingFines, &[(Provider, 9_000), (ParkingFines, -9_000)])]
fn a_charge(
    #[case] received: i64,
    #[case] due: i64,
    #[case] home: Account,
    #[case] lines: &[(Account, i64)],
) {
    let event = Event::Charged { received: cents(received), due: cents(due), home };
    check(&event, EntryKind::Charge, lines);
}

#[rstest]
#[case::of_a_fine(2_000, &[(TrafficFines, 10_000)], &[(Provider, -2_000), (TrafficFines, 2_000)])]
#[case::what_is_the_driver_s_goes_first(
    2_500, &[(TrafficFines, 10_000), (ToReturn, 2_000)],
    &[(Provider, -2_500), (TrafficFines, 500), (ToReturn, 2_000)]
)]
#[case::more_than_is_held_is_owed_by_the_driver(
    12_000, &[(Lawyers, 10_000)], &[(Provider, -12_000), (Lawyers, 10_000), (ToReturn, 2_000)]
)]
#[case::of_what_holds_nothing(1_000, &[], &[(Provider, -1_000), (ToReturn, 1_000)])]
fn a_refund(#[case] amount: i64, #[case] holds: &[(Account, i64)], #[case] lines: &[(Account, i64)]) {
    let holds = held(holds);
    check(&Event::Refunded { amount: cents(amount), held: &holds }, EntryKind::Refund, lines);
    let elsewhere: Vec<_> =
        lines.iter().map(|(of, sum)| (if *of == Provider { Bank } else { *of }, *sum)).collect();
    check(
        &Event::PaidOtherwise { amount: cents(amount), held: &holds },
        EntryKind::PaidOtherwise,
        &elsewhere,
    );
}

#[test]
fn what_a_bank_takes_keeps_and_gives_again() {
    let taken = Event::Chargeback { amount: cents(-10_000), fee: cents(1_500) };
    let lines = [(Provider, -11_500), (WithBanks, 10_000), (ChargebackFees, 1_500)];
    check(&taken, EntryKind::Chargeback, &lines);
    let given = Event::Chargeback { amount: cents(10_000), fee: cents(-1_500) };
    let lines = [(Provider, 11_500), (WithBanks, -10_000), (ChargebackFees, -1_500)];
    check(&given, EntryKind::Chargeback, &lines);
    let holds = held(&[(TrafficFines, 10_000)]);
    let lost = Event::Lost { amount: cents(10_000), held: &holds };
    check(&lost, EntryKind::Lost, &[(WithBanks, -10_000), (TrafficFines, 10_000)]);
    let again = Event::Regained { amount: cents(10_000), home: TrafficFines };
    check(&again, EntryKind::Regained, &[(WithBanks, 10_000), (TrafficFines, -10_000)]);
}

#[test]
fn what_else_moves() {
    let failed = Event::RefundFailed { amount: cents(2_000), home: ToReturn };
    check(&failed, EntryKind::RefundFailed, &[(Provider, 2_000), (ToReturn, -2_000)]);
    check(&Event::ProviderFee(cents(320)), EntryKind::ProviderFee, &[(Provider, -320), (ProviderFees, 320)]);
    check(&Event::Payout(cents(-9_000)), EntryKind::Payout, &[(Provider, -9_000), (Bank, 9_000)]);
    check(&Event::Payout(cents(9_000)), EntryKind::Payout, &[(Provider, 9_000), (Bank, -9_000)]);
    check(&Event::InQuestion(cents(100)), EntryKind::InQuestion, &[(Provider, 100), (InQuestion, -100)]);
    let holds = held(&[(TrafficFines, 3_000), (ToReturn, 500)]);
    let moved = Event::Moved { held: &holds, home: ToReturn };
    check(&moved, EntryKind::Moved, &[(TrafficFines, 3_000), (ToReturn, -3_000)]);
    assert_eq!(
        (holds.total(), holds.in_account(ToReturn), holds.in_account(Bank)),
        (cents(3_500), cents(500), cents(0))
    );
    check(&Event::ProviderFee(Money::ZERO), EntryKind::ProviderFee, &[]);
    check(&Event::Moved { held: &Held::default(), home: ToReturn }, EntryKind::Moved, &[]);
}

#[test]
fn each_payable_has_an_account_and_courts_are_apart_from_what_is_ours() {
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
    assert_eq!(ours, [&Lawyers, &ProviderFees, &ChargebackFees]);
}

/// Posts an event and gives its lines.
fn post(all: &mut Vec<Posting>, figures: &mut Figures, event: &Event<'_>) {
    let lines = event.postings();
    assert_eq!(lines.iter().map(|line| line.amount.cents()).sum::<i64>(), 0, "{event:?}");
    assert!(lines.iter().all(|line| line.amount != Money::ZERO));
    *figures = lines.iter().fold(*figures, |figures, line| figures.with(event.kind(), *line));
    all.extend(lines);
}

proptest! {
    #[test]
    fn whatever_happens_to_a_payment_every_entry_sums_to_zero(
        received in 50..100_000_i64,
        excess in 0..50_i64,
        home in prop::sample::select(vec![TrafficFines, ParkingFines, Tolls, Lawyers]),
        steps in prop::collection::vec((0..6_u8, 1..60_000_i64), 0..12),
    ) {
        let (mut all, mut figures) = (Vec::new(), Figures::default());
        post(&mut all, &mut figures, &Event::Charged { received: cents(received), due: cents(received - excess), home });
        for (step, amount) in steps {
            let (holds, amount) = (Held::of(&all), cents(amount));
            let event = match step {
                0 => Event::Refunded { amount, held: &holds },
                1 => Event::RefundFailed { amount, home },
                2 => Event::PaidOtherwise { amount, held: &holds },
                3 => Event::Chargeback { amount: cents(-amount.cents()), fee: cents(1_500) },
                4 => Event::Lost { amount, held: &holds },
                _ => Event::Moved { held: &holds, home: ToReturn },
            };
            post(&mut all, &mut figures, &event);
        }
        // All that is held goes back: nothing is owed to anybody.
        let holds = Held::of(&all);
        post(&mut all, &mut figures, &Event::Refunded { amount: holds.total(), held: &holds });
        let after = Held::of(&all);
        prop_assert_eq!(after.total(), Money::ZERO);
        let balance = |is: fn(Account) -> bool| -> i64 {
            all.iter().filter(|line| is(line.account)).map(|line| line.amount.cents()).sum()
        };
        prop_assert_eq!(figures.owed_to_courts.cents(), -balance(Account::is_owed_to_courts));
        prop_assert_eq!(figures.ours.cents(), -balance(Account::is_ours));
        let explained = [
            figures.charges, figures.refunds, figures.chargebacks, figures.chargeback_fees, figures.provider_fees,
        ];
        let moved: i64 = explained.iter().map(|figure| figure.cents()).sum();
        prop_assert_eq!(moved, balance(|account| matches!(account, Provider | Bank)));
    }

    #[test]
    fn charge_and_full_refund_leave_nothing_owed(received in 50..100_000_i64, part in 0..100_000_i64) {
        let (mut all, mut figures) = (Vec::new(), Figures::default());
        let home = TrafficFines;
        post(&mut all, &mut figures, &Event::Charged { received: cents(received), due: cents(received), home });
        for amount in [part.min(received), received - part.min(received)] {
            let holds = Held::of(&all);
            post(&mut all, &mut figures, &Event::Refunded { amount: cents(amount), held: &holds });
        }
        prop_assert_eq!(Held::of(&all), Held::default());
        prop_assert_eq!(figures.owed_to_courts, Money::ZERO);
    }
}
