use domain::payments::ownership::{Claim, Labels, Mismatch};
use domain::payments::payment::{Payment, PaymentStatus};
use domain::shared::ids::{PaymentId, TicketId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use rstest::rstest;

use crate::build::time;

const HERE: &str = "here";

fn payment(stored_intent: Option<&str>) -> Payment {
    Payment {
        id: PaymentId(7),
        user_id: UserId(2),
        payable: Payable::Ticket(TicketId(1)),
        amount: Money::from_cents(50_000),
        status: PaymentStatus::Open,
        idempotency_key: "key".to_owned(),
        confirmation_number: "CONF-AAAAAAAAAA".to_owned(),
        provider_intent_id: stored_intent.map(str::to_owned),
        client_secret: None,
        refunded: Money::ZERO,
        amount_received: None,
        created_at: time("2026-11-01T12:00:00Z"),
        updated_at: time("2026-11-01T12:00:00Z"),
        settled_at: None,
    }
}

fn labels() -> Labels {
    Labels {
        installation: Some(HERE.to_owned()),
        payment_id: Some(PaymentId(7)),
        confirmation_number: Some("CONF-AAAAAAAAAA".to_owned()),
        user_id: Some(UserId(2)),
    }
}

fn judged(payment: &Payment, labels: &Labels, currency: &str, cents: i64) -> Result<(), Mismatch> {
    Claim { intent_id: "pi_1", labels, currency, amount: Money::from_cents(cents) }.must_be_of(payment, HERE)
}

#[rstest]
#[case(labels(), "usd", 50_000, Ok(()))]
#[case(Labels { payment_id: Some(PaymentId(8)), ..labels() }, "usd", 50_000, Err(Mismatch::Payment))]
#[case(Labels { installation: Some("there".to_owned()), ..labels() }, "usd", 50_000, Err(Mismatch::Installation))]
#[case(Labels { confirmation_number: Some("CONF-B".to_owned()), ..labels() }, "usd", 50_000, Err(Mismatch::ConfirmationNumber))]
#[case(Labels { user_id: Some(UserId(3)), ..labels() }, "usd", 50_000, Err(Mismatch::User))]
#[case(labels(), "eur", 50_000, Err(Mismatch::Currency))]
#[case(labels(), "usd", 100, Err(Mismatch::Amount))]
fn all_that_an_intent_says_must_agree(
    #[case] labels: Labels,
    #[case] currency: &str,
    #[case] cents: i64,
    #[case] expected: Result<(), Mismatch>,
) {
    for stored in [None, Some("pi_1")] {
        assert_eq!(judged(&payment(stored), &labels, currency, cents), expected, "{stored:?}");
    }
}

/// Each missing label alone is enough, unless the intent's id was stored with the payment.
#[test]
fn a_label_may_be_missing_only_from_an_intent_that_we_hold() {
    let without = [
        (Labels { payment_id: None, ..labels() }, Mismatch::Payment),
        (Labels { installation: None, ..labels() }, Mismatch::Installation),
        (Labels { confirmation_number: None, ..labels() }, Mismatch::ConfirmationNumber),
        (Labels { user_id: None, ..labels() }, Mismatch::User),
        (Labels::default(), Mismatch::Payment),
    ];
    for (labels, mismatch) in without {
        assert_eq!(judged(&payment(None), &labels, "usd", 50_000), Err(mismatch));
        assert_eq!(judged(&payment(Some("pi_1")), &labels, "usd", 50_000), Ok(()));
    }
}

#[test]
fn a_payment_with_another_intent_is_not_meant() {
    assert_eq!(judged(&payment(Some("pi_2")), &labels(), "usd", 50_000), Err(Mismatch::Payment));
}
