//! Requests of drivers who can't pay an item now, and staff's answers, over HTTP.

use crate::support::App;
use serde_json::{Value, json};

const OWN: &str = "/api/hardship-requests";

/// Returns a valid hardship request about the ticket with this id.
fn body(item: i32) -> Value {
    json!({"kind": "ticket", "itemId": item, "need": "smaller_payments", "amount": "$40", "situation": "other"})
}

#[test]
fn a_driver_requests_help_with_paying_and_reads_the_answer_of_staff() {
    let app = App::start();
    let ann = app.driver("ann");
    let (driver, admin) = (app.log_in(ann), app.log_in(app.admin()));
    let ticket = app.ticket(ann, "$150");
    let due = |token: &str| app.get(&format!("/api/tickets/{ann}"), token).json[0]["standing"].clone();
    let before = due(&driver);
    let asked = app.post(OWN, &driver, &body(ticket));
    assert_eq!((asked.status, &asked.json["amount"]), (201, &json!("40.00")));
    assert_eq!(due(&driver), before);
    let again = app.post(OWN, &driver, &body(ticket));
    assert_eq!((again.status, &again.json["code"]), (409, &json!("already_asked")));
    let open = app.get("/api/admin/hardship-requests", &admin).json;
    assert_eq!((&open[0]["id"], &open[0]["userId"]), (&asked.json["id"], &json!(ann.0)));
    let counts = app.get("/api/admin/unsolved-counts", &admin).json;
    assert_eq!(counts["hardshipRequests"], json!(1));
    let waiting = app.get("/api/admin/waiting", &admin).json;
    assert_eq!(waiting[0]["queue"], json!("hardship"));
    let path = format!("/api/admin/hardship-requests/{}/answer", asked.json["id"]);
    let answer = json!({"version": 1, "answer": "Call the clerk.\nAsk for a plan. "});
    let answered = app.post(&path, &admin, &answer);
    assert_eq!((answered.status, &answered.json["version"]), (200, &json!(2)), "{}", answered.text);
    assert_eq!(answered.json["driverName"], open[0]["driverName"]);
    let twice = app.post(&path, &admin, &answer);
    assert_eq!((twice.status, &twice.json["code"]), (409, &json!("changed_meanwhile")));
    let own = app.get(OWN, &driver).json;
    assert_eq!(own[0]["answer"], json!("Call the clerk.\nAsk for a plan."));
    let audited = "SELECT count(*) FROM audit_log WHERE action = 'hardship_answered'";
    assert_eq!(app.count(audited), 1);
    assert_eq!(app.get("/api/admin/hardship-requests", &admin).json, json!([]));
}

#[test]
fn a_hardship_request_with_invalid_fields_is_refused() {
    let app = App::start();
    let ann = app.driver("ann");
    let (token, ticket) = (app.log_in(ann), app.ticket(ann, "$150"));
    for (changes, field) in [
        (json!({"need": "a_miracle"}), "need"),
        (json!({"situation": ""}), "situation"),
        (json!({"kind": "lawyer"}), "kind"),
        (json!({"amount": null}), "amount"),
        (json!({"amount": "a little"}), "amount"),
        (json!({"amount": "0"}), "amount"),
        (json!({"amount": "150.00"}), "amount"),
        (json!({"need": "more_time"}), "payBy"),
        (json!({"need": "more_time", "payBy": "2026-02-31"}), "payBy"),
        (json!({"need": "more_time", "payBy": "2020-01-01"}), "payBy"),
        (json!({"need": "more_time", "payBy": "9999-12-31"}), "payBy"),
    ] {
        let mut sent = body(ticket);
        sent.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        let refused = app.post(OWN, &token, &sent);
        assert_eq!(refused.status, 422, "{changes}: {}", refused.text);
        assert!(refused.json["fields"][field].is_string(), "{}", refused.text);
    }
    assert_eq!(app.count("SELECT count(*) FROM hardship_requests"), 0);
}

#[test]
fn an_empty_or_too_long_answer_of_staff_is_refused() {
    let app = App::start();
    let ann = app.driver("ann");
    let asked = app.post(OWN, &app.log_in(ann), &body(app.ticket(ann, "$150"))).json;
    let path = format!("/api/admin/hardship-requests/{}/answer", asked["id"]);
    let admin = app.log_in(app.admin());
    for answer in [" \u{200B}".to_owned(), "a".repeat(2001)] {
        let refused = app.post(&path, &admin, &json!({"version": 1, "answer": answer}));
        assert_eq!(refused.status, 422);
        assert!(refused.json["fields"]["answer"].is_string());
    }
}

#[test]
fn other_drivers_and_lawyers_cannot_request_help_with_paying_an_item() {
    let app = App::start();
    let (ann, bob) = (app.driver("ann"), app.driver("bob"));
    let sent = body(app.ticket(ann, "$150"));
    assert_eq!(app.post(OWN, &app.log_in(bob), &sent).status, 404);
    assert_eq!(app.post(OWN, &app.log_in(app.lawyer("lee")), &sent).status, 403);
}

#[test]
fn only_one_hardship_request_is_open_if_the_driver_asks_while_staff_merge_two_items() {
    let app = App::start();
    let admin = app.log_in(app.admin());
    for round in 0..6 {
        let driver = app.driver(&format!("driver{round}"));
        let token = app.log_in(driver);
        let kept = app.ticket(driver, "$150");
        let added = app.post(
            "/api/added-items",
            &token,
            &json!({
                "kind": "ticket", "issuer": "City of Springfield", "violationType": "Speeding", "date": "2026-03-01",
                "location": "Main St", "amount": "$120", "citationNumber": format!("RACE-{round}"),
            }),
        );
        assert_eq!(added.status, 201, "{}", added.text);
        let one = &app.get("/api/admin/added-items", &admin).json[0];
        assert_eq!(
            app.post(OWN, &token, &body(added.json["itemId"].as_i64().unwrap().try_into().unwrap())).status,
            201
        );
        let decision =
            json!({"decision": "merged", "version": one["version"], "kind": "ticket", "itemId": kept});
        let path = format!("/api/admin/added-items/{}/decision", one["id"]);
        let (merged, asked) = std::thread::scope(|scope| {
            let merging = scope.spawn(|| app.post(&path, &admin, &decision));
            let asking = scope.spawn(|| app.post(OWN, &token, &body(kept)));
            (merging.join().unwrap(), asking.join().unwrap())
        });
        assert_eq!((merged.status, &merged.json["status"]), (200, &json!("merged")), "{}", merged.text);
        assert!(asked.status == 201 || asked.code() == "already_asked", "{}", asked.text);
        let of_driver = format!("SELECT count(*) FROM hardship_requests WHERE user_id = {}", driver.0);
        let open = app.count(&format!("{of_driver} AND answered_at IS NULL"));
        assert_eq!(open, 1, "round {round}");
        assert_eq!(app.count(&format!("{of_driver} AND ticket_id <> {kept}")), 0, "round {round}");
    }
}
