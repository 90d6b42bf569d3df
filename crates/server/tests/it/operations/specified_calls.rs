//! The specification's requests work with only the specified fields. Confirming a payment also needs
//! `paymentIntentId`.

use serde_json::{Value, json};

use crate::support::App;

struct Caller<'a> {
    app: &'a App,
    token: String,
}

impl Caller<'_> {
    /// Sends a request that must succeed. Returns the response.
    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let body = (!body.is_null()).then_some(body);
        let answer = self.app.call(method, path, Some(&self.token), body);
        assert!(answer.status < 300, "{method} {path}: {} {}", answer.status, answer.text);
        answer.json
    }
}

#[test]
fn driver_requests_need_only_the_specified_fields() {
    let app = App::start();
    let id = app.driver("driver").0;
    let ticket = app.ticket(app.driver("other"), "$90");
    app.sql(&format!("UPDATE tickets SET user_id = {id} WHERE id = {ticket}"));
    let driver = Caller { app: &app, token: app.log_in(domain::shared::ids::UserId(id)) };
    let now = "2026-11-26T12:00:00.000Z";
    for list in ["tickets", "parking", "tolls", "driving-profile"] {
        driver.call("GET", &format!("/api/{list}/{id}?requestedBy={id}"), &Value::Null);
    }
    driver.call(
        "PATCH",
        &format!("/api/users/{id}"),
        &json!({"vehicleLicensePlate": "LNW1234", "vehicleState": "Texas"}),
    );
    driver.call("PATCH", &format!("/api/users/{id}/request-status"), &json!({"lastFourSSN": "1234"}));
    driver.call("POST", "/api/text-notifications", &json!({"userId": id, "phoneNumber": "5551234567"}));
    driver.call(
        "POST",
        "/api/missing-ticket-reports",
        &json!({"userId": id, "state": "Texas", "ticketType": "Parking ticket", "reportedAt": now, "status": "Pending"}),
    );
    let chat = json!({"userId": id, "type": "chat", "message": "Hello", "phoneNumber": "", "createdAt": now});
    let inquiry = driver.call("POST", "/api/help-inquiries", &chat)["id"].clone();
    let callback = json!({"userId": id, "type": "callback", "message": "", "phoneNumber": "5551234567", "createdAt": now});
    driver.call("POST", "/api/help-inquiries", &callback);
    let message = json!({"helpInquiryId": inquiry, "senderId": id, "senderType": "user", "message": "Hi", "createdAt": now});
    driver.call("POST", "/api/chat-messages", &message);
    driver.call("GET", &format!("/api/chat-messages/{inquiry}"), &Value::Null);
    driver.call(
        "POST",
        "/api/create-payment-intent",
        &json!({"amount": 90, "type": "ticket", "itemId": ticket}),
    );
}

#[test]
fn staff_requests_need_only_the_specified_fields() {
    let app = App::start();
    let driver = app.driver("driver").0;
    let staff = Caller { app: &app, token: app.log_in(app.admin()) };
    let fees =
        json!({"processingFeeType": "flat", "processingFeeAmount": "0.00", "ourProcessingFee": "2.99"});
    let with = |own: Value| {
        let mut body = own;
        body["userId"] = json!(driver);
        body["date"] = json!("2026-11-01");
        body["dueDate"] = json!("2026-12-20");
        body["amount"] = json!("$6,000");
        for (name, value) in fees.as_object().unwrap() {
            body[name] = value.clone();
        }
        body
    };
    let ticket = with(json!({
        "violationType": "Speeding", "location": "Main St", "consequence": "", "thingsToKnow": "", "points": 2, "category": "traffic",
        "status": "Court Required", "isDisputed": false, "isCourtRequired": true, "violationCode": "", "issuingOfficerAgency": "",
        "timeOfViolation": "", "courtDate": "2026-12-20", "courtTime": "9:30 AM", "evidenceProvided": ""
    }));
    let parking = with(json!({"violationType": "Expired meter", "location": "Elm St", "status": "Unpaid"}));
    let toll = with(json!({"tollRoad": "I-95", "status": "Unpaid"}));
    for (list, body) in [("tickets", ticket), ("parking", parking), ("tolls", toll)] {
        let id = staff.call("POST", &format!("/api/{list}"), &body)["id"].clone();
        staff.call("PATCH", &format!("/api/{list}/{id}"), &body);
        staff.call(
            "PATCH",
            &format!("/api/{list}/{id}"),
            &json!({"isPaid": true, "paidAt": "2026-11-26T12:00:00.000Z"}),
        );
        staff.call("DELETE", &format!("/api/{list}/{id}"), &json!({"result": "Dismissed"}));
    }
    let person = json!({
        "fullName": "Ann Example", "email": "ann@example.test", "password": "plum-tractor-violet-9", "state": "Ohio",
        "driversLicenseNumber": "OH123456", "dateOfBirth": "1990-01-02", "phoneNumber": "5551234567", "vehicleLicensePlate": "",
        "vehicleState": ""
    });
    staff.call("POST", "/api/users", &person);
    staff.call("POST", &format!("/api/admin/bulk-update/{driver}"), &Value::Null);
    staff.call("PATCH", &format!("/api/users/{driver}"), &json!({"licenseStatus": "active"}));
    staff.call("PATCH", &format!("/api/driving-profile/{driver}"), &json!({"status": "Suspended"}));
    app.sql(&format!(
        "INSERT INTO lawyer_hires (user_id, violation_type, amount_cents, confirmation_number, created_at)
            VALUES ({driver}, 'Speeding', 100, 'CONF-23456789AB', now());
         INSERT INTO missing_ticket_reports (user_id, state, ticket_type, reported_at) VALUES ({driver}, 'Ohio', 'Parking ticket', now());
         INSERT INTO help_inquiries (user_id, type, created_at) VALUES ({driver}, 'chat', now());
         INSERT INTO text_notification_requests (user_id, phone_number, requested_at) VALUES ({driver}, '5551234567', now());
         UPDATE users SET vehicle_info_added_at = now(), status_requested_at = now() WHERE id = {driver};
         INSERT INTO blocked_ips (address, reason, blocked_at, expires_at) VALUES ('203.0.113.9', 'test', now(), now() + interval '1 hour')"
    ));
    let first = |table: &str| app.count(&format!("SELECT max(id) FROM {table}"));
    let hire = first("lawyer_hires");
    let (report, inquiry) = (first("missing_ticket_reports"), first("help_inquiries"));
    staff.call("PATCH", &format!("/api/lawyer-hires/{hire}"), &json!({"status": "Completed"}));
    staff.call("PATCH", &format!("/api/admin/mark-seen/lawyer-hire/{hire}"), &Value::Null);
    staff.call("PATCH", &format!("/api/missing-ticket-reports/{report}"), &json!({"status": "Found"}));
    let message = json!({"helpInquiryId": inquiry, "senderId": 1, "senderType": "admin", "message": "Hi", "createdAt": "2026-11-26T12:00:00.000Z"});
    staff.call("POST", "/api/chat-messages", &message);
    staff.call("PATCH", &format!("/api/help-inquiries/{inquiry}"), &json!({"status": "resolved"}));
    let queues = [
        ("text-notification", first("text_notification_requests")),
        ("lawyer-hire", hire),
        ("missing-ticket", report),
        ("vehicle-update", driver.into()),
        ("status-request", driver.into()),
        ("help-inquiry", inquiry),
    ];
    for (queue, id) in queues {
        staff.call("PATCH", &format!("/api/admin/mark-solved/{queue}/{id}"), &json!({"isSolved": true}));
    }
    let lists = [
        "users",
        "text-notifications",
        "admin/unsolved-counts",
        "security/dashboard?userId=1",
        "lawyer-hires",
    ];
    let more = [
        "payment-transactions",
        "missing-ticket-reports",
        "admin/vehicle-updates",
        "admin/status-requests",
        "help-inquiries",
    ];
    for list in lists.iter().chain(&more) {
        staff.call("GET", &format!("/api/{list}"), &Value::Null);
    }
    staff.call("POST", "/api/security/unblock-ip", &json!({"userId": 1, "ip": "203.0.113.9"}));
}
