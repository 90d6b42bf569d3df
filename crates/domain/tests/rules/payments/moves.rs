//! Tests of the allowed changes of a payment's status, with the tests' own copy of the table.

use domain::payments::payment::PaymentEvent::{self, *};
use domain::payments::payment::PaymentStatus::{self, *};
use rstest::rstest;

#[rstest]
#[case(NoResponse, &[(Creating, TimedOut)])]
#[case(IntentCreated, &[(Creating, Open), (TimedOut, Open)])]
#[case(IntentCanceled, &[(Creating, Cancelled), (TimedOut, Cancelled), (Open, Cancelled)])]
#[case(MoneyReceived, &[
    (Creating, Settled), (Creating, RefundDue), (TimedOut, Settled), (TimedOut, RefundDue),
    (Open, Settled), (Open, RefundDue), (Cancelled, Settled), (Cancelled, RefundDue),
])]
#[case(RefundCompleted, &[(Settled, Refunded), (RefundDue, Refunded), (ChargedBack, Refunded)])]
#[case(RefundReturned, &[(Refunded, Settled), (Refunded, RefundDue), (Refunded, ChargedBack)])]
#[case(ChargebackLost, &[(Settled, ChargedBack), (RefundDue, ChargedBack)])]
#[case(ChargebackReversed, &[(ChargedBack, Settled), (ChargedBack, RefundDue)])]
fn an_event_changes_a_payments_status_only_as_allowed(
    #[case] event: PaymentEvent,
    #[case] allowed: &[(PaymentStatus, PaymentStatus)],
) {
    for from in PaymentStatus::ALL {
        for to in PaymentStatus::ALL {
            let changed = from.change_to(event, *to).ok();
            assert_eq!(changed, allowed.contains(&(*from, *to)).then_some(*to), "{event:?}: {from} to {to}");
        }
    }
}

#[rstest]
#[case(Creating, &[TimedOut, Open, Cancelled, Settled, RefundDue])]
#[case(TimedOut, &[Open, Cancelled, Settled, RefundDue])]
#[case(Open, &[Cancelled, Settled, RefundDue])]
#[case::money_may_still_come_in(Cancelled, &[Settled, RefundDue])]
#[case(Settled, &[Refunded, ChargedBack])]
#[case(RefundDue, &[Refunded, ChargedBack])]
#[case::a_bank_may_return_the_refund(Refunded, &[Settled, RefundDue, ChargedBack])]
#[case::a_bank_may_reverse_its_decision(ChargedBack, &[Settled, RefundDue, Refunded])]
fn a_payments_status_changes_only_as_allowed(
    #[case] from: PaymentStatus,
    #[case] expected: &[PaymentStatus],
) {
    let legal: Vec<_> = PaymentStatus::ALL.iter().filter(|to| from.can_become(**to)).copied().collect();
    assert_eq!(legal, expected);
    assert_eq!(from.is_final(), expected.is_empty());
}

#[test]
fn a_payment_that_received_money_never_returns_to_an_unpaid_status() {
    let before = [Creating, TimedOut, Open, Cancelled];
    for (from, _, to) in PaymentStatus::MOVES {
        assert!(before.contains(from) || !before.contains(to), "{from} to {to}");
    }
}

#[test]
fn every_payment_status_can_lead_to_the_status_refunded() {
    let mut ends = vec![Refunded];
    for _ in PaymentStatus::ALL {
        ends.extend(
            PaymentStatus::MOVES
                .iter()
                .filter(|(.., to)| ends.contains(to))
                .map(|(from, ..)| *from)
                .collect::<Vec<_>>(),
        );
    }
    assert!(PaymentStatus::ALL.iter().all(|status| ends.contains(status)));
}
