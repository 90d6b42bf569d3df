//! Payments over HTTP with a real PostgreSQL and the payment sandbox (docs/product/payments.md).

use crate::payments::driver::{Driver, GOOD};
use crate::support::{Answer, eventually};
use application::payments::reconciliation::reconcile::reconcile;
use chrono::DateTime;
use serde_json::json;

const DECLINED: &str = "pm_card_visa_chargeDeclined";
const NEEDS_3DS: &str = "pm_card_threeDSecure2Required";

#[test]
fn paying_each_kind_of_item_records_one_transaction() {
    let driver = Driver::new();
    let items = [
        ("ticket", driver.app.ticket(driver.id, "$1,150.50"), "1150.50", "traffic_ticket"),
        ("parking", driver.app.parking(driver.id, "45"), "45", "parking"),
        ("toll", driver.app.toll(driver.id, "$6.42"), "6.42", "toll"),
    ];
    for (kind, id, amount, payment_type) in items {
        let intent = driver.intent(kind, id, amount);
        driver.pay(&intent);
        let answer = driver.confirm(&intent);
        assert_eq!(answer.status, 201, "{}", answer.text);
        let record = &answer.json;
        assert_eq!((&record["paymentType"], &record["itemId"]), (&json!(payment_type), &json!(id)));
        assert_eq!((&record["processingFee"], &record["ourFee"]), (&json!("2.99"), &json!("2.99")));
        assert_eq!(record["status"], json!("Completed"));
        let number = record["confirmationNumber"].as_str().unwrap();
        assert!(number.starts_with("CONF-") && number.len() == 15, "{number}");
        assert_eq!(driver.confirm(&intent).json, answer.json, "repeating the call returns the same record");
    }
    assert_eq!(driver.transactions(), 3);
    assert_eq!(driver.charged(), 115_050 + 4500 + 642);
    let parking = driver.app.get(&format!("/api/parking/{}", driver.id), &driver.token);
    assert_eq!((&parking.json[0]["status"], &parking.json[0]["isPaid"]), (&json!("Paid"), &json!(true)));
}

/// The card is charged on New Year's Eve in New York. The driver opens the confirmation page two days later.
#[test]
fn a_payment_is_dated_by_its_charge_and_keeps_its_recording_time() {
    let driver = Driver::new();
    let ticket = driver.app.ticket(driver.id, "$150");
    let intent = driver.intent("ticket", ticket, "150");
    driver.pay(&intent);
    let charged = DateTime::parse_from_rfc3339("2026-01-01T04:40:00Z").unwrap();
    let dated = json!({"payment_intent": intent, "created": charged.timestamp()});
    assert_eq!(driver.app.sandbox.control("POST", "charges/date", &dated).0, 200);
    let record = driver.confirm(&intent).json;
    assert_eq!(record["createdAt"], "2026-01-01T04:40:00Z", "{record}");
    assert!(record["recordedAt"].as_str().unwrap() > "2026-01-01T04:40:00Z", "{record}");
    let history = driver.app.get(&format!("/api/payment-history/{}", driver.id), &driver.token);
    assert_eq!(history.json[0]["paidAt"], "2026-01-01T04:40:00Z");
    let staff = driver.app.log_in(driver.app.admin());
    let books = driver.app.get("/api/admin/books", &staff).json;
    assert_eq!(books["months"][0]["month"], "2025-12-01", "{books}");
    let (_, headers, _) =
        driver.app.bytes(&format!("/api/payment-transactions/{}/receipt", record["id"]), &driver.token);
    assert!(headers.iter().any(|(_, value)| value.contains("LW-20251231-")), "{headers:?}");
    let paid = driver.app.count("SELECT count(*) FROM tickets WHERE paid_at = '2026-01-01T04:40:00Z'");
    assert_eq!(paid, 1);
}

#[test]
fn a_payment_for_a_lawyer_costs_half_the_fine_and_creates_one_hire() {
    let driver = Driver::new();
    let ticket = driver.app.ticket(driver.id, "$185.25");
    let intent = driver.intent("lawyer", ticket, "92.63");
    let early = driver.app.post("/api/lawyer-hires", &driver.token, &json!({"paymentIntentId": intent}));
    assert_eq!((early.status, early.code()), (402, "not_paid"));
    driver.pay(&intent);
    let body =
        json!({"paymentIntentId": intent, "userId": driver.id.0, "status": "Completed", "amount": "1"});
    let hire = driver.app.post("/api/lawyer-hires", &driver.token, &body);
    assert_eq!(
        (hire.status, &hire.json["status"], &hire.json["amount"]),
        (201, &json!("Pending"), &json!("92.63"))
    );
    let again = driver.app.post("/api/lawyer-hires", &driver.token, &body);
    assert_eq!(again.json["id"], hire.json["id"]);
    assert!(!driver.is_paid(ticket), "the ticket itself is not paid by hiring a lawyer");
    assert_eq!(driver.start("lawyer", ticket, "92.63").code(), "already_paid");
    let contact = json!({"contactMethod": "phone, email", "contactValue": "(512) 555-0142, a@b.test"});
    let path = format!("/api/lawyer-hires/{}", hire.json["id"]);
    let changed = driver.app.call("PATCH", &path, Some(&driver.token), Some(&contact));
    assert_eq!((changed.status, &changed.json["contactValue"]), (200, &json!("5125550142, a@b.test")));
}

#[test]
fn a_hire_can_be_canceled_for_a_full_refund_within_its_cancellation_period() {
    let driver = Driver::new();
    let ticket = driver.app.ticket(driver.id, "$300");
    let intent = driver.intent("lawyer", ticket, "150");
    driver.pay(&intent);
    let hire = driver.app.post("/api/lawyer-hires", &driver.token, &json!({"paymentIntentId": intent})).json
        ["id"]
        .clone();
    let path = format!("/api/lawyer-hires/{hire}/cancel");
    driver.app.sql("UPDATE lawyer_hires SET recorded_at = recorded_at - interval '8 days'");
    let late = driver.app.call("POST", &path, Some(&driver.token), None);
    assert_eq!((late.status, late.code()), (409, "cancellation_closed"));
    driver.app.sql("UPDATE lawyer_hires SET recorded_at = now()");
    let answers: Vec<Answer> = std::thread::scope(|scope| {
        let tabs: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| driver.app.call("POST", &path, Some(&driver.token), None)))
            .collect();
        tabs.into_iter().map(|tab| tab.join().unwrap()).collect()
    });
    for answer in answers {
        assert_eq!((answer.status, &answer.json["status"]), (200, &json!("Cancelled")), "{}", answer.text);
    }
    assert_eq!(driver.app.count("SELECT count(*) FROM payments WHERE status = 'refunded'"), 1);
    let (_, refunds) = driver.app.sandbox.call("GET", "/v1/refunds", &[]);
    assert_eq!(refunds["data"].as_array().unwrap().len(), 1, "one refund");
    assert_eq!(refunds["data"][0]["amount"], json!(15_000));
    assert_eq!(driver.start("lawyer", ticket, "150").status, 201, "a lawyer can be hired again");
}

#[test]
fn a_driver_cannot_mark_an_item_paid_without_a_payment() {
    let driver = Driver::new();
    let ticket = driver.app.ticket(driver.id, "$150");
    let path = format!("/api/tickets/{ticket}");
    let claim = json!({"isPaid": true, "paidAt": "2020-01-01T00:00:00Z"});
    assert_eq!(driver.app.call("PATCH", &path, Some(&driver.token), Some(&claim)).status, 402);
    assert_eq!(
        driver.app.post("/api/payment-transactions", &driver.token, &json!({"amount": "150"})).status,
        402
    );
    let intent = driver.intent("ticket", ticket, "150.00");
    assert_eq!(driver.confirm(&intent).code(), "not_paid");
    assert_eq!(driver.app.call("PATCH", &path, Some(&driver.token), Some(&claim)).status, 402);
    driver.pay(&intent);
    let paid = driver.app.call("PATCH", &path, Some(&driver.token), Some(&json!({"updates": claim})));
    assert_eq!((paid.status, &paid.json["isPaid"]), (200, &json!(true)), "{}", paid.text);
    assert_ne!(paid.json["paidAt"], claim["paidAt"]);
    assert_eq!(driver.transactions(), 1);
    let stranger = driver.app.log_in(driver.app.driver("stranger"));
    let theirs = driver.app.post("/api/payment-transactions", &stranger, &json!({"paymentIntentId": intent}));
    assert_eq!((theirs.status, theirs.code()), (402, "not_paid"));
}

#[test]
fn the_webhook_settles_a_payment_if_the_driver_closes_the_page() {
    let driver = Driver::new();
    driver.app.deliver_webhooks();
    let ticket = driver.app.ticket(driver.id, "$150");
    driver.pay(&driver.intent("ticket", ticket, "150"));
    eventually("the webhook settles", || driver.is_paid(ticket));
    assert_eq!(driver.transactions(), 1);
}

#[test]
fn reconciliation_settles_a_payment_without_the_confirmation_page_or_the_webhook() {
    let driver = Driver::new();
    let ticket = driver.app.ticket(driver.id, "$150");
    driver.pay(&driver.intent("ticket", ticket, "150"));
    assert!(!driver.is_paid(ticket));
    let summary = reconcile(driver.app.deps(), true).unwrap();
    assert_eq!((summary.seen, summary.failed), (1, 0));
    assert!(driver.is_paid(ticket));
}

#[test]
fn the_webhook_and_the_confirmation_page_create_one_transaction_in_either_order() {
    let driver = Driver::new();
    let first = driver.app.ticket(driver.id, "$150");
    let intent = driver.intent("ticket", first, "150");
    driver.pay(&intent);
    assert_eq!(driver.confirm(&intent).status, 201, "the page first");
    driver.app.deliver_webhooks();
    eventually("the webhook comes after", || driver.app.sandbox.pending_deliveries() == 0);
    assert_eq!(driver.transactions(), 1);
    let second = driver.app.ticket(driver.id, "$160");
    let intent = driver.intent("ticket", second, "160");
    driver.pay(&intent);
    eventually("the webhook comes first", || driver.is_paid(second));
    assert_eq!(driver.confirm(&intent).status, 201);
    assert_eq!(driver.transactions(), 2);
}

#[test]
fn paying_in_two_tabs_charges_the_card_once() {
    let driver = Driver::new();
    let ticket = driver.app.ticket(driver.id, "$150");
    let intents: Vec<String> = std::thread::scope(|scope| {
        let tabs: Vec<_> = (0..8).map(|_| scope.spawn(|| driver.intent("ticket", ticket, "150"))).collect();
        tabs.into_iter().map(|tab| tab.join().unwrap()).collect()
    });
    assert!(intents.iter().all(|intent| *intent == intents[0]), "{intents:?}");
    driver.pay(&intents[0]);
    let (second, _) = driver.app.pay(&intents[0], GOOD);
    assert_eq!(second, 400, "a second confirmation of the same intent charges nothing");
    let late = driver.start("ticket", ticket, "150");
    assert_eq!((late.status, late.code()), (409, "already_paid"));
    assert!(driver.is_paid(ticket));
    assert_eq!((driver.transactions(), driver.charged()), (1, 15_000));
}

#[test]
fn an_amount_changed_by_staff_is_not_charged_until_the_driver_sees_it() {
    let driver = Driver::new();
    let ticket = driver.app.ticket(driver.id, "$150");
    let old = driver.intent("ticket", ticket, "150");
    driver.app.sql(&format!("UPDATE tickets SET amount = '$175' WHERE id = {ticket}"));
    let refused = driver.start("ticket", ticket, "150");
    assert_eq!(
        (refused.status, refused.code(), &refused.json["amount"]),
        (409, "amount_changed", &json!("175.00"))
    );
    let new = driver.intent("ticket", ticket, "175");
    assert_ne!(new, old);
    assert_ne!(driver.app.pay(&old, GOOD).0, 200, "the old intent is canceled");
    driver.pay(&new);
    assert_eq!(driver.confirm(&new).json["amount"], json!("175.00"));
    assert_eq!(driver.charged(), 17_500);
}

#[test]
fn the_difference_is_refunded_if_the_fine_is_lowered_before_the_payment_settles() {
    let driver = Driver::new();
    let ticket = driver.app.ticket(driver.id, "$150");
    let intent = driver.intent("ticket", ticket, "150");
    driver.pay(&intent);
    driver.app.sql(&format!("UPDATE tickets SET amount = '$100' WHERE id = {ticket}"));
    assert_eq!(driver.confirm(&intent).json["amount"], json!("150.00"));
    reconcile(driver.app.deps(), true).unwrap();
    let (_, refunds) = driver.app.sandbox.call("GET", "/v1/refunds", &[]);
    assert_eq!(refunds["data"][0]["amount"], json!(5_000));
    assert_eq!(driver.app.count("SELECT refunded_cents FROM payment_transactions"), 5_000);
}

/// An intent of another environment has the id of our payment in its metadata.
#[test]
fn a_payment_of_another_environment_pays_no_ticket_and_is_shown_to_staff() {
    let driver = Driver::new();
    let ticket = driver.app.ticket(driver.id, "$500");
    driver.intent("ticket", ticket, "500");
    let id = driver.app.count("SELECT max(id) FROM payments").to_string();
    let params = [("amount", "100"), ("currency", "usd"), ("metadata[payment_id]", &*id)];
    let (_, theirs) = driver.app.sandbox.call("POST", "/v1/payment_intents", &params);
    driver.app.deliver_webhooks();
    driver.pay(theirs["id"].as_str().unwrap());
    eventually("the payment is recorded", || driver.app.count("SELECT count(*) FROM orphan_intents") == 1);
    assert_eq!(driver.app.count("SELECT count(*) FROM tickets WHERE is_paid"), 0);
    let admin = driver.app.log_in(driver.app.admin());
    let problems = driver.app.get("/api/admin/money-attention", &admin).json;
    assert_eq!(
        (&problems["orphans"][0]["amount"], &problems["orphans"][0]["intentId"]),
        (&json!("1.00"), &theirs["id"])
    );
}

/// An older backup without the payment is restored. Another payment then gets the lost payment's id.
#[test]
fn a_payment_missing_from_a_restored_backup_blocks_another_charge_until_staff_rebuild_it() {
    let driver = Driver::new();
    let app = &driver.app;
    let (ticket, other) = (app.ticket(driver.id, "$150"), app.ticket(driver.id, "$80"));
    let intent = driver.intent("ticket", ticket, "150");
    let number = app.database.value("SELECT confirmation_number FROM payments").unwrap();
    app.sql("DELETE FROM payments; SELECT setval(pg_get_serial_sequence('payments', 'id'), 1, false)");
    driver.intent("ticket", other, "80");
    app.deliver_webhooks();
    driver.pay(&intent);
    eventually("the payment is recorded", || app.count("SELECT count(*) FROM lost_payments") == 1);

    let refused = driver.start("ticket", ticket, "150");
    assert_eq!((refused.status, refused.code()), (409, "payment_being_checked"), "{}", refused.text);
    assert_eq!(driver.start("lawyer", ticket, "75").code(), "payment_being_checked");
    let admin = app.log_in(app.admin());
    let problems = app.get("/api/admin/money-attention", &admin).json;
    let lost = &problems["lost"][0];
    assert_eq!((&lost["intentId"], &lost["confirmationNumber"]), (&json!(intent), &json!(number)));
    assert_eq!(
        (&lost["type"], &lost["itemId"], &lost["amount"]),
        (&json!("ticket"), &json!(ticket), &json!("150.00"))
    );
    assert_eq!((&lost["userId"], &lost["driverName"]), (&json!(driver.id.0), &json!("Test payer")));
    assert_eq!(problems["orphans"], json!([]));

    let rebuild = || app.post("/api/admin/money-attention/rebuilt", &admin, &json!({"intentId": intent}));
    let rebuilt = rebuild();
    assert_eq!((rebuilt.status, &rebuilt.json["isSettled"]), (201, &json!(true)), "{}", rebuilt.text);
    assert_eq!(rebuilt.json["confirmationNumber"], json!(number));
    assert_eq!((rebuild().status, rebuild().code()), (409, "changed_meanwhile"));
    assert!(driver.is_paid(ticket) && !driver.is_paid(other));
    assert_eq!((driver.transactions(), driver.charged()), (1, 15_000));
    assert_eq!(app.count("SELECT count(*) FROM audit_log WHERE action = 'payment_rebuilt'"), 1);
    assert_eq!(
        app.count(&format!("SELECT count(*) FROM ledger_entries WHERE source = 'charge:{intent}'")),
        1
    );
    assert_eq!(app.get("/api/admin/money-attention", &admin).json["lost"], json!([]));
    assert_eq!(driver.start("ticket", ticket, "150").code(), "already_paid");
}

#[test]
fn after_a_declined_card_the_item_can_be_paid_with_another_card() {
    let driver = Driver::new();
    let ticket = driver.app.ticket(driver.id, "$150");
    let intent = driver.intent("ticket", ticket, "150");
    let (status, refusal) = driver.app.pay(&intent, DECLINED);
    assert_eq!((status, &refusal["error"]["code"]), (402, &json!("card_declined")));
    assert_eq!(driver.confirm(&intent).code(), "not_paid");
    assert_eq!(driver.intent("ticket", ticket, "150"), intent, "the same intent takes the next card");
    driver.pay(&intent);
    assert_eq!(driver.confirm(&intent).status, 201);
    assert_eq!(driver.charged(), 15_000);
}

#[test]
fn a_3d_secure_payment_settles_only_after_authentication() {
    let driver = Driver::new();
    let ticket = driver.app.ticket(driver.id, "$150");
    let intent = driver.intent("ticket", ticket, "150");
    let (_, body) = driver.app.pay(&intent, NEEDS_3DS);
    assert_eq!(body["status"], json!("requires_action"), "{body}");
    assert_eq!(driver.confirm(&intent).code(), "not_paid");
    driver.app.sandbox.authenticate(&intent, false);
    assert_eq!(driver.confirm(&intent).code(), "not_paid");
    driver.app.pay(&intent, NEEDS_3DS);
    driver.app.sandbox.authenticate(&intent, true);
    assert_eq!(driver.confirm(&intent).status, 201);
    assert!(driver.is_paid(ticket));
}

#[test]
fn if_the_response_to_creating_an_intent_is_lost_no_second_intent_is_created() {
    let driver = Driver::new();
    let ticket = driver.app.ticket(driver.id, "$150");
    driver.app.sandbox.inject(stripe_sandbox::Fault::dropped_response().at("POST", "/v1/payment_intents"));
    let intent = driver.intent("ticket", ticket, "150");
    let (_, list) = driver.app.sandbox.call("GET", "/v1/payment_intents", &[]);
    assert_eq!(list["data"].as_array().unwrap().len(), 1);
    assert_eq!(list["data"][0]["id"], json!(intent));
}

#[test]
fn a_payment_of_zero_or_with_invalid_fields_is_refused() {
    let driver = Driver::new();
    let free = driver.app.ticket(driver.id, "$0");
    assert_eq!(driver.start("ticket", free, "0").status, 422);
    let ticket = driver.app.ticket(driver.id, "$150");
    for (body, field) in [
        (json!({"amount": "150", "type": "boat", "itemId": ticket}), "type"),
        (json!({"amount": "-150", "type": "ticket", "itemId": ticket}), "amount"),
        (json!({"amount": "1e3", "type": "ticket", "itemId": ticket}), "amount"),
        (json!({"amount": "150", "type": "ticket", "itemId": "x"}), "itemId"),
        (json!({"amount": "150", "type": "ticket", "itemId": ticket, "userId": 1}), "userId"),
    ] {
        let answer = driver.app.post("/api/create-payment-intent", &driver.token, &body);
        assert_eq!(answer.status, 422, "{body}: {}", answer.text);
        assert!(answer.json["fields"][field].is_string(), "{body}: {}", answer.text);
    }
}
