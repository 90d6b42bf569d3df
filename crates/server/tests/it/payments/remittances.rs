//! Remittances, their proofs, and letters for courts, over HTTP with a real PostgreSQL.

use domain::shared::business_time::BUSINESS_ZONE;
use lopdf::Document;
use serde_json::{Value, json};

use crate::support::{Answer, App};

/// A driver who paid a parking ticket of $65, and a staff member. `driver` and `staff` are session tokens.
struct PaidParkingTicket {
    app: App,
    driver: String,
    staff: String,
    transaction: Value,
}

impl PaidParkingTicket {
    fn new() -> Self {
        let app = App::start();
        let payer = app.driver("payer");
        let driver = app.log_in(payer);
        let staff = app.log_in(app.admin());
        let item = app.parking(payer, "65.00");
        let body = json!({"amount": "65.00", "type": "parking", "itemId": item});
        let intent = app.post("/api/create-payment-intent", &driver, &body).json["paymentIntentId"].clone();
        assert_eq!(app.pay(intent.as_str().unwrap(), "pm_card_visa").0, 200);
        let paid = app.post("/api/payment-transactions", &driver, &json!({"paymentIntentId": intent}));
        assert_eq!(paid.status, 201, "{}", paid.text);
        Self { app, driver, staff, transaction: paid.json["id"].clone() }
    }

    /// Records that the paid money was sent to a city. Returns the remittance's id.
    fn send(&self) -> Value {
        let made = self.prepare();
        let answer = self.record_sent(&made, &json!([]));
        assert_eq!(answer.status, 200, "{}", answer.text);
        made
    }

    /// Records that the remittance was sent today. `refunded` says for each refunded payment whether its money was
    /// sent to the authority.
    fn record_sent(&self, remittance: &Value, refunded: &Value) -> Answer {
        let today = self.app.deps().clock.now().with_timezone(&BUSINESS_ZONE).date_naive();
        let sent = json!({"sentOn": today.to_string(), "reference": "ACH 4711", "refunded": refunded});
        self.app.post(&format!("/api/admin/remittances/{remittance}/sent"), &self.staff, &sent)
    }

    /// Prepares a remittance of the paid money to a city. Returns its id.
    fn prepare(&self) -> Value {
        let staff = |path: &str, body: &Value| {
            let answer = self.app.post(path, &self.staff, body);
            assert!(answer.status < 300, "{path}: {}", answer.text);
            answer.json
        };
        let city = staff("/api/admin/authorities", &json!({"name": "New York City", "kind": "city"}));
        let payments = self.app.count("SELECT payment_id FROM obligations");
        let path = format!("/api/admin/authorities/{}/payments", city["id"]);
        staff(&path, &json!({"paymentIds": [payments]}));
        staff("/api/admin/remittances", &json!({"authorityId": city["id"]}))["id"].clone()
    }

    /// Returns the amount in each row of the remittance's file.
    fn file(&self, remittance: &Value) -> Vec<String> {
        let path = format!("/api/admin/remittances/{remittance}/file");
        let (status, _, bytes) = self.app.bytes(&path, &self.staff);
        assert_eq!(status, 200);
        let text = String::from_utf8(bytes).unwrap();
        let header = text.lines().next().unwrap();
        assert!(
            header.starts_with('\u{feff}')
                && header.contains(",number,issuer,")
                && header.contains(",charged (America/New_York),"),
            "{header}"
        );
        text.lines().skip(1).map(|line| line.rsplit(',').next().unwrap().to_owned()).collect()
    }

    fn upload_proof(&self, token: &str, remittance: &Value, name: &str, file: &[u8]) -> Answer {
        let headers = [
            ("sec-fetch-site", "same-origin".to_owned()),
            ("cookie", format!("lanewise_session={token}")),
            // The server must ignore this wrong content type.
            ("content-type", "text/html".to_owned()),
        ];
        let path = format!("/api/admin/remittances/{remittance}/proofs?fileName={name}");
        self.app.raw("POST", &path, &headers, file)
    }

    /// Downloads the letter that proves the payment to a court, and returns its text.
    fn letter(&self, token: &str) -> String {
        let path = format!("/api/payment-transactions/{}/court-letter", self.transaction);
        let (status, headers, bytes) = self.app.bytes(&path, token);
        assert_eq!(status, 200);
        let disposition = headers.iter().find(|(name, _)| name == "content-disposition").unwrap();
        assert!(
            disposition.1.starts_with("attachment; filename=\"lanewise-proof-of-payment-LW-"),
            "{disposition:?}"
        );
        let document = Document::load_mem(&bytes).unwrap();
        document.extract_text(&[1]).unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// A picture that browsers can show.
const PICTURE: &[u8] = include_bytes!("../../../../../frontend/public/icon-192.png");

#[test]
fn staff_must_state_whether_money_refunded_after_a_remittance_download_was_sent() {
    let paid = PaidParkingTicket::new();
    let remittance = paid.prepare();
    assert_eq!(paid.file(&remittance), ["65.00"]);
    let payment = paid.app.count("SELECT id FROM payments");
    let order = json!({"amount": "25.00", "left": "65.00", "reason": "We charged too much."});
    let refunded = paid.app.post(&format!("/api/admin/payments/{payment}/refunds"), &paid.staff, &order);
    assert_eq!(refunded.status, 201, "{}", refunded.text);
    let shown = paid.app.get(&format!("/api/admin/remittances/{remittance}"), &paid.staff).json;
    let of = &shown["remittance"];
    assert_eq!(
        (&of["amount"], &of["leftOutPayments"], &of["leftOutAmount"]),
        (&json!("40.00"), &json!(1), &json!("25.00"))
    );
    assert!(of["downloadedAt"].is_string(), "{of}");
    let one = &shown["obligations"][0];
    assert_eq!(
        (&one["amount"], &one["preparedAmount"], &one["fileAmount"]),
        (&json!("40.00"), &json!("65.00"), &json!("65.00"))
    );

    let asked = paid.record_sent(&remittance, &json!([]));
    assert_eq!((asked.status, asked.code()), (409, "refunded_since_file"), "{}", asked.text);
    let question = &asked.json["refunded"][0];
    assert_eq!((&question["paymentId"], &question["inFile"]), (&json!(payment), &json!("65.00")));
    let nonsense = paid.record_sent(&remittance, &json!([{"paymentId": payment, "was": "lost"}]));
    assert_eq!(nonsense.status, 422, "{}", nonsense.text);
    assert!(nonsense.json["fields"]["refunded"].is_string(), "{}", nonsense.text);

    assert_eq!(paid.file(&remittance), ["40.00"], "the next file excludes the refund");
    let sent = paid.record_sent(&remittance, &json!([]));
    assert_eq!((sent.status, &sent.json["amount"]), (200, &json!("40.00")), "{}", sent.text);
    assert_eq!(paid.file(&remittance), ["40.00"]);
}

#[test]
fn a_remittance_proof_is_served_only_as_a_download() {
    let paid = PaidParkingTicket::new();
    let remittance = paid.send();
    let document = b"%PDF-1.7 <script>alert(1)</script> %%EOF";
    let kept = paid.upload_proof(&paid.staff, &remittance, "bank%22%0D%0A.pdf", document);
    assert_eq!(kept.status, 422, "a file name must be one line: {}", kept.text);
    let kept = paid.upload_proof(&paid.staff, &remittance, "bank%20statement.html", document);
    assert_eq!(kept.status, 201, "{}", kept.text);
    assert_eq!((&kept.json["kind"], &kept.json["bytes"]), (&json!("pdf"), &json!(document.len())));
    assert!(kept.json["addedBy"].is_string(), "{}", kept.text);
    let path = format!("/api/admin/proofs/{}", kept.json["id"]);
    let (status, headers, bytes) = paid.app.bytes(&path, &paid.staff);
    assert_eq!((status, bytes.as_slice()), (200, &document[..]));
    let header = |name: &str| headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    assert_eq!(header("content-type"), Some("application/pdf"));
    assert_eq!(header("x-content-type-options"), Some("nosniff"));
    assert_eq!(
        header("content-security-policy"),
        Some("sandbox; default-src 'none'; frame-ancestors 'none'")
    );
    let name =
        format!("attachment; filename=\"lanewise-remittance-{remittance}-proof-{}.pdf\"", kept.json["id"]);
    assert_eq!(header("content-disposition"), Some(name.as_str()));
    for token in [None, Some(paid.driver.as_str())] {
        assert!(paid.app.call("GET", &path, token, None).status >= 401);
    }
    let shown = paid.app.get(&format!("/api/admin/remittances/{remittance}"), &paid.staff);
    assert_eq!(shown.json["proofs"][0]["name"], "bank statement.html");
    let removed = paid.app.call("DELETE", &path, Some(&paid.staff), None);
    assert_eq!((removed.status, &removed.json), (200, &kept.json));
    assert_eq!(paid.app.get(&path, &paid.staff).status, 404);
}

#[test]
fn a_remittance_proof_with_invalid_content_is_refused() {
    let paid = PaidParkingTicket::new();
    let remittance = paid.send();
    let upload_proof = |file: &[u8]| paid.upload_proof(&paid.staff, &remittance, "proof.pdf", file);
    let kept = upload_proof(&[PICTURE, b"<script>alert(1)</script>"].concat());
    assert_eq!((kept.status, &kept.json["kind"]), (201, &json!("png")), "{}", kept.text);
    let path = format!("/api/admin/proofs/{}", kept.json["id"]);
    let (_, _, drawn) = paid.app.bytes(&path, &paid.staff);
    assert!(!drawn.windows(6).any(|part| part == b"script"), "only the visible image is stored");

    for wrong in [&b""[..], b"MZ\x90 a program", &PICTURE[..PICTURE.len() - 20]] {
        let refused = upload_proof(wrong);
        assert_eq!(refused.status, 422, "{}", refused.text);
        assert!(refused.json["fields"]["file"].is_string(), "{}", refused.text);
    }
    assert_eq!(upload_proof(&vec![b' '; 10 * 1024 * 1024 + 1]).status, 413);
    assert_eq!(paid.upload_proof(&paid.driver, &remittance, "a.pdf", PICTURE).status, 403);
    assert_eq!(paid.app.count("SELECT count(*) FROM remittance_proofs"), 1);
    for _ in 1..5 {
        assert_eq!(upload_proof(PICTURE).status, 201);
    }
    let full = upload_proof(PICTURE);
    assert_eq!((full.status, full.code()), (409, "too_many_proofs"));
}

#[test]
fn a_driver_who_was_billed_again_gets_a_letter_immediately_and_the_outcome_later() {
    let paid = PaidParkingTicket::new();
    let ask = format!("/api/payment-transactions/{}/billed-again", paid.transaction);
    let first = paid.app.post(&ask, &paid.driver, &json!({}));
    assert_eq!(first.status, 200, "{}", first.text);
    assert_eq!(paid.app.post(&ask, &paid.driver, &json!({})).json, first.json);
    let honest = paid.letter(&paid.driver);
    assert!(honest.contains("Proof of payment") && honest.contains("and will send it"), "{honest}");
    let remittance = paid.send();
    paid.upload_proof(&paid.staff, &remittance, "statement.pdf", b"%PDF-1.7 %%EOF");
    let sent = paid.letter(&paid.staff);
    assert!(sent.contains("To: New York City") && sent.contains("ACH 4711"), "{sent}");

    let waiting = paid.app.get("/api/admin/waiting", &paid.staff);
    assert!(waiting.text.contains("billed-again"), "{}", waiting.text);
    let cases = paid.app.get("/api/admin/billed-again", &paid.staff).json;
    let case = &cases["open"][0];
    assert_eq!(case["proofs"][0]["name"], "statement.pdf");
    assert_eq!(case["trail"]["reference"], "ACH 4711");
    let settle = format!("/api/admin/billed-again/{}/settled", case["case"]["id"]);
    let outcome = json!({"outcome": "accepted", "note": "The clerk found it."});
    let settled = paid.app.post(&settle, &paid.staff, &outcome);
    assert_eq!((settled.status, &settled.json["outcome"]), (200, &json!("accepted")), "{}", settled.text);
    let twice = paid.app.post(&settle, &paid.staff, &outcome);
    assert_eq!((twice.status, twice.code()), (409, "changed_meanwhile"));
    let user = paid.app.count("SELECT user_id FROM payments");
    let item = paid.app.count("SELECT parking_id FROM payments");
    let history =
        paid.app.get(&format!("/api/payment-history/{user}?type=parking&itemId={item}"), &paid.driver);
    assert_eq!(history.json[0]["billedAgain"]["note"], "The clerk found it.", "{}", history.text);
    let other = item + 1;
    let none =
        paid.app.get(&format!("/api/payment-history/{user}?type=parking&itemId={other}"), &paid.driver);
    assert_eq!(none.json, json!([]));
    assert_eq!(paid.app.get(&format!("/api/payment-history/{user}?itemId=x"), &paid.driver).status, 422);
    let mails = paid.app.mails();
    assert!(mails.iter().any(|mail| mail.contains("The clerk found it.")), "{mails:?}");
}

#[test]
fn concurrent_requests_record_the_acceptance_of_a_remittance_once() {
    let paid = PaidParkingTicket::new();
    let remittance = paid.send();
    let today = paid.app.deps().clock.now().with_timezone(&BUSINESS_ZONE).date_naive();
    let path = format!("/api/admin/remittances/{remittance}/accepted");
    let accept = || paid.app.post(&path, &paid.staff, &json!({"acceptedOn": today.to_string()}));
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let calls: Vec<_> = (0..4).map(|_| scope.spawn(|| accept().status)).collect();
        calls.into_iter().map(|call| call.join().unwrap()).collect()
    });
    assert_eq!(statuses, [200, 200, 200, 200]);
    let audited = "SELECT count(*) FROM audit_log WHERE action = 'remittance_changed' AND after ->> 'status' = 'accepted'";
    assert_eq!(paid.app.count(audited), 1);
}
