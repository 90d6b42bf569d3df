//! Missing-ticket reports, text requests, and status changes of hires, over HTTP.

use std::thread;

use crate::support::texts::start_text_provider;
use crate::support::{App, eventually};
use application::jobs::{WORKERS, run_due_jobs};
use diesel::connection::SimpleConnection;
use serde_json::{Value, json};

/// Marks all numbers as confirmed and deletes the jobs.
fn confirm_number(app: &App) {
    app.sql("DELETE FROM jobs; UPDATE text_notification_requests SET confirmed_at = now()");
}

#[test]
fn an_unconfirmed_phone_number_gets_only_its_confirmation_code() {
    let (twilio, texts) = start_text_provider();
    let app = App::start_with(|config| config.twilio = Some(twilio));
    let driver = app.log_in(app.driver("ann"));
    let admin = app.log_in(app.admin());
    app.post("/api/text-notifications", &driver, &json!({"phoneNumber": "(555) 123-4567"}));
    let report = json!({"state": "Texas", "ticketType": "Parking ticket"});
    let report = app.post("/api/missing-ticket-reports", &driver, &report).json;
    let path = format!("/api/missing-ticket-reports/{}", report["id"]);
    assert_eq!(app.call("PATCH", &path, Some(&admin), Some(&json!({"status": "Found"}))).status, 200);
    assert_eq!(run_due_jobs(app.deps(), WORKERS).unwrap(), 2);
    let code = texts.recv().unwrap();
    assert!(code.contains("is+your+code"), "{code}");
    assert!(texts.try_recv().is_err(), "only the code is sent");
    let number = app.get("/api/reminders", &driver).json["numbers"][0].clone();
    assert_eq!(number["confirmedAt"], Value::Null);
    let (_, words) = code.split_once("Body=Lanewise%3A+").unwrap();
    let body = json!({"code": &words[..6]});
    let confirm = format!("/api/text-notifications/{}/confirm", number["id"]);
    assert_eq!(app.post(&confirm, &driver, &json!({"code": "12"})).status, 422);
    assert!(app.post(&confirm, &driver, &body).json["confirmedAt"].is_string());
}

#[test]
fn a_driver_gets_one_text_when_staff_find_the_ticket_of_their_missing_ticket_report() {
    let (twilio, texts) = start_text_provider();
    let app = App::start_with(|config| config.twilio = Some(twilio));
    let driver = app.log_in(app.driver("ann"));
    let admin = app.log_in(app.admin());
    let answer = app.post("/api/text-notifications", &driver, &json!({"phoneNumber": "(555) 123-4567"}));
    assert_eq!((answer.status, &answer.json["isSent"]), (201, &json!(false)));
    confirm_number(&app);
    let body =
        json!({"state": "Texas", "ticketType": "Parking ticket", "reportedAt": "x", "status": "Found"});
    let report = app.post("/api/missing-ticket-reports", &driver, &body).json;
    assert_eq!(report["status"], "Pending", "the status in the body is ignored");
    let path = format!("/api/missing-ticket-reports/{}", report["id"]);
    assert_eq!(app.call("PATCH", &path, Some(&admin), Some(&json!({"status": "Found"}))).status, 200);
    assert_eq!(app.call("PATCH", &path, Some(&admin), Some(&json!({"status": "Found"}))).status, 200);
    assert_eq!(run_due_jobs(app.deps(), WORKERS).unwrap(), 1);
    assert_eq!(run_due_jobs(app.deps(), WORKERS).unwrap(), 0);
    let text = texts.recv().unwrap();
    assert!(text.contains("To=%2B15551234567&"), "{text}");
    assert!(text.contains("missing+ticket+report+is+now+Found"), "{text}");
    assert!(texts.try_recv().is_err(), "one text, not two");
    let requests = app.get("/api/text-notifications", &driver).json;
    assert_eq!(requests[0]["isSent"], true);
    assert!(requests[0]["sentAt"].is_string());
}

#[test]
fn invalid_reports_and_text_requests_name_the_invalid_field_and_store_nothing() {
    let app = App::start();
    let token = app.log_in(app.driver("ann"));
    let report = |state: &str, kind: &str| json!({"state": state, "ticketType": kind});
    let cases: [(&str, Value, &str); 8] = [
        ("/api/missing-ticket-reports", report("Atlantis", "Parking ticket"), "state"),
        ("/api/missing-ticket-reports", report("Texas", "Boat ticket"), "ticketType"),
        ("/api/missing-ticket-reports", report("Te\0xas", "Parking ticket"), "state"),
        ("/api/missing-ticket-reports", json!({"state": "Texas"}), "ticketType"),
        ("/api/text-notifications", json!({"phoneNumber": "555-CALL-NOW"}), "phoneNumber"),
        ("/api/text-notifications", json!({"phoneNumber": ""}), "phoneNumber"),
        ("/api/text-notifications", json!({"phoneNumber": "(155) 123-4567"}), "phoneNumber"),
        ("/api/text-notifications", json!({"phoneNumber": "5551234567", "isSent": true}), "isSent"),
    ];
    for (path, body, field) in cases {
        let answer = app.post(path, &token, &body);
        assert_eq!(answer.status, 422, "{path} {body}: {}", answer.text);
        assert!(answer.json["fields"][field].is_string(), "{path} {body}: {}", answer.text);
    }
    assert_eq!(app.count("SELECT count(*) FROM missing_ticket_reports"), 0);
    assert_eq!(app.count("SELECT count(*) FROM text_notification_requests"), 0);
}

#[test]
fn concurrent_requests_for_the_same_phone_number_store_it_once() {
    let app = App::start();
    let token = app.log_in(app.driver("ann"));
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let body = json!({"phoneNumber": "5551234567"});
                assert_eq!(app.post("/api/text-notifications", &token, &body).status, 201);
            });
        }
    });
    assert_eq!(app.count("SELECT count(*) FROM text_notification_requests"), 1);
}

/// Sends requests concurrently. A lock on the table makes all of them read their data before any can write.
fn call_concurrently(app: &App, table: &str, calls: &[&(dyn Fn() + Sync)]) {
    let mut blocker = app.database.connection();
    blocker.batch_execute(&format!("BEGIN; LOCK TABLE {table} IN SHARE ROW EXCLUSIVE MODE")).unwrap();
    let waiting = "SELECT count(*) FROM pg_stat_activity \
                   WHERE datname = current_database() AND wait_event_type = 'Lock'";
    thread::scope(|scope| {
        for call in calls {
            scope.spawn(call);
        }
        eventually("all calls wait for the lock", || {
            app.count(waiting) == i64::try_from(calls.len()).unwrap()
        });
        blocker.batch_execute("ROLLBACK").unwrap();
    });
}

#[test]
fn concurrent_identical_reports_are_stored_once() {
    let app = App::start();
    let token = app.log_in(app.driver("ann"));
    let body = json!({"state": "Texas", "ticketType": "Parking ticket"});
    let call = || assert_eq!(app.post("/api/missing-ticket-reports", &token, &body).status, 201);
    call_concurrently(&app, "missing_ticket_reports", &[&call, &call, &call]);
    assert_eq!(app.count("SELECT count(*) FROM missing_ticket_reports"), 1);
}

#[test]
fn two_concurrent_requests_cannot_exceed_five_phone_numbers() {
    let app = App::start();
    let token = app.log_in(app.driver("ann"));
    let ask = |last: i32| {
        let body = json!({"phoneNumber": format!("555123456{last}")});
        app.post("/api/text-notifications", &token, &body).status
    };
    assert_eq!([1, 2, 3, 4].map(ask), [201; 4]);
    let one = || assert!([201, 422].contains(&ask(5)));
    let other = || assert!([201, 422].contains(&ask(6)));
    call_concurrently(&app, "text_notification_requests", &[&one, &other]);
    assert_eq!(app.count("SELECT count(*) FROM text_notification_requests"), 5);
}

#[test]
fn if_staff_set_the_same_hire_status_twice_concurrently_one_text_is_sent() {
    let (twilio, texts) = start_text_provider();
    let app = App::start_with(|config| config.twilio = Some(twilio));
    let (driver, admin) = (app.driver("ann"), app.log_in(app.admin()));
    let token = app.log_in(driver);
    app.post("/api/text-notifications", &token, &json!({"phoneNumber": "5551234567"}));
    confirm_number(&app);
    app.sql(&format!(
        "INSERT INTO lawyer_hires (user_id, amount_cents, confirmation_number, created_at) \
         VALUES ({driver}, 15000, 'CONF-1', now())"
    ));
    let path = format!("/api/lawyer-hires/{}", app.get("/api/lawyer-hires", &token).json[0]["id"]);
    let body = json!({"status": "In Progress"});
    let call = || assert_eq!(app.call("PATCH", &path, Some(&admin), Some(&body)).status, 200);
    call_concurrently(&app, "lawyer_hires", &[&call, &call]);
    assert_eq!(run_due_jobs(app.deps(), WORKERS).unwrap(), 1);
    assert!(texts.recv().unwrap().contains("legal+help+is+now+In+Progress"));
}
