//! Tests of the record, invitation and session of lawyers, and of tickets that no lawyer takes.

use super::client::Client;
use crate::support::{Answer, App};
use serde_json::{Value, json};

const PASSWORD: &str = "violet-tractor-plum-4";
const NEW: &str = "marble-otter-candle-8";

fn new_lawyer_body() -> Value {
    json!({"name": "Ruth Gray", "firm": "Gray Law", "licenses": [{"state": "Texas", "number": "24001"}],
        "areas": [{"state": "Texas", "county": "Travis"}], "takesMisdemeanors": true, "capacity": 20,
        "email": "ruth@example.test", "phone": "(512) 555-0100", "trustAccountName": "Gray Law IOLTA"})
}

fn log_in_staff(app: &App) -> String {
    let admin = app.admin();
    app.set_password(admin, PASSWORD);
    app.log_in(admin)
}

fn set_active(app: &App, staff: &str, id: &Value, body: &Value) -> Answer {
    app.post(&format!("/api/admin/lawyers/{id}/active"), staff, body)
}

#[test]
fn an_invited_lawyer_logs_in_and_sees_only_their_cases() {
    let app = App::start();
    let staff = log_in_staff(&app);
    let added = app.post("/api/admin/lawyers", &staff, &new_lawyer_body());
    assert_eq!((added.status, &added.json["hasAccount"]), (201, &json!(false)), "{}", added.text);
    assert_eq!(added.json["phone"], json!("5125550100"));
    let path = format!("/api/admin/lawyers/{}/invite", added.json["id"]);
    let invited = app.post(&path, &staff, &json!({"password": PASSWORD}));
    assert_eq!(
        (invited.status, &invited.json["email"]),
        (201, &json!("ruth@example.test")),
        "{}",
        invited.text
    );
    let audit_entries = "SELECT count(*) FROM audit_log WHERE action = 'lawyer_invited'";
    assert_eq!(app.count(audit_entries), 1);

    let mails = app.mails();
    let link = mails.iter().find_map(|mail| mail.lines().find_map(|line| line.split("/invitation#").nth(1)));
    let accepted = json!({"token": link.unwrap(), "fullName": "Ruth Gray", "password": NEW});
    let joined = app.call("POST", "/api/invitations/accept", None, Some(&accepted));
    assert_eq!((joined.status, &joined.json["role"]), (200, &json!("lawyer")), "{}", joined.text);
    let credentials = json!({"email": "ruth@example.test", "password": NEW});
    let login = app.call("POST", "/api/authenticate", None, Some(&credentials));
    let cookie = login.header("set-cookie").unwrap();
    let token = cookie.split(['=', ';']).nth(1).unwrap();
    assert_eq!(app.get("/api/session", token).json["user"]["role"], json!("lawyer"));
    assert_eq!(app.get("/api/lawyer/cases", token).json, json!([]));
    for path in ["/api/tickets/2", "/api/users", "/api/reminders", "/api/admin/lawyers"] {
        assert_eq!(app.get(path, token).status, 403, "{path}");
    }
    let listed = app.get("/api/admin/lawyers", &staff).json;
    assert_eq!((&listed[0]["hasAccount"], &listed[0]["openCases"]), (&json!(true), &json!(0)));
    let again = app.post(&path, &staff, &json!({"password": PASSWORD}));
    assert_eq!((again.status, again.code()), (409, "has_account"));
}

#[test]
fn deactivating_a_lawyer_ends_their_sessions() {
    let client = Client::new();
    let app = &client.app;
    let token = app.log_in(app.lawyer("first"));
    let staff = log_in_staff(app);
    client.pay();
    crate::support::eventually("the lawyer has an offer", || {
        app.get("/api/lawyer/cases", &token).json.as_array().is_some_and(|cases| cases.len() == 1)
    });
    let lawyer = app.get("/api/admin/lawyers", &staff).json[0].clone();
    assert_eq!(lawyer["openCases"], json!(1));
    let open = app.get(&format!("/api/admin/lawyers/{}", lawyer["id"]), &staff).json;
    assert_eq!(open["cases"][0]["driverName"], json!("Test client"), "{open}");
    let stale = set_active(app, &staff, &lawyer["id"], &json!({"isActive": false, "version": 99}));
    assert_eq!((stale.status, stale.code()), (409, "changed_meanwhile"));
    let off =
        set_active(app, &staff, &lawyer["id"], &json!({"isActive": false, "version": lawyer["version"]}));
    assert_eq!((off.status, &off.json["isActive"]), (200, &json!(false)), "{}", off.text);
    assert_eq!(app.get("/api/lawyer/cases", &token).status, 401);
}

#[test]
fn the_error_for_an_invalid_lawyer_names_the_fields() {
    let app = App::start();
    let staff = log_in_staff(&app);
    for (field, value) in [
        ("licenses", json!([])),
        ("licenses", json!([{"state": "Atlantis", "number": "1"}])),
        ("areas", json!([{"state": "Ohio"}])),
        ("areas", json!([{"state": "Texas", "courtId": 999}])),
        ("capacity", json!(0)),
        ("email", json!("no address")),
        ("phone", json!("12")),
    ] {
        let mut body = new_lawyer_body();
        body[field] = value;
        let refused = app.post("/api/admin/lawyers", &staff, &body);
        assert_eq!(refused.status, 422, "{field}: {}", refused.text);
        assert!(refused.json["fields"][field].is_string(), "{field}: {}", refused.text);
    }
}

#[test]
fn legal_help_is_not_offered_for_a_court_in_which_no_lawyer_takes_cases() {
    let client = Client::new();
    client.app.lawyer("first");
    let availability = || {
        let path = format!("/api/lawyer-availability?ticketId={}", client.ticket);
        client.app.get(&path, &client.token).json
    };
    let open = availability();
    assert_eq!((&open["isAvailable"], &open["courtState"]), (&json!(true), &json!("Texas")), "{open}");
    assert_eq!(open["isCourtStateAssumed"], json!(true));
    assert!(open["acceptBy"].is_string() && !open["guaranteeTable"].as_array().unwrap().is_empty());

    client.app.sql("UPDATE lawyer_licenses SET state = 'Ohio'; UPDATE lawyer_areas SET state = 'Ohio'");
    let closed = availability();
    assert_eq!((&closed["isAvailable"], closed["reason"].is_string()), (&json!(false), true), "{closed}");
    let path = format!("/api/tickets/{}", client.owner());
    let ticket = client.app.get(&path, &client.token).json[0].clone();
    assert_eq!(ticket["mayHireLawyer"], json!(false));
    assert_eq!(ticket["lawyerUnavailable"], json!("no_lawyer_for_court"));
    let refused = client.start("lawyer", "150");
    assert_eq!((refused.status, refused.code()), (409, "no_lawyer_for_court"));
}
