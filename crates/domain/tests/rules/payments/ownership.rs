use domain::payments::ownership::{IntentIdentity, Labels, Mismatch};
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
        charged_at: None,
        settled_at: None,
        card: None,
    }
}

fn labels() -> Labels {
    Labels {
        installation: Some(HERE.to_owned()),
        payment_id: Some(PaymentId(7)),
        confirmation_number: Some("CONF-AAAAAAAAAA".to_owned()),
        user_id: Some(UserId(2)),
        item: Some(Payable::Ticket(TicketId(1))),
    }
}

fn check_ownership(payment: &Payment, labels: &Labels, currency: &str, cents: i64) -> Result<(), Mismatch> {
    IntentIdentity { intent_id: "pi_1", labels, currency, amount: Money::from_cents(cents) }
        .must_match_payment(payment, HERE)
}

#[rstest]
#[case(labels(), "usd", 50_000, Ok(()))]
#[case(Labels { installation: Some("there".to_owned()), ..labels() }, "usd", 50_000, Err(Mismatch::Installation))]
#[case(Labels { confirmation_number: Some("CONF-B".to_owned()), ..labels() }, "usd", 50_000, Err(Mismatch::ConfirmationNumber))]
#[case(Labels { user_id: Some(UserId(3)), ..labels() }, "usd", 50_000, Err(Mismatch::User))]
#[case(labels(), "eur", 50_000, Err(Mismatch::Currency))]
#[case(labels(), "usd", 100, Err(Mismatch::Amount))]
fn the_labels_currency_and_amount_of_an_intent_must_match_its_payment(
    #[case] labels: Labels,
    #[case] currency: &str,
    #[case] cents: i64,
    #[case] expected: Result<(), Mismatch>,
) {
    for stored in [None, Some("pi_1")] {
        assert_eq!(check_ownership(&payment(stored), &labels, currency, cents), expected, "{stored:?}");
    }
}

#[rstest]
#[case(Labels { installation: None, ..labels() }, Mismatch::Installation)]
#[case(Labels { confirmation_number: None, ..labels() }, Mismatch::ConfirmationNumber)]
#[case(Labels { user_id: None, ..labels() }, Mismatch::User)]
fn an_intent_without_an_installation_confirmation_number_or_driver_matches_no_payment(
    #[case] labels: Labels,
    #[case] mismatch: Mismatch,
) {
    for stored in [None, Some("pi_1")] {
        assert_eq!(check_ownership(&payment(stored), &labels, "usd", 50_000), Err(mismatch), "{stored:?}");
    }
}

#[test]
fn an_intent_does_not_match_a_payment_with_another_intent() {
    assert_eq!(check_ownership(&payment(Some("pi_2")), &labels(), "usd", 50_000), Err(Mismatch::Payment));
}

/// After a backup was restored, payment ids can be used again. A payment that staff rebuilt may therefore have
/// an id that differs from the payment id in its intent's label.
#[test]
fn the_intent_of_a_rebuilt_payment_may_be_labeled_with_another_payment_id() {
    for payment_id in [Some(PaymentId(8)), None] {
        let reused = Labels { payment_id, ..labels() };
        assert_eq!(check_ownership(&payment(Some("pi_1")), &reused, "usd", 50_000), Ok(()));
        assert_eq!(check_ownership(&payment(None), &reused, "usd", 50_000), Err(Mismatch::Payment));
    }
}

#[rstest]
#[case::in_full(labels(), "usd", true)]
#[case::of_an_older_intent(Labels { item: None, ..labels() }, "usd", true)]
#[case::without_a_payment_id(Labels { payment_id: None, ..labels() }, "usd", true)]
#[case::of_another_installation(Labels { installation: Some("there".to_owned()), ..labels() }, "usd", false)]
#[case::without_an_installation(Labels { installation: None, ..labels() }, "usd", false)]
#[case::without_a_number(Labels { confirmation_number: None, ..labels() }, "usd", false)]
#[case::with_a_malformed_number(Labels { confirmation_number: Some("CONF-X".to_owned()), ..labels() }, "usd", false)]
#[case::without_a_driver(Labels { user_id: None, ..labels() }, "usd", false)]
#[case::in_another_currency(labels(), "eur", false)]
fn an_intents_labels_describe_a_payment_only_with_this_installation_a_number_and_a_driver(
    #[case] labels: Labels,
    #[case] currency: &str,
    #[case] expected: bool,
) {
    let claim =
        IntentIdentity { intent_id: "pi_1", labels: &labels, currency, amount: Money::from_cents(50_000) };
    let described = claim.labeled_payment(HERE);
    assert_eq!(described.is_some(), expected);
    if let Some(payment) = described {
        assert_eq!((payment.user_id, payment.item), (UserId(2), labels.item));
        assert_eq!(payment.confirmation_number.as_str(), "CONF-AAAAAAAAAA");
    }
}
