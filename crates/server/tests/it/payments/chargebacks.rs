//! A chargeback from the payment to the bank's decision, over HTTP with a real PostgreSQL and the
//! payment sandbox (docs/product/payments.md#chargebacks).

use domain::shared::ids::UserId;
use serde_json::{Value, json};

use crate::support::{App, eventually};

/// A driver whose payment is disputed, and a staff member.
struct DisputedPayment {
    app: App,
    driver: UserId,
    token: String,
    staff: String,
    ticket: i32,
    intent: String,
}

impl DisputedPayment {
    /// Pays a ticket with a test card whose payments the bank disputes, and waits until the chargeback is recorded.
    fn with_card(card: &str) -> Self {
        let app = App::start();
        let staff = app.log_in(app.admin());
        app.deliver_webhooks();
        let driver = app.driver("payer");
        let token = app.log_in(driver);
        let ticket = app.ticket(driver, "$150");
        let body = json!({"amount": "150.00", "type": "ticket", "itemId": ticket});
        let started = app.post("/api/create-payment-intent", &token, &body);
        let intent = started.json["paymentIntentId"].as_str().unwrap().to_owned();
        let (status, paid) = app.pay(&intent, card);
        assert_eq!(status, 200, "{paid}");
        let confirmed = app.post("/api/payment-transactions", &token, &json!({"paymentIntentId": intent}));
        assert_eq!(confirmed.status, 201, "{}", confirmed.text);
        let one = Self { app, driver, token, staff, ticket, intent };
        // If the chargeback's event arrived before the payment settled, the server ignored the event. Reconciliation
        // then records the chargeback.
        eventually("the chargeback is recorded", || {
            application::payments::reconciliation::reconcile::reconcile(one.app.deps(), true).unwrap();
            one.list("").as_array().is_some_and(|all| all.len() == 1)
        });
        one
    }

    /// Returns the list of chargebacks for staff.
    fn list(&self, query: &str) -> Value {
        let answer = self.app.get(&format!("/api/admin/chargebacks{query}"), &self.staff);
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json
    }

    /// Returns the chargeback as staff see it.
    fn row(&self) -> Value {
        self.list("")[0].clone()
    }

    /// Returns the transaction's status.
    fn transaction(&self) -> String {
        self.app.get("/api/payment-transactions", &self.token).json[0]["status"].as_str().unwrap().to_owned()
    }

    /// Returns the ticket's standing.
    fn standing(&self) -> String {
        let tickets = self.app.get(&format!("/api/tickets/{}", self.driver), &self.token).json;
        let all = tickets.as_array().unwrap();
        let ours = all.iter().find(|ticket| ticket["id"] == self.ticket).unwrap();
        ours["standing"].as_str().unwrap().to_owned()
    }

    /// Returns the path of the chargeback's evidence.
    fn evidence(&self) -> String {
        format!("/api/admin/chargebacks/{}/evidence", self.row()["id"])
    }

    /// Saves this text as evidence and, if `submit` is true, submits it.
    fn save_evidence(&self, text: &str, version: i64, submit: bool) -> crate::support::Answer {
        let body = json!({"evidence": {"other": text}, "version": version, "submit": submit});
        self.app.post(&self.evidence(), &self.staff, &body)
    }

    /// Makes the bank decide the dispute.
    fn resolve(&self, outcome: &str) {
        let id = self.row()["providerId"].as_str().unwrap().to_owned();
        let path = format!("disputes/{id}/resolve");
        let (status, answer) = self.app.sandbox.control("POST", &path, &json!({ "outcome": outcome }));
        assert_eq!(status, 200, "{answer}");
    }
}

#[test]
fn a_chargeback_is_opened_then_contested_with_evidence_and_lost() {
    let one = DisputedPayment::with_card("pm_card_createDispute");
    let row = one.row();
    assert_eq!(
        (&row["status"], &row["amount"], &row["reason"], &row["userId"], &row["isWithheld"]),
        (
            &json!("needs_response"),
            &json!("150.00"),
            &json!("fraudulent"),
            &json!(one.driver.0),
            &json!(true)
        )
    );
    assert_eq!((one.transaction().as_str(), one.standing().as_str()), ("Chargeback", "chargeback_open"));
    assert_eq!(one.app.get("/api/admin/unsolved-counts", &one.staff).json["chargebacks"], 1);
    let desk = one.app.get("/api/admin/waiting", &one.staff).json;
    assert_eq!((&desk[0]["queue"], &desk[0]["dueBy"]), (&json!("chargeback"), &row["evidenceDueBy"]));
    let history = one.app.get(&format!("/api/payment-history/{}", one.driver), &one.token).json;
    assert_eq!(history[0]["status"], "Chargeback");

    let payment = row["paymentId"].as_i64().unwrap();
    let refund = json!({"amount": "150.00", "left": "150.00", "reason": "They asked for it."});
    let refused = one.app.post(&format!("/api/admin/payments/{payment}/refunds"), &one.staff, &refund);
    assert_eq!((refused.status, refused.code()), (409, "taken_by_bank"), "{}", refused.text);

    let draft = one.app.get(&one.evidence(), &one.staff).json;
    assert_eq!((&draft["isTaken"], &draft["version"]), (&json!(true), &json!(1)));
    let other = draft["evidence"].as_array().unwrap().iter().find(|text| text["field"] == "other").unwrap();
    let says = other["text"].as_str().unwrap();
    assert!(says.contains("Amount shown and confirmed: $150.00") && says.contains("CONF-"), "{says}");
    let address =
        draft["evidence"].as_array().unwrap().iter().find(|text| text["field"] == "customer_address");
    assert!(address.is_some(), "{draft}");

    assert_eq!(one.save_evidence("They paid.", 1, false).json["status"], "needs_response");
    let answer = one.save_evidence("They paid, and we have their word for it.", 2, true);
    assert_eq!((answer.status, &answer.json["status"]), (200, &json!("under_review")), "{}", answer.text);
    let again = one.save_evidence("More.", 3, true);
    assert_eq!((again.status, again.code()), (409, "evidence_closed"), "{}", again.text);
    assert_eq!(one.list("?answered=false"), json!([]));
    assert_eq!(one.app.get("/api/admin/unsolved-counts", &one.staff).json["chargebacks"], 0);

    one.resolve("lost");
    eventually("the chargeback is lost", || one.row()["status"] == "lost");
    assert_eq!((one.transaction().as_str(), one.standing().as_str()), ("Charged Back", "due"));
    let summary = one.app.get("/api/admin/chargebacks/summary", &one.staff).json;
    assert_eq!(
        summary,
        json!({"total": 1, "waiting": 0, "underReview": 0, "won": 0, "lost": 1, "withheld": "0.00"})
    );
    let body = json!({"amount": "150.00", "type": "ticket", "itemId": one.ticket});
    let anew = one.app.post("/api/create-payment-intent", &one.token, &body);
    assert_eq!(anew.status, 201, "{}", anew.text);
    assert_ne!(anew.json["paymentIntentId"], json!(one.intent));
}

#[test]
fn an_item_counts_as_paid_during_a_banks_inquiry_and_after_a_won_chargeback() {
    let inquiry = DisputedPayment::with_card("pm_card_createDisputeInquiry");
    assert_eq!((inquiry.transaction().as_str(), inquiry.standing().as_str()), ("Completed", "paid"));
    assert_eq!(inquiry.row()["isWithheld"], false);
    let won = DisputedPayment::with_card("pm_card_createDispute");
    won.resolve("won");
    eventually("the chargeback is won", || won.row()["status"] == "won");
    assert_eq!((won.transaction().as_str(), won.standing().as_str()), ("Won", "paid"));
}

#[test]
fn late_or_invalid_evidence_is_refused() {
    let one = DisputedPayment::with_card("pm_card_createDispute");
    let long = "x".repeat(20_001);
    let wrong = one.save_evidence(&long, 1, false);
    assert_eq!((wrong.status, wrong.json["fields"]["other"].is_string()), (422, true), "{}", wrong.text);
    let unknown = json!({"evidence": {"sorcery": "x"}, "version": 1, "submit": false});
    let unknown = one.app.post(&one.evidence(), &one.staff, &unknown);
    assert_eq!(
        (unknown.status, unknown.json["fields"]["evidence"].is_string()),
        (422, true),
        "{}",
        unknown.text
    );
    one.app.sql("UPDATE chargebacks SET evidence_due_by = now() - interval '1 second'");
    let late = one.save_evidence("They paid.", 1, true);
    assert_eq!((late.status, late.code()), (409, "evidence_closed"), "{}", late.text);
}
