//! Tests of listing the sandbox's balance transactions. The server compares its books with this
//! list.

use chrono::DateTime;
use domain::payments::matching::MovementKind::{self, *};
use ports::payments::books::Movement;
use ports::payments::gateway::PaymentGateway;
use serde_json::json;

use crate::support::{assert_each_once, pay, pay_more_than_a_page, refund, request, start};

#[test]
fn each_balance_transaction_refers_to_its_intent_refund_dispute_or_payout() {
    let (sandbox, gateway) = start();
    let paid = |key: &str, card: &str| {
        let intent = gateway.create_intent(&request(key)).unwrap().id;
        assert_eq!(pay(&sandbox, &intent, card), 200);
        intent
    };
    let intent = paid("plain", "pm_card_visa");
    let back = gateway.create_refund(&refund(&intent, 2_000, "refund")).unwrap().id;
    let disputed = paid("disputed", "pm_card_createDispute");
    let (_, list) = sandbox.call("GET", "/v1/disputes", &[("payment_intent", &disputed)]);
    let dispute = list["data"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(sandbox.control("POST", "payouts", &json!({ "with_pending": true })).0, 200);
    let all = gateway.movements(DateTime::from_timestamp(1, 0).unwrap(), None).unwrap().movements;
    let found = |kind: MovementKind, subject: &str| -> Movement {
        let mut of = all.iter().filter(|one| one.kind == kind && one.subject == subject);
        of.next().unwrap_or_else(|| panic!("{kind} {subject}: {all:?}")).clone()
    };
    let fields = |one: &Movement| (one.amount.cents(), one.fee.cents(), one.intent_id.clone());
    assert_eq!(fields(&found(Charge, &intent)), (15_000, 465, Some(intent.clone())));
    assert_eq!(fields(&found(Refund, &back)), (-2_000, 0, Some(intent)));
    assert_eq!(fields(&found(Chargeback, &dispute)), (-15_000, 1_500, Some(disputed)));
    let payout = all.iter().find(|one| one.kind == Payout).unwrap();
    assert!(payout.subject.starts_with("po_") && payout.intent_id.is_none());
    let rest: i64 = all.iter().map(|one| one.amount.cents() - one.fee.cents()).sum();
    assert_eq!(rest, 0, "everything was paid out: {all:?}");
    assert!(all.iter().all(|one| one.currency == "usd"));
    let late = gateway.movements(DateTime::from_timestamp(9_999_999_999, 0).unwrap(), None).unwrap();
    assert_eq!((late.movements, late.has_more), (vec![], false));
}

#[test]
fn the_next_page_starts_after_the_last_balance_transaction() {
    let (sandbox, gateway) = start();
    pay_more_than_a_page(&sandbox, "pm_card_visa");
    let since = DateTime::from_timestamp(1, 0).unwrap();
    let first = gateway.movements(since, None).unwrap();
    assert!(first.has_more && first.movements.len() == 100, "{}", first.movements.len());
    let last = first.movements.last().unwrap().id.clone();
    let second = gateway.movements(since, Some(&last)).unwrap();
    assert!(!second.has_more);
    assert_each_once(first.movements.into_iter().chain(second.movements).map(|one| one.id));
}
