//! Live updates of the back office, which only staff get (docs/product/back-office.md#live-desk).

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::support::socket::Socket;
use crate::support::{App, eventually};
use adapters_postgres::testing::TestDatabase;
use domain::shared::ids::UserId;
use serde_json::{Value, json};
use tungstenite::protocol::frame::coding::CloseCode;

/// Maximum time until an open page gets a change. The time is long, because the machine may be busy.
const AT_MOST: Duration = Duration::from_secs(5);

/// Opens a socket that receives the changes of the back office.
fn subscribe_to_desk(app: &App, token: &str) -> Socket {
    let mut socket = Socket::open(&app.base, token);
    socket.say(&json!({"type": "follow_desk"}));
    assert_eq!(socket.next(), json!({"type": "desk_followed"}));
    socket
}

/// Creates another staff member.
fn colleague(app: &App, name: &str) -> UserId {
    let user = app.driver(name);
    app.sql(&format!("UPDATE users SET role = 'admin' WHERE id = {user}"));
    user
}

/// Returns the changes in the next message, and the time since `since`.
fn next_desk_changes(socket: &mut Socket, since: Instant) -> (Value, Duration) {
    let next = socket.next();
    assert_eq!(next["type"], "desk_changed", "{next}");
    (next["data"]["changes"].clone(), since.elapsed())
}

/// Starts a chat as the driver. Returns the inquiry's id.
fn start_chat(app: &App, token: &str, driver: UserId) -> i32 {
    let body = json!({"userId": driver.0, "type": "chat", "message": "Hello?"});
    let answer = app.post("/api/help-inquiries", token, &body);
    assert_eq!(answer.status, 201, "{}", answer.text);
    i32::try_from(answer.json["id"].as_i64().unwrap()).unwrap()
}

#[test]
fn connected_staff_are_notified_quickly_of_new_requests_and_of_changes_by_colleagues() {
    let app = App::start();
    let (admin, driver) = (app.admin(), app.driver("asker"));
    let (own, staff) = (app.log_in(driver), app.log_in(admin));
    let mut desks =
        [subscribe_to_desk(&app, &staff), subscribe_to_desk(&app, &app.log_in(colleague(&app, "second")))];
    let mut slowest = Duration::ZERO;
    let mut event_after = |what: &str, act: &dyn Fn() -> Value| {
        let since = Instant::now();
        let expected = act();
        for desk in &mut desks {
            let (changes, took) = next_desk_changes(desk, since);
            assert_eq!(changes, expected, "{what}");
            slowest = slowest.max(took);
        }
    };
    let change =
        |kind: &str, id: i32, by: Option<UserId>| json!([{"kind": kind, "id": id, "by": by.map(|by| by.0)}]);
    let inquiry = start_chat(&app, &own, driver);
    event_after("an inquiry", &|| change("help_inquiry", inquiry, None));
    event_after("a message", &|| {
        app.post("/api/chat-messages", &own, &json!({"helpInquiryId": inquiry, "message": "Still there?"}));
        change("help_inquiry", inquiry, None)
    });
    event_after("a colleague's answer", &|| {
        app.post("/api/chat-messages", &staff, &json!({"helpInquiryId": inquiry, "message": "Yes."}));
        change("help_inquiry", inquiry, Some(admin))
    });
    event_after("a plate", &|| {
        let plate = json!({"vehicleLicensePlate": "ABC 123", "vehicleState": "Texas"});
        app.call("PATCH", &format!("/api/users/{driver}"), Some(&own), Some(&plate));
        change("user", driver.0, None)
    });
    event_after("a status request", &|| {
        let digits = json!({"lastFourSSN": "1234"});
        app.call("PATCH", &format!("/api/users/{driver}/request-status"), Some(&own), Some(&digits));
        change("user", driver.0, None)
    });
    event_after("a request for texts", &|| {
        let answer = app.post(
            "/api/text-notifications",
            &own,
            &json!({"userId": driver.0, "phoneNumber": "5551234567"}),
        );
        change("text_notification_request", answer.json["id"].as_i64().unwrap().try_into().unwrap(), None)
    });
    let reported = app.post(
        "/api/missing-ticket-reports",
        &own,
        &json!({"userId": driver.0, "state": "Texas", "ticketType": "Parking ticket"}),
    );
    let report = i32::try_from(reported.json["id"].as_i64().unwrap()).unwrap();
    event_after("a report", &|| change("missing_ticket_report", report, None));
    event_after("a colleague's reply to it", &|| {
        let path = format!("/api/missing-ticket-reports/{report}");
        app.call("PATCH", &path, Some(&staff), Some(&json!({"status": "Not Found"})));
        change("missing_ticket_report", report, Some(admin))
    });
    event_after("a ticket that was filed", &|| {
        let ticket = json!({"userId": driver.0, "violationType": "Speeding", "date": "2026-03-01",
            "location": "Main St", "amount": "$150", "points": 2, "category": "traffic"});
        let filed = app.post("/api/tickets", &staff, &ticket);
        change("ticket", filed.json["id"].as_i64().unwrap().try_into().unwrap(), Some(admin))
    });
    assert!(slowest < AT_MOST, "the slowest took {slowest:?}");
    println!("figure: a change reaches another desk within {slowest:?}");
}

#[test]
fn staff_are_notified_of_a_colleagues_refund_with_the_colleagues_id() {
    let app = App::start();
    let driver = app.driver("payer");
    let (admin, ticket, own) = (app.admin(), app.ticket(driver, "$150"), app.log_in(driver));
    let body = json!({"amount": "150.00", "type": "ticket", "itemId": ticket});
    let started = app.post("/api/create-payment-intent", &own, &body);
    let intent = started.json["paymentIntentId"].as_str().unwrap();
    app.pay(intent, "pm_card_visa");
    app.post("/api/payment-transactions", &own, &json!({"paymentIntentId": intent}));
    let payment = app.count("SELECT id FROM payments");
    let transaction = app.count("SELECT id FROM payment_transactions");
    let mut desk = subscribe_to_desk(&app, &app.log_in(colleague(&app, "second")));
    let order = json!({"amount": "20.00", "left": "150.00", "reason": "We charged too much."});
    let refunded = app.post(&format!("/api/admin/payments/{payment}/refunds"), &app.log_in(admin), &order);
    assert_eq!(refunded.status, 201, "{}", refunded.text);
    let expected = json!({"kind": "payment_transaction", "id": transaction, "by": admin.0});
    let is_announced = (0..5)
        .any(|_| next_desk_changes(&mut desk, Instant::now()).0.as_array().unwrap().contains(&expected));
    assert!(is_announced);
}

#[test]
fn drivers_cannot_subscribe_to_updates_of_the_back_office() {
    let app = App::start();
    let driver = app.driver("curious");
    let token = app.log_in(driver);
    let mut socket = Socket::open(&app.base, &token);
    let at = json!({"type": "at_record", "record": {"kind": "user", "id": 1}, "isTyping": true});
    for message in [json!({"type": "follow_desk"}), at] {
        socket.say(&message);
        let answer = socket.next();
        assert_eq!((&answer["type"], &answer["code"]), (&json!("error"), &json!("forbidden")));
    }
    let recorded = format!(
        "SELECT count(*) FROM security_events WHERE kind = 'forbidden_access' AND path = '/ws' AND user_id = {driver}"
    );
    assert_eq!(app.count(&recorded), 1);
    let mut desk = subscribe_to_desk(&app, &app.log_in(app.admin()));
    start_chat(&app, &token, driver);
    next_desk_changes(&mut desk, Instant::now());
    socket.assert_quiet(Duration::from_millis(100));
}

#[test]
fn a_staff_socket_closes_with_the_session_and_needs_the_second_factor() {
    let app = App::start();
    let other = colleague(&app, "leaving");
    let mut desk = subscribe_to_desk(&app, &app.log_in(other));
    app.sql(&format!("DELETE FROM sessions WHERE user_id = {other}"));
    desk.assert_closed(CloseCode::Policy, "session_ended");

    let app = App::start_with(|config| config.staff_need_second_factor = true);
    let cookie = format!("lanewise_session={}", app.log_in(app.admin()));
    let refused = Socket::try_open(&app.base, &[("origin", &app.base), ("cookie", &cookie)]);
    assert_eq!(refused.map(drop), Err(403));
}

#[test]
fn two_hundred_simultaneous_changes_reach_staff_as_one_notification() {
    let app = App::start();
    let driver = app.driver("many");
    let mut desk = subscribe_to_desk(&app, &app.log_in(app.admin()));
    let payloads: Vec<String> =
        (1..=200).map(|id| format!("pg_notify('lanewise', 'desk lawyer_hire {id} 0')")).collect();
    app.sql(&format!("SELECT {}", payloads.join(", ")));
    assert_eq!(
        next_desk_changes(&mut desk, Instant::now()).0,
        json!([]),
        "too many changes to list one by one"
    );
    start_chat(&app, &app.log_in(driver), driver);
    assert_eq!(next_desk_changes(&mut desk, Instant::now()).0.as_array().unwrap().len(), 1);
}

#[test]
fn colleagues_with_the_same_record_open_are_shown_across_servers() {
    let database = Arc::new(TestDatabase::new());
    let here = App::start_on(database.clone(), |_| {});
    let there = App::start_on(database, |_| {});
    let (ann, ben) = (here.admin(), colleague(&here, "ben"));
    let mut ann_desk = subscribe_to_desk(&here, &here.log_in(ann));
    let mut ben_desk = subscribe_to_desk(&there, &there.log_in(ben));
    let at = |id: i32, typing: bool| json!({"type": "at_record", "record": {"kind": "help_inquiry", "id": id}, "isTyping": typing});
    let people = |people: &[(UserId, bool)]| {
        let people: Vec<Value> =
            people.iter().map(|(who, is_typing)| json!({"userId": who.0, "isTyping": is_typing})).collect();
        json!({"type": "record_people", "data": {"kind": "help_inquiry", "id": 5, "people": people}})
    };
    let until = |desk: &mut Socket, expected: Value| {
        for _ in 0..5 {
            if desk.next() == expected {
                return;
            }
        }
        panic!("never {expected}");
    };
    ann_desk.say(&at(5, false));
    until(&mut ann_desk, people(&[(ann, false)]));
    ben_desk.say(&at(5, true));
    until(&mut ben_desk, people(&[(ann, false), (ben, true)]));
    until(&mut ann_desk, people(&[(ann, false), (ben, true)]));
    ben_desk.say(&at(6, false));
    until(&mut ann_desk, people(&[(ann, false)]));
    ben_desk.say(&at(5, false));
    until(&mut ann_desk, people(&[(ann, false), (ben, false)]));
    // After the socket is closed, other staff no longer see the record as open.
    drop(ben_desk);
    until(&mut ann_desk, people(&[(ann, false)]));
    eventually("its slot is free", || there.state.hub.socket_count() == 0);
}

#[test]
fn automatic_requests_of_the_page_do_not_renew_the_session() {
    let app = App::start();
    let token = app.log_in(app.admin());
    let ending =
        || app.count("SELECT count(*) FROM sessions WHERE expires_at < now() + interval '3 minutes'");
    app.sql("UPDATE sessions SET expires_at = now() + interval '2 minutes'");
    let away = [("cookie", format!("lanewise_session={token}")), ("x-away", "1".to_owned())];
    assert_eq!(app.raw("GET", "/api/lawyer-hires", &away, b"").status, 200);
    assert_eq!(ending(), 1, "an automatic read doesn't renew the session");
    assert_eq!(app.get("/api/lawyer-hires", &token).status, 200);
    assert_eq!(ending(), 0, "a person's read renews the session");
}
