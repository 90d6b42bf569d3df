//! Tests of the effect of a payment on the standing of its item.

use domain::driving_record::standing::StandingFacts;
use domain::payments::chargeback::ChargebackStatus::{self, NeedsResponse, UnderReview};
use domain::payments::item_payment::ItemPayment;
use domain::payments::payment::PaymentStatus::{self, Cancelled, Open, RefundDue, Settled};
use domain::payments::refund::RefundStatus::{self, CalledOff, Due, Failed, Pending, Refused, Succeeded};
use domain::shared::money::Money;
use domain::shared::payable::PayableKind::{self, Lawyer, Parking};
use rstest::rstest;

/// Returns a payment of $100 for a parking ticket.
fn payment(status: PaymentStatus) -> ItemPayment {
    ItemPayment {
        kind: Parking,
        status,
        is_processing: false,
        received: Money::from_cents(10_000),
        refunded: Money::default(),
        refunds: vec![],
        chargebacks: vec![],
    }
}

fn facts(payment: &ItemPayment) -> StandingFacts {
    let mut facts = StandingFacts::default();
    payment.add_to(&mut facts);
    facts
}

#[rstest]
#[case(Settled, 0, &[(Due, 10_000)], true)]
#[case(Settled, 0, &[(Pending, 10_000)], true)]
#[case(Settled, 0, &[(Refused, 10_000)], true)]
#[case(Settled, 0, &[(Due, 6_000), (Pending, 4_000)], true)]
#[case(Settled, 4_000, &[(Succeeded, 4_000), (Due, 6_000)], true)]
#[case(Settled, 0, &[(Due, 9_999)], false)]
#[case(Settled, 0, &[(CalledOff, 10_000)], false)]
#[case(Settled, 0, &[(Failed, 10_000)], false)]
#[case(Settled, 10_000, &[(Succeeded, 10_000)], false)]
#[case(Settled, 0, &[], false)]
// Another payment paid the item, so Lanewise refunds this payment.
#[case(RefundDue, 0, &[(Due, 10_000)], false)]
fn an_item_is_being_refunded_only_while_open_refunds_cover_the_rest_of_its_payment(
    #[case] status: PaymentStatus,
    #[case] refunded: i64,
    #[case] refunds: &[(RefundStatus, i64)],
    #[case] expected: bool,
) {
    let refunds = refunds.iter().map(|(status, cents)| (*status, Money::from_cents(*cents))).collect();
    let payment = ItemPayment { refunded: Money::from_cents(refunded), refunds, ..payment(status) };
    assert_eq!(facts(&payment), StandingFacts { is_refunding: expected, ..StandingFacts::default() });
}

#[rstest]
#[case(Parking, Open, (true, false))]
#[case(Lawyer, Open, (false, true))]
#[case(Parking, Settled, (false, false))]
#[case(Lawyer, Cancelled, (false, false))]
fn only_an_unfinished_payment_counts_as_being_processed_by_the_bank(
    #[case] kind: PayableKind,
    #[case] status: PaymentStatus,
    #[case] expected: (bool, bool),
) {
    let facts = facts(&ItemPayment { kind, is_processing: true, ..payment(status) });
    assert_eq!((facts.is_processing, facts.is_hire_processing), expected);
}

#[test]
fn a_chargeback_is_open_while_the_bank_has_the_money_and_has_not_decided() {
    for status in ChargebackStatus::ALL {
        let open = matches!(status, NeedsResponse | UnderReview);
        let facts = facts(&ItemPayment { chargebacks: vec![*status], ..payment(Settled) });
        assert_eq!(facts, StandingFacts { is_chargeback_open: open, ..StandingFacts::default() });
    }
}

#[test]
fn refunds_and_chargebacks_of_a_payment_for_a_lawyer_change_nothing_about_the_ticket() {
    let refunds = vec![(Due, Money::from_cents(10_000))];
    let payment = ItemPayment { kind: Lawyer, refunds, chargebacks: vec![NeedsResponse], ..payment(Settled) };
    assert_eq!(facts(&payment), StandingFacts::default());
}
