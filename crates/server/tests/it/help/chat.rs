//! Help inquiries and their chat, over HTTP.

use crate::support::App;
use serde_json::{Value, json};

/// Starts a chat. Returns the inquiry's id.
fn start_chat(app: &App, token: &str) -> i32 {
    let body = json!({"type": "chat", "message": "  My ticket is missing. "});
    let answer = app.post("/api/help-inquiries", token, &body);
    assert_eq!(answer.status, 201, "{}", answer.text);
    i32::try_from(answer.json["id"].as_i64().unwrap()).unwrap()
}

#[test]
fn a_driver_starts_a_chat_and_both_sides_exchange_messages() {
    let app = App::start();
    let (driver, admin) = (app.driver("asker"), app.admin());
    let (token, staff) = (app.log_in(driver), app.log_in(admin));
    // The server must ignore the values for `createdAt` and `status`.
    let body = json!({
        "userId": driver.0, "type": "chat", "message": "  My ticket is missing. ", "phoneNumber": "",
        "createdAt": "2001-01-01T00:00:00Z", "status": "resolved",
    });
    let answer = app.post("/api/help-inquiries", &token, &body);
    assert_eq!(answer.status, 201, "{}", answer.text);
    let inquiry = &answer.json;
    assert_eq!(
        (
            &inquiry["userId"],
            &inquiry["type"],
            &inquiry["message"],
            &inquiry["status"],
            &inquiry["phoneNumber"]
        ),
        (&json!(driver.0), &json!("chat"), &json!("My ticket is missing."), &json!("pending"), &Value::Null)
    );
    assert!(!inquiry["createdAt"].as_str().unwrap().starts_with("2001"));
    let id = inquiry["id"].as_i64().unwrap();
    let reply = json!({
        "helpInquiryId": id, "senderId": driver.0, "senderType": "user", "message": " How can we help? ",
        "createdAt": "2001-01-01T00:00:00Z", "clientMessageId": "s-1",
    });
    let message_answer = app.post("/api/chat-messages", &staff, &reply);
    assert_eq!(message_answer.status, 201, "{}", message_answer.text);
    assert_eq!(
        (
            &message_answer.json["senderId"],
            &message_answer.json["senderType"],
            &message_answer.json["message"]
        ),
        (&json!(admin.0), &json!("admin"), &json!("How can we help?")),
        "the sender comes from the session"
    );
    assert_eq!(
        app.post("/api/chat-messages", &staff, &reply).json,
        message_answer.json,
        "a resent message is stored once"
    );
    let listed = app.get(&format!("/api/chat-messages/{id}"), &token);
    let texts: Vec<&str> =
        listed.json.as_array().unwrap().iter().map(|message| message["message"].as_str().unwrap()).collect();
    assert_eq!(texts, ["How can we help?", "My ticket is missing."], "newest first");
    let first = listed.json[1]["id"].as_i64().unwrap();
    let newer = app.get(&format!("/api/chat-messages/{id}?after={first}"), &token);
    assert_eq!((newer.json.as_array().unwrap().len(), newer.header("x-total-count")), (1, Some("1")));
    let page = app.get(&format!("/api/chat-messages/{id}?after=0&limit=1"), &token);
    let next = format!("</api/chat-messages/{id}?after=0&limit=1&offset=1>; rel=\"next\"");
    assert_eq!(page.header("link"), Some(next.as_str()));
    assert_eq!(app.get("/api/help-inquiries", &token).json.as_array().unwrap().len(), 1);
}

#[test]
fn a_callback_needs_a_phone_number_and_a_chat_needs_a_message() {
    let app = App::start();
    let driver = app.driver("asker");
    let token = app.log_in(driver);
    let post = |body: Value| app.post("/api/help-inquiries", &token, &body);
    let callback_answer = post(json!({"type": "callback", "phoneNumber": "(512) 555-0142", "message": " "}));
    assert_eq!(
        (callback_answer.status, &callback_answer.json["phoneNumber"]),
        (201, &json!("5125550142")),
        "{}",
        callback_answer.text
    );
    let long = "x".repeat(4001);
    for (body, field) in [
        (json!({"type": "callback"}), "phoneNumber"),
        (json!({"type": "callback", "phoneNumber": ""}), "phoneNumber"),
        (json!({"type": "callback", "phoneNumber": "555-CALL-NOW"}), "phoneNumber"),
        (json!({"type": "callback", "phoneNumber": "12345"}), "phoneNumber"),
        (json!({"type": "callback", "phoneNumber": "5125550142", "message": long}), "message"),
        (json!({"type": "chat"}), "message"),
        (json!({"type": "chat", "message": " \n "}), "message"),
        (json!({"type": "chat", "message": long}), "message"),
        (json!({"type": "chat", "message": "a\u{0}b"}), "message"),
        (json!({"type": "chat", "message": "a\u{202e}b"}), "message"),
        (json!({"type": "chat", "message": "Hi", "phoneNumber": "letters"}), "phoneNumber"),
        (json!({"type": "mail", "message": "Hi"}), "type"),
        (json!({"message": "Hi"}), "type"),
        (json!({"type": "chat", "message": "Hi", "isSolved": true}), "isSolved"),
        (json!({"type": "chat", "message": "Hi", "userId": "me"}), "userId"),
    ] {
        let answer = post(body.clone());
        assert_eq!(answer.status, 422, "{body}: {}", answer.text);
        assert!(answer.json["fields"][field].is_string(), "{body}: {}", answer.text);
    }
    assert_eq!(post(json!({"type": "chat", "message": "ä".repeat(4000)})).status, 201);
    assert_eq!(app.count("SELECT count(*) FROM help_inquiries"), 2);
}

#[test]
fn an_invalid_chat_message_reports_its_field() {
    let app = App::start();
    let driver = app.driver("asker");
    let token = app.log_in(driver);
    let id = start_chat(&app, &token);
    let good = json!({"helpInquiryId": id, "message": "Hello"});
    for (field, value) in [
        ("message", json!("  ")),
        ("message", json!("x".repeat(4001))),
        ("message", json!("\u{0}")),
        ("message", json!(7)),
        ("clientMessageId", json!("x".repeat(65))),
        ("clientMessageId", json!("")),
        ("helpInquiryId", json!("one")),
        ("helpInquiryId", json!(99_999_999_999_i64)),
        ("isRead", json!(true)),
    ] {
        let mut body = good.clone();
        body[field] = value;
        let answer = app.post("/api/chat-messages", &token, &body);
        assert_eq!(answer.status, 422, "{body}");
        assert!(answer.json["fields"][field].is_string(), "{field}: {}", answer.text);
    }
    for query in ["after=-1", "after=x", "limit=0", "limit=201", "after=99999999999"] {
        assert_eq!(app.get(&format!("/api/chat-messages/{id}?{query}"), &token).status, 422, "{query}");
    }
    for odd in ["abc", "0", "-1"] {
        assert_eq!(app.get(&format!("/api/chat-messages/{odd}"), &token).status, 404, "{odd}");
    }
    let named = json!({"helpInquiryId": id, "message": "Hello", "clientMessageId": "m"});
    assert_eq!(app.post("/api/chat-messages", &token, &named).status, 201);
    let other = json!({"helpInquiryId": id, "message": "Other", "clientMessageId": "m"});
    assert!(app.post("/api/chat-messages", &token, &other).json["fields"]["clientMessageId"].is_string());
}

#[test]
fn staff_can_resolve_a_chat_once_and_it_is_then_closed_to_messages() {
    let app = App::start();
    let (driver, admin) = (app.driver("asker"), app.admin());
    let (token, staff) = (app.log_in(driver), app.log_in(admin));
    let id = start_chat(&app, &token);
    let path = format!("/api/help-inquiries/{id}");
    let patch = |token: &str, body: Value| app.call("PATCH", &path, Some(token), Some(&body));
    assert_eq!(patch(&token, json!({"status": "resolved"})).status, 403);
    let read = app.get(&format!("/api/chat-messages/{id}"), &token);
    assert_eq!((read.status, read.header("x-inquiry-status")), (200, Some("pending")));
    let still = patch(&staff, json!({"status": "pending"}));
    assert_eq!((still.status, &still.json["status"]), (200, &json!("pending")), "{}", still.text);
    for wrong in [json!({"status": "gone"}), json!({}), json!({"isSolved": true})] {
        assert_eq!(patch(&staff, wrong.clone()).status, 422, "{wrong}");
    }
    let resolved = patch(&staff, json!({"status": "resolved"}));
    assert_eq!((resolved.status, &resolved.json["status"]), (200, &json!("resolved")), "{}", resolved.text);
    assert!(resolved.json["resolvedAt"].is_string());
    for late in ["resolved", "pending"] {
        let again = patch(&staff, json!({"status": late}));
        assert_eq!((again.status, again.code()), (409, "inquiry_resolved"), "{late}");
    }
    let late = app.post("/api/chat-messages", &token, &json!({"helpInquiryId": id, "message": "More"}));
    assert_eq!((late.status, late.code()), (409, "inquiry_resolved"));
    assert!(late.json["message"].as_str().unwrap().contains("start a new one"), "{}", late.text);
    let read = app.get(&format!("/api/chat-messages/{id}"), &token);
    assert_eq!((read.status, read.header("x-inquiry-status")), (200, Some("resolved")));
    let audited =
        format!("SELECT count(*) FROM audit_log WHERE action = 'inquiry_resolved' AND subject_id = {id}");
    assert_eq!(app.count(&audited), 1);
}

#[test]
fn reading_a_chat_does_not_renew_the_session_but_writing_does() {
    let app = App::start();
    let driver = app.driver("sleepy");
    let token = app.log_in(driver);
    let id = start_chat(&app, &token);
    app.sql("UPDATE sessions SET login_time = now() - interval '27 min', last_activity = now() - interval '27 min', expires_at = now() + interval '3 min'");
    let seconds_left = || app.count("SELECT extract(epoch FROM expires_at - now()) FROM sessions");
    assert_eq!(app.get(&format!("/api/chat-messages/{id}"), &token).status, 200);
    assert!(seconds_left() <= 180, "a poll renewed the session: {} s", seconds_left());
    let answer =
        app.post("/api/chat-messages", &token, &json!({"helpInquiryId": id, "message": "I am here"}));
    assert_eq!(answer.status, 201);
    assert!(seconds_left() > 1700, "a message renews the session: {} s", seconds_left());
}
