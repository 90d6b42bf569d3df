//! Tests of the allowed changes of a refund's status, with the tests' own copy of the table, and of the amount left
//! to refund.

use chrono::DateTime;
use domain::payments::payment::{Payment, PaymentStatus};
use domain::payments::refund::RefundStatus::{self, *};
use domain::payments::refund::{Refund, RefundProgress, RefundReason};
use domain::shared::ids::{PaymentId, RefundId, TicketId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use proptest::prelude::*;
use rstest::rstest;

#[rstest]
#[case(Due, &[Pending, Succeeded, Refused, Failed, CalledOff])]
#[case(Pending, &[Succeeded, Failed])]
#[case::a_bank_may_return_it(Succeeded, &[Failed])]
#[case(Refused, &[Due, Pending, Succeeded, Failed, PaidOtherwise, CalledOff])]
#[case::never_retried_automatically(Failed, &[PaidOtherwise, CalledOff])]
#[case(PaidOtherwise, &[])]
#[case(CalledOff, &[])]
fn a_refunds_status_changes_only_as_allowed(#[case] from: RefundStatus, #[case] expected: &[RefundStatus]) {
    let legal: Vec<_> = RefundStatus::ALL.iter().filter(|to| from.can_become(**to)).copied().collect();
    assert_eq!(legal, expected);
}

#[rstest]
#[case(Due, Some(RefundProgress::Pending))]
#[case(Pending, Some(RefundProgress::Pending))]
#[case(Succeeded, Some(RefundProgress::Refunded))]
#[case(PaidOtherwise, Some(RefundProgress::Refunded))]
#[case(Refused, Some(RefundProgress::Failed))]
#[case(Failed, Some(RefundProgress::Failed))]
#[case(CalledOff, None)]
fn the_refund_status_determines_the_progress_that_the_driver_sees(
    #[case] status: RefundStatus,
    #[case] expected: Option<RefundProgress>,
) {
    assert_eq!(RefundProgress::of(status), expected);
}

fn payment(received: i64) -> Payment {
    Payment {
        id: PaymentId(1),
        user_id: UserId(2),
        payable: Payable::Ticket(TicketId(3)),
        amount: Money::from_cents(received),
        status: PaymentStatus::Settled,
        idempotency_key: "key".to_owned(),
        confirmation_number: "CONF-23456789AB".to_owned(),
        provider_intent_id: Some("pi_1".to_owned()),
        client_secret: None,
        amount_received: Some(Money::from_cents(received)),
        refunded: Money::ZERO,
        created_at: DateTime::UNIX_EPOCH,
        updated_at: DateTime::UNIX_EPOCH,
        charged_at: None,
        settled_at: None,
        card: None,
    }
}

fn refund(amount: i64, status: RefundStatus) -> Refund {
    Refund {
        id: RefundId(1),
        payment_id: PaymentId(1),
        amount: Money::from_cents(amount),
        reason: RefundReason::ByStaff,
        note: None,
        requested_by: None,
        status,
        idempotency_key: "key".to_owned(),
        requested_at: None,
        provider_refund_id: None,
        provider_words: None,
        completed_at: None,
        created_at: DateTime::UNIX_EPOCH,
        updated_at: DateTime::UNIX_EPOCH,
        guarantee_payer: None,
    }
}

#[rstest]
#[case::nothing_refunded(&[], 10_000)]
#[case::a_due_refund_is_claimed(&[(2_000, Due)], 8_000)]
#[case::several(&[(2_000, Succeeded), (3_000, Pending), (500, Refused)], 4_500)]
#[case::a_returned_refund_is_available_again(&[(2_000, Failed)], 10_000)]
#[case::paid_by_check(&[(2_000, PaidOtherwise)], 8_000)]
#[case::canceled(&[(2_000, CalledOff)], 10_000)]
#[case::never_less_than_nothing(&[(10_000, Succeeded), (1, Due)], 0)]
fn open_and_finished_refunds_reduce_the_amount_left_to_refund(
    #[case] refunds: &[(i64, RefundStatus)],
    #[case] expected: i64,
) {
    let refunds: Vec<Refund> = refunds.iter().map(|(amount, status)| refund(*amount, *status)).collect();
    assert_eq!(payment(10_000).left_to_refund(&refunds, &[]), Money::from_cents(expected));
}

#[test]
fn every_refund_reason_has_a_sentence_for_the_driver() {
    for reason in RefundReason::ALL {
        assert!(reason.sentence().ends_with('.'), "{reason}");
    }
}

proptest! {
    /// Generates refunds, each at most the amount left to refund.
    #[test]
    fn refunds_never_exceed_the_amount_received(
        received in 1..1_000_000_i64,
        requests in proptest::collection::vec((1..1_000_000_i64, proptest::sample::select(RefundStatus::ALL)), 0..12),
    ) {
        let payment = payment(received);
        let mut refunds: Vec<Refund> = vec![];
        for (amount, status) in requests {
            let refundable = payment.left_to_refund(&refunds, &[]).cents();
            if amount <= refundable {
                refunds.push(refund(amount, status));
            }
        }
        let back: i64 = refunds.iter().filter(|refund| refund.status.is_claimed()).map(|refund| refund.amount.cents()).sum();
        prop_assert!(back <= received);
    }
}
