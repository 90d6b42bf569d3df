//! Receipts and the payment history, over HTTP with a real PostgreSQL.

use crate::support::{Answer, App};
use domain::shared::ids::UserId;
use lopdf::Document;
use serde_json::{Value, json};

struct Driver {
    app: App,
    id: UserId,
    token: String,
}

impl Driver {
    fn new() -> Self {
        let app = App::start();
        let id = app.driver("payer");
        let token = app.log_in(id);
        Self { app, id, token }
    }

    fn get(&self, path: &str) -> Answer {
        self.app.get(path, &self.token)
    }

    /// Pays an item or a lawyer. Returns the transaction or the hire.
    #[track_caller]
    fn pay(&self, kind: &str, id: i32, amount: &str) -> Value {
        let body = json!({"amount": amount, "type": kind, "itemId": id});
        let intent =
            self.app.post("/api/create-payment-intent", &self.token, &body).json["paymentIntentId"].clone();
        assert_eq!(self.app.pay(intent.as_str().unwrap(), "pm_card_visa").0, 200);
        let path = if kind == "lawyer" { "/api/lawyer-hires" } else { "/api/payment-transactions" };
        let answer = self.app.post(path, &self.token, &json!({"paymentIntentId": intent}));
        assert_eq!(answer.status, 201, "{}", answer.text);
        answer.json
    }

    /// Returns the driver's payment history for this query string.
    #[track_caller]
    fn history(&self, query: &str) -> Vec<Value> {
        let answer = self.get(&format!("/api/payment-history/{}{query}", self.id));
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json.as_array().unwrap().clone()
    }
}

#[track_caller]
fn receipt_text(app: &App, path: &str, token: &str) -> String {
    let (status, headers, bytes) = app.bytes(path, token);
    assert_eq!(status, 200, "{path}");
    let header = |name: &str| headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    assert_eq!(header("content-type"), Some("application/pdf"));
    assert_eq!(header("cache-control"), Some("no-store"));
    let disposition = header("content-disposition").unwrap();
    assert!(disposition.starts_with("attachment; filename=\"lanewise-receipt-L"), "{disposition}");
    assert!(disposition.ends_with(".pdf\""), "{disposition}");
    let document = Document::load_mem(&bytes).unwrap();
    assert_eq!(document.get_pages().len(), 1);
    document.extract_text(&[1]).unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_driver_and_staff_get_a_receipt_for_each_kind_of_payment() {
    let driver = Driver::new();
    let lawyer_for = driver.app.ticket(driver.id, "$300");
    let cases = [
        ("ticket", driver.app.ticket(driver.id, "$1,150.50"), "1150.50", "$1,150.50", "Speeding"),
        ("parking", driver.app.parking(driver.id, "45"), "45", "$45.00", "Expired meter"),
        ("toll", driver.app.toll(driver.id, "$6.42"), "6.42", "$6.42", "SH 130"),
        ("lawyer", lawyer_for, "150", "$150.00", "Lawyer for a traffic ticket"),
    ];
    let staff = driver.app.log_in(driver.app.admin());
    let mut remaining = 4;
    for (kind, id, amount, shown, label) in cases {
        let record = driver.pay(kind, id, amount);
        let list = if kind == "lawyer" { "lawyer-hires" } else { "payment-transactions" };
        let path = format!("/api/{list}/{}/receipt", record["id"]);
        let text = receipt_text(&driver.app, &path, &driver.token);
        let number = record["confirmationNumber"].as_str().unwrap();
        let item = format!("#{id}");
        let card = "Visa ending in 4242";
        for part in ["TEST RECEIPT", "Completed", "Test payer", shown, label, number, &item, card] {
            assert!(text.contains(part), "{kind}: {part:?} is not in {text:?}");
        }
        assert!(!text.contains("Fees on record"), "fees are shown only to staff: {text}");
        let for_staff = receipt_text(&driver.app, &path, &staff);
        assert_eq!(for_staff.contains("Fees on record"), kind != "lawyer", "{for_staff}");
        let afterwards = &record["afterwards"];
        assert_eq!(afterwards["card"], json!({"brand": "Visa", "lastFour": "4242"}));
        assert_eq!(
            afterwards["place"],
            if kind == "toll" { json!(null) } else { json!("Main St") },
            "{kind}"
        );
        remaining -= i64::from(kind != "lawyer");
        // A ticket that has a lawyer is no longer due.
        let with_lawyer = i64::from(kind == "lawyer");
        assert_eq!(afterwards["left"], json!(remaining - with_lawyer), "{kind}");
    }
}

#[test]
fn staff_get_a_drivers_receipt_and_other_drivers_get_not_found() {
    let driver = Driver::new();
    let record = driver.pay("toll", driver.app.toll(driver.id, "$6.42"), "6.42");
    let path = format!("/api/payment-transactions/{}/receipt", record["id"]);
    let staff = driver.app.log_in(driver.app.admin());
    assert!(receipt_text(&driver.app, &path, &staff).contains("Test payer"));
    let stranger = driver.app.log_in(driver.app.driver("stranger"));
    let (theirs, nobodys) = (
        driver.app.get(&path, &stranger),
        driver.app.get("/api/payment-transactions/999999/receipt", &stranger),
    );
    assert_eq!((theirs.status, theirs.code()), (404, "not_found"));
    assert_eq!((nobodys.status, nobodys.code()), (404, "not_found"));
    assert_eq!(driver.app.call("GET", &path, None, None).status, 401);
    assert_eq!(driver.app.call("POST", &path, Some(&driver.token), None).status, 405);
    for id in ["0", "-1", "1.0", "%2e%2e", "1%00", "99999999999", "x"] {
        assert_eq!(driver.get(&format!("/api/payment-transactions/{id}/receipt")).status, 404, "{id}");
    }
}

#[test]
fn a_refund_is_shown_on_the_receipt_in_the_history_and_in_the_total() {
    let driver = Driver::new();
    let ticket = driver.app.ticket(driver.id, "$300");
    let hire = driver.pay("lawyer", ticket, "150");
    driver.pay("toll", driver.app.toll(driver.id, "$6.42"), "6.42");
    let total = format!("/api/payment-history/{}/this-year", driver.id);
    assert_eq!(driver.get(&total).json["charged"], json!("156.42"));
    let cancel = format!("/api/lawyer-hires/{}/cancel", hire["id"]);
    assert_eq!(driver.app.post(&cancel, &driver.token, &json!({})).status, 200);
    let text = receipt_text(&driver.app, &format!("/api/lawyer-hires/{}/receipt", hire["id"]), &driver.token);
    assert!(text.contains("Refunded in full on "), "{text}");
    assert_eq!(driver.history("?type=lawyer")[0]["status"], json!("Refunded"));
    assert_eq!(driver.get(&total).json["charged"], json!("6.42"));
}

#[test]
fn an_item_that_is_removed_or_has_hostile_text_still_has_a_receipt() {
    let driver = Driver::new();
    let ticket = driver.app.ticket(driver.id, "$150");
    driver.app.sql(&format!(
        "UPDATE tickets SET violation_type = E'../../\"\\r\\nX-Evil: 1; 超速 \\u202e🦀' , location = repeat('W', 300) \
         WHERE id = {ticket}"
    ));
    driver
        .app
        .sql(&format!("UPDATE users SET full_name = 'José ' || repeat('名', 94) WHERE id = {}", driver.id));
    let record = driver.pay("ticket", ticket, "150");
    let path = format!("/api/payment-transactions/{}/receipt", record["id"]);
    let text = receipt_text(&driver.app, &path, &driver.token);
    assert!(text.contains("José □□□") && text.contains("X-Evil: 1; □□ □"), "{text}");
    driver.app.sql(&format!(
        "UPDATE tickets SET removed_at = now(), removed_by = {}, removal_result = 'dismissed' WHERE id = {ticket}",
        driver.id
    ));
    assert!(receipt_text(&driver.app, &path, &driver.token).contains("X-Evil"));
    assert_eq!(driver.history("").len(), 1);
}

#[test]
fn the_payment_history_is_filtered_searched_and_paged() {
    let driver = Driver::new();
    let toll = driver.pay("toll", driver.app.toll(driver.id, "$6.42"), "6.42");
    driver.pay("parking", driver.app.parking(driver.id, "45"), "45");
    let ticket = driver.app.ticket(driver.id, "$150");
    driver.pay("ticket", ticket, "150");
    let by_hand = driver.app.ticket(driver.id, "$1,250");
    driver.app.sql(&format!(
        "UPDATE tickets SET is_paid = true, paid_at = now() - interval '1 year' WHERE id = {by_hand}"
    ));
    let types = |items: &[Value]| items.iter().map(|item| item["type"].clone()).collect::<Vec<_>>();
    let all = driver.history("");
    assert_eq!(types(&all), [json!("ticket"), json!("parking"), json!("toll"), json!("ticket")]);
    let hand = &all[3];
    assert_eq!(
        (&hand["status"], &hand["amount"], &hand["confirmationNumber"], &hand["transactionId"]),
        (&json!("Recorded"), &json!("1250.00"), &Value::Null, &Value::Null)
    );
    assert_eq!(all[2]["transactionId"], toll["id"]);
    assert_eq!(driver.history("?type=ticket").len(), 2);
    assert_eq!(types(&driver.history("?q=sh%20130")), [json!("toll")]);
    let number = toll["confirmationNumber"].as_str().unwrap();
    assert_eq!(types(&driver.history(&format!("?q={}", &number[5..].to_lowercase()))), [json!("toll")]);
    for nothing in ["?q=%25", "?q=_", "?q=nothing", "?type=lawyer"] {
        assert_eq!(driver.history(nothing).len(), 0, "{nothing}");
    }
    let slice = driver.get(&format!("/api/payment-history/{}?type=ticket&limit=1", driver.id));
    assert_eq!(slice.header("x-total-count"), Some("2"));
    let next = slice.header("link").unwrap();
    assert!(
        next.contains("type=ticket") && next.contains("offset=1") && next.contains("rel=\"next\""),
        "{next}"
    );
    assert_eq!(driver.history("?limit=2&offset=3").len(), 1);
    for wrong in ["?type=boat", "?limit=0", "?limit=201", "?offset=-1", "?q=%00"] {
        let answer = driver.get(&format!("/api/payment-history/{}{wrong}", driver.id));
        assert_eq!(answer.status, 422, "{wrong}: {}", answer.text);
    }
    let stranger = driver.app.driver("stranger");
    assert_eq!(driver.get(&format!("/api/payment-history/{stranger}")).status, 403);
    let theirs = driver.app.log_in(stranger);
    assert_eq!(driver.app.get(&format!("/api/payment-history/{stranger}"), &theirs).json, json!([]));
}
