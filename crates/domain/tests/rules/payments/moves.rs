//! Allowed status changes of payments, checked against a second copy of the table.

use domain::payments::payment::PaymentStatus::{self, *};
use rstest::rstest;

#[rstest]
#[case(Creating, &[TimedOut, Open, Cancelled, Settled, RefundDue])]
#[case(TimedOut, &[Open, Cancelled, Settled, RefundDue])]
#[case(Open, &[Cancelled, Settled, RefundDue])]
#[case::money_may_still_come_in(Cancelled, &[Settled, RefundDue])]
#[case(Settled, &[Refunded, ChargedBack])]
#[case(RefundDue, &[Refunded, ChargedBack])]
#[case::the_bank_may_send_it_back(Refunded, &[Settled, RefundDue, ChargedBack])]
#[case::the_bank_may_decide_once_more(ChargedBack, &[Settled, RefundDue, Refunded])]
fn moves_from(#[case] from: PaymentStatus, #[case] to: &[PaymentStatus]) {
    let legal: Vec<_> = PaymentStatus::ALL.iter().filter(|to| from.can_become(**to)).copied().collect();
    assert_eq!(legal, to);
    assert_eq!(from.is_final(), to.is_empty());
}

/// After money was received, a payment never returns to a status from before.
#[test]
fn money_that_came_in_is_never_forgotten() {
    let before = [Creating, TimedOut, Open, Cancelled];
    for (from, to) in PaymentStatus::MOVES {
        assert!(before.contains(from) || !before.contains(to), "{from} to {to}");
    }
}

/// From every status, a payment can reach the refund of its money.
#[test]
fn every_payment_can_end() {
    let mut ends = vec![Refunded];
    for _ in PaymentStatus::ALL {
        ends.extend(
            PaymentStatus::MOVES
                .iter()
                .filter(|(_, to)| ends.contains(to))
                .map(|(from, _)| *from)
                .collect::<Vec<_>>(),
        );
    }
    assert!(PaymentStatus::ALL.iter().all(|status| ends.contains(status)));
}
