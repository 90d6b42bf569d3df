//! Help inquiries in the back office: their order, assignment and notes.

use crate::support::App;
use domain::shared::ids::UserId;
use serde_json::{Value, json};

/// Starts a chat as the driver. Returns the inquiry's id.
fn start_chat(app: &App, driver: UserId, message: &str) -> i64 {
    let body = json!({"userId": driver.0, "type": "chat", "message": message});
    let answer = app.post("/api/help-inquiries", &app.log_in(driver), &body);
    assert_eq!(answer.status, 201, "{}", answer.text);
    answer.json["id"].as_i64().unwrap()
}

fn send_message(app: &App, token: &str, inquiry: i64, message: &str) {
    let answer =
        app.post("/api/chat-messages", token, &json!({"helpInquiryId": inquiry, "message": message}));
    assert_eq!(answer.status, 201, "{}", answer.text);
}

fn ids(list: &Value) -> Vec<i64> {
    list.as_array().unwrap().iter().map(|row| row["id"].as_i64().unwrap()).collect()
}

#[test]
fn inquiries_are_listed_longest_waiting_first_with_their_last_message() {
    let app = App::start();
    let (driver, staff) = (app.driver("waiting"), app.log_in(app.admin()));
    let [first, second, third] = ["One", "Two", "Three"].map(|text| start_chat(&app, driver, text));
    app.sql(&format!(
        "UPDATE help_inquiries SET waiting_since = now() - interval '1 hour' WHERE id = {second}"
    ));
    let waiting = || ids(&app.get("/api/help-inquiries?status=pending&sort=waiting", &staff).json);
    assert_eq!(waiting(), [second, first, third]);
    send_message(&app, &staff, second, "We are looking into it.");
    assert_eq!(waiting(), [first, third, second], "an answered inquiry no longer waits");
    let list = app.get("/api/help-inquiries?sort=waiting", &staff).json;
    let last = &list[2]["desk"];
    assert_eq!((&last["isUnread"], &last["waitingSince"]), (&json!(false), &Value::Null));
    assert_eq!(
        (&last["lastSaid"]["by"], &last["lastSaid"]["beginning"]),
        (&json!("admin"), &json!("We are looking into it."))
    );
    let longest = &list[0]["desk"];
    assert_eq!((&longest["isUnread"], &longest["lastSaid"]["beginning"]), (&json!(true), &json!("One")));
    let answer = app.post(&format!("/api/admin/help-inquiries/{first}/seen"), &staff, &json!({}));
    assert_eq!(answer.json["desk"]["isUnread"], json!(false), "{}", answer.text);
    assert!(answer.json["desk"]["waitingSince"].is_string(), "marking an inquiry seen doesn't end the wait");
}

#[test]
fn an_inquiry_is_assigned_to_staff_and_a_stale_assignment_is_refused() {
    let app = App::start();
    let (driver, admin, other) = (app.driver("asker"), app.admin(), app.driver("colleague"));
    app.sql(&format!("UPDATE users SET role = 'admin' WHERE id = {other}"));
    let (staff, id) = (app.log_in(admin), start_chat(&app, driver, "Hello"));
    let give = |to: Value, from: Value| {
        let path = format!("/api/admin/help-inquiries/{id}/assignee");
        app.call("PATCH", &path, Some(&staff), Some(&json!({"assigneeId": to, "from": from})))
    };
    assert_eq!(give(json!(admin.0), Value::Null).json["desk"]["assignedTo"], json!(admin.0));
    assert_eq!(give(json!(other.0), Value::Null).code(), "changed_meanwhile");
    assert_eq!(give(json!(other.0), json!(admin.0)).status, 200);
    assert!(give(json!(driver.0), json!(other.0)).json["fields"]["assigneeId"].is_string());
    assert_eq!(app.count("SELECT count(*) FROM audit_log WHERE action = 'inquiry_assigned'"), 2);
}

#[test]
fn drivers_cannot_see_staff_notes_or_assignments_and_closing_an_account_deletes_the_notes_about_it() {
    let app = App::start();
    let (driver, staff) = (app.driver("noted"), app.log_in(app.admin()));
    let (own, id) = (app.log_in(driver), start_chat(&app, driver, "Hello"));
    let words = "Sounds upset about the fine";
    for path in [format!("/api/admin/notes/help_inquiry/{id}"), format!("/api/admin/notes/user/{driver}")] {
        let answer = app.post(&path, &staff, &json!({"text": words}));
        assert_eq!(answer.status, 201, "{}", answer.text);
        assert_eq!(app.get(&path, &own).status, 403);
    }
    assert_eq!(ids(&app.get(&format!("/api/admin/notes/user/{driver}"), &staff).json).len(), 2);
    assert_eq!(ids(&app.get(&format!("/api/admin/notes/help_inquiry/{id}"), &staff).json).len(), 1);
    assert_eq!(app.get(&format!("/api/admin/notes/toll/{id}"), &staff).json, json!([]));
    let list = app.get("/api/help-inquiries", &own);
    assert!(list.json[0].get("desk").is_none(), "{}", list.text);
    let data = app.own_data(&own);
    assert!(!data.to_string().contains(words), "staff notes are not in the data download");
    assert_eq!(app.count(&format!("SELECT count(*) FROM audit_log WHERE after::text LIKE '%{words}%'")), 0);
    // Closing the account deletes the notes about its records.
    app.set_password(driver, "violet-harbor-93-lantern");
    let closed = app.post("/api/account/close", &own, &json!({"password": "violet-harbor-93-lantern"}));
    assert_eq!(closed.status, 200, "{}", closed.text);
    assert_eq!(app.count("SELECT count(*) FROM staff_notes"), 0);
}

#[test]
fn a_missing_ticket_report_links_the_driver_to_the_ticket_that_staff_found() {
    let app = App::start();
    let (driver, other, staff) = (app.driver("missing"), app.driver("other"), app.log_in(app.admin()));
    let own = app.log_in(driver);
    let body = json!({"userId": driver.0, "state": "Texas", "ticketType": "Speeding ticket"});
    let id = app.post("/api/missing-ticket-reports", &own, &body).json["id"].as_i64().unwrap();
    let (ticket, foreign) = (app.ticket(driver, "$150"), app.ticket(other, "$150"));
    let found = |body: Value| {
        app.call("PATCH", &format!("/api/missing-ticket-reports/{id}"), Some(&staff), Some(&body))
    };
    for wrong in [
        json!({"status": "Found", "itemKind": "ticket", "itemId": foreign}),
        json!({"status": "Found", "itemKind": "lawyer", "itemId": ticket}),
        json!({"status": "Found", "itemKind": "ticket"}),
        json!({"status": "Not Found", "itemKind": "ticket", "itemId": ticket}),
    ] {
        assert_eq!(found(wrong.clone()).status, 422, "{wrong}");
    }
    assert_eq!(found(json!({"status": "Found", "itemKind": "ticket", "itemId": ticket})).status, 200);
    let reports = app.get("/api/missing-ticket-reports", &own).json;
    assert_eq!((&reports[0]["itemKind"], &reports[0]["itemId"]), (&json!("ticket"), &json!(ticket)));
    assert_eq!(reports[0]["isSolved"], json!(true));
}
