//! Accounts over HTTP with a real PostgreSQL: passwords, email addresses, sessions, single-use links,
//! data downloads and closing.

use crate::support::App;
use domain::shared::ids::UserId;
use serde_json::{Value, json};
use server::config::MailConfig;

const PASSWORD: &str = "violet-tractor-plum-4";
const NEW: &str = "marble-otter-candle-8";

/// Creates a driver with the password [`PASSWORD`]. Returns the driver's id and session token.
fn driver(app: &App, name: &str) -> (UserId, String) {
    let id = app.driver(name);
    app.set_password(id, PASSWORD);
    (id, app.log_in(id))
}

/// Logs in and returns the response's status.
fn log_in(app: &App, email: &str, password: &str) -> u16 {
    app.call("POST", "/api/authenticate", None, Some(&json!({"email": email, "password": password}))).status
}

/// Requests a link for resetting the password, and returns the response's status.
fn request_reset(app: &App, email: &str) -> u16 {
    app.call("POST", "/api/password-resets", None, Some(&json!({"email": email}))).status
}

/// Resets the password to [`NEW`] with a link's token. Returns the status and the JSON.
fn confirm_reset(app: &App, token: &str) -> (u16, Value) {
    let body = json!({"token": token, "password": NEW});
    let answer = app.call("POST", "/api/password-resets/confirm", None, Some(&body));
    (answer.status, answer.json)
}

/// Checks a link's token without using the link. Returns the status and the JSON.
fn show_reset(app: &App, token: &str) -> (u16, Value) {
    let answer = app.call("POST", "/api/password-resets/look", None, Some(&json!({"token": token})));
    (answer.status, answer.json)
}

/// Returns the token in the link to this page, from the newest email that has one.
fn token_in_newest_email(app: &App, page: &str) -> String {
    let start = format!("{}/{page}#", app.deps().mail.as_ref().unwrap().public_url);
    let mails = app.mails();
    let mut links = mails.iter().filter_map(|mail| mail.lines().find_map(|line| line.strip_prefix(&start)));
    links.next().unwrap_or_else(|| panic!("no link to {page} in {mails:?}")).to_owned()
}

/// Returns the number of rows of a table that match an SQL condition.
fn count_rows(app: &App, table: &str, filter: &str) -> i64 {
    app.count(&format!("SELECT count(*) FROM {table} WHERE {filter}"))
}

#[test]
fn an_emailed_link_resets_a_forgotten_password_only_once() {
    let app = App::start();
    let (id, session) = driver(&app, "forgetful");
    assert_eq!(request_reset(&app, "nobody@example.test"), 202);
    assert_eq!(request_reset(&app, " Forgetful@Example.TEST "), 202);
    let token = token_in_newest_email(&app, "reset-password");
    assert_eq!(app.mails().len(), 1, "an unknown address gets no email");
    assert_eq!(
        count_rows(&app, "jobs", "payload <> '{}'"),
        0,
        "neither token nor address stays in the outbox"
    );

    assert_eq!(
        [show_reset(&app, &token).0, show_reset(&app, &token).0],
        [200; 2],
        "checking the link doesn't use it up"
    );
    assert_eq!(app.get("/api/session", &session).status, 200);
    assert_eq!(confirm_reset(&app, &token).0, 200);
    assert_eq!(app.get("/api/session", &session).status, 401, "every session ended immediately");
    let (used, nonsense) = (confirm_reset(&app, &token), confirm_reset(&app, "nonsense"));
    assert_eq!(
        (used.0, &used.1["code"], &used.1["message"]),
        (409, &nonsense.1["code"], &nonsense.1["message"])
    );
    let (seen_used, seen_nonsense) = (show_reset(&app, &token), show_reset(&app, "nonsense"));
    assert_eq!((seen_used.0, seen_nonsense.0), (409, 409));
    assert_eq!(seen_used.1["message"], used.1["message"], "used and unknown links get the same answer");
    assert_eq!(log_in(&app, "forgetful@example.test", PASSWORD), 401);
    assert_eq!(log_in(&app, "forgetful@example.test", NEW), 200);
    assert!(app.mails()[0].contains("Your password was changed"));
    assert_eq!(count_rows(&app, "audit_log", &format!("action = 'password_reset' AND actor_id = {id}")), 1);
    assert_eq!(count_rows(&app, "security_events", "kind = 'link_refused'"), 4);
}

#[test]
fn only_one_of_many_concurrent_calls_uses_a_reset_link() {
    let app = App::start();
    driver(&app, "hurried");
    request_reset(&app, "hurried@example.test");
    let token = token_in_newest_email(&app, "reset-password");
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let tries: Vec<_> = (0..6).map(|_| scope.spawn(|| confirm_reset(&app, &token).0)).collect();
        tries.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 409).count(), 5, "{statuses:?}");
    assert_eq!(count_rows(&app, "audit_log", "action = 'password_reset'"), 1);
}

#[test]
fn changing_the_password_ends_all_sessions_and_opens_one_with_a_new_token() {
    let app = App::start();
    let (id, session) = driver(&app, "careful");
    let other = app.log_in(id);
    let body = |current: &str| json!({"currentPassword": current, "newPassword": NEW});
    let wrong = app.post("/api/account/password", &session, &body("not it"));
    assert_eq!(
        (wrong.status, &wrong.json["fields"]["currentPassword"]),
        (422, &json!("This password is incorrect."))
    );
    let changed = app.post("/api/account/password", &session, &body(PASSWORD));
    assert_eq!(changed.status, 200, "{}", changed.text);
    let cookie = changed.header("set-cookie").unwrap();
    let fresh = cookie.strip_prefix("lanewise_session=").unwrap().split(';').next().unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    assert_eq!(app.get("/api/session", fresh).status, 200);
    assert_eq!(app.get("/api/session", &session).status, 401);
    assert_eq!(app.get("/api/session", &other).status, 401);
    assert_eq!(log_in(&app, "careful@example.test", NEW), 200);
    assert_eq!(
        count_rows(&app, "security_events", &format!("kind = 'password_refused' AND user_id = {id}")),
        1
    );
}

#[test]
fn a_session_token_sent_by_the_browser_is_never_used_for_a_new_session() {
    let app = App::start();
    driver(&app, "fixed");
    let chosen = "chosen-by-a-thief-0000000000000000000000000";
    let body = json!({"email": "fixed@example.test", "password": PASSWORD});
    let answer = app.call("POST", "/api/authenticate", Some(chosen), Some(&body));
    assert_eq!(answer.status, 200);
    assert!(!answer.header("set-cookie").unwrap().contains(chosen));
    assert_eq!(app.get("/api/session", chosen).status, 401);
}

#[test]
fn opening_the_link_sent_to_the_new_email_address_changes_the_address() {
    let app = App::start();
    let (id, session) = driver(&app, "mover");
    driver(&app, "taken");
    let ask = |email: &str| {
        app.post("/api/account/email-changes", &session, &json!({"email": email, "password": PASSWORD}))
            .status
    };
    for email in [
        "x@evil.test\r\nBcc: y@evil.test",
        "x@evil.test, y@evil.test",
        "no address",
        "",
        "Mover@example.test",
    ] {
        assert_eq!(ask(email), 422, "{email}");
    }
    let confirm = |token: &str| {
        app.call("POST", "/api/account/email-confirmations", None, Some(&json!({"token": token})))
    };
    assert_eq!(ask("TAKEN@example.test"), 202, "a taken address gets the same response as any other");
    let answer = confirm(&token_in_newest_email(&app, "confirm-email"));
    assert_eq!((answer.status, answer.code()), (409, "email_taken"));
    assert_eq!(ask("moved@example.test"), 202);
    assert_eq!(confirm(&token_in_newest_email(&app, "confirm-email")).status, 200);
    assert_eq!(app.get("/api/session", &session).json["user"]["email"], "moved@example.test");
    assert_eq!(log_in(&app, "moved@example.test", PASSWORD), 200);
    let mail = app.mails().remove(0);
    assert!(mail.contains("To: mover@example.test") && mail.contains("was changed"), "{mail}");
    assert_eq!(count_rows(&app, "audit_log", &format!("action = 'email_changed' AND subject_id = {id}")), 1);
}

#[test]
fn a_new_email_address_requested_by_eight_accounts_gets_at_most_five_emails() {
    let one = App::start();
    let two = App::start_on(one.database.clone(), |_| {});
    for account in 0..8 {
        let (_, session) = driver(&one, &format!("bomber{account}"));
        for spelling in ["stranger", "Stranger", "stranger+a", "STRANGER+b"] {
            let body = json!({"email": format!("{spelling}@example.org"), "password": PASSWORD});
            let answer = one.post("/api/account/email-changes", &session, &body);
            assert_eq!(
                (answer.status, answer.text.as_str()),
                (202, "{}"),
                "every caller gets the same response"
            );
            // Run the jobs of both apps at the same time, before the next request replaces the link.
            let mails = std::thread::scope(|scope| {
                let other = scope.spawn(|| two.mails().len());
                (one.mails().len(), other.join().unwrap())
            });
            assert!(mails.0 + mails.1 <= 5, "{mails:?}");
        }
    }
    assert_eq!(one.mails().len() + two.mails().len(), 5, "the limit holds across processes");
    assert_eq!(count_rows(&one, "jobs", "done_at IS NULL"), 0);
    assert_eq!(count_rows(&one, "unconfirmed_messages", "true"), 5);
    assert_eq!(count_rows(&one, "audit_log", "action = 'email_change_asked'"), 32);
}

#[test]
fn a_session_is_renewed_by_a_request_and_expires_after_at_most_12_hours() {
    let app = App::start();
    let driver = app.driver("sleepy");
    let token = app.log_in(driver);
    app.sql("UPDATE sessions SET login_time = now() - interval '27 min', last_activity = now() - interval '27 min', expires_at = now() + interval '3 min'");
    let record = app.get("/api/session", &token);
    assert_eq!(record.status, 200);
    let seconds_left = app.count("SELECT extract(epoch FROM expires_at - now()) FROM sessions");
    assert!((1790..=1800).contains(&seconds_left), "renewed for 30 minutes, not {seconds_left} s");
    app.sql("UPDATE sessions SET login_time = now() - interval '11 hours 50 min', expires_at = now() + interval '3 min'");
    assert_eq!(app.post("/api/session/extend", &token, &json!({})).status, 200);
    let seconds_left = app.count("SELECT extract(epoch FROM expires_at - now()) FROM sessions");
    assert!((590..=600).contains(&seconds_left), "12 hours at most, not {seconds_left} s");
    app.sql("UPDATE sessions SET expires_at = now() - interval '1 second'");
    assert_eq!(app.get("/api/session", &token).status, 401);
    assert_eq!(app.count("SELECT count(*) FROM sessions"), 0);
}

#[test]
fn sessions_show_their_device_and_can_be_ended_with_the_password() {
    let app = App::start();
    let (_, session) = driver(&app, "many");
    let chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
    let body = json!({"email": "many@example.test", "password": PASSWORD}).to_string();
    let headers = [
        ("sec-fetch-site", "same-origin".to_owned()),
        ("content-type", "application/json".to_owned()),
        ("user-agent", chrome.to_owned()),
    ];
    let entered = app.raw("POST", "/api/authenticate", &headers, body.as_bytes());
    let other = entered.header("set-cookie").unwrap()["lanewise_session=".len()..]
        .split(';')
        .next()
        .unwrap()
        .to_owned();
    let list = app.get("/api/account/sessions", &session).json;
    assert_eq!(list.as_array().unwrap().len(), 2);
    let on_chrome = list.as_array().unwrap().iter().find(|one| one["device"] == "Chrome on Windows").unwrap();
    assert_eq!(on_chrome["isCurrent"], false);
    let one = format!("/api/account/sessions/{}/end", on_chrome["id"]);
    for path in [one.as_str(), "/api/account/sessions/end"] {
        let refused = app.post(path, &session, &json!({"password": "wrong"}));
        assert_eq!((refused.status, refused.json["fields"]["password"].is_string()), (422, true));
    }
    assert_eq!(
        app.get("/api/session", &other).status,
        200,
        "a session without the password cannot end another"
    );
    let proof = json!({"password": PASSWORD});
    assert_eq!(app.post(&one, &session, &proof).status, 200);
    assert_eq!(app.get("/api/session", &other).status, 401);
    assert_eq!(app.get("/api/session", &session).status, 200);
    assert_eq!(app.post("/api/account/sessions/end", &session, &proof).json, json!({"ended": 0}));
}

#[test]
fn a_data_download_contains_all_of_the_users_data_and_no_secrets() {
    let app = App::start();
    let (id, session) = driver(&app, "curious");
    let (other, _) = driver(&app, "private");
    let ticket = app.ticket(id, "$150");
    app.ticket(other, "$999");
    app.sql(&format!(
        "UPDATE users SET sealed_ssn = 'sealed', status_requested_at = now() WHERE id = {id};
         INSERT INTO payment_transactions (user_id, payment_type, ticket_id, amount_cents, processing_fee_cents, our_fee_cents,
             confirmation_number, created_at) VALUES ({id}, 'traffic_ticket', {ticket}, 15005, 299, 299, 'CONF-MINE', now());
         INSERT INTO help_inquiries (user_id, type, message, created_at) VALUES ({id}, 'chat', 'My own question', now());
         INSERT INTO chat_messages (help_inquiry_id, sender_id, sender_type, message, created_at)
             SELECT id, {other}, 'admin', 'An answer', now() FROM help_inquiries;
         INSERT INTO missing_ticket_reports (user_id, state, ticket_type, reported_at) VALUES ({id}, 'Ohio', 'Parking ticket', now());
         INSERT INTO text_notification_requests (user_id, phone_number, requested_at) VALUES ({id}, '5551112222', now());"
    ));
    let (_, headers, _) = app.bytes("/api/account/data", &session);
    let (_, disposition) = headers.iter().find(|(name, _)| name == "content-disposition").unwrap();
    assert!(
        disposition.starts_with("attachment; filename=\"lanewise-data-20") && disposition.ends_with(".zip\""),
        "{disposition}"
    );
    let data = app.own_data(&session);
    assert_eq!(data["account"][0]["email"], "curious@example.test");
    assert_eq!(data["tickets"].as_array().unwrap().len(), 1);
    assert_eq!(data["paymentTransactions"][0]["amount"], "150.05");
    assert_eq!(data["helpInquiries"][0]["message"], "My own question");
    assert_eq!(data["chatMessages"][0]["by"], "staff");
    assert_eq!(data["missingTicketReports"][0]["state"], "Ohio");
    assert_eq!(data["textNotificationRequests"][0]["phoneNumber"], "5551112222");
    assert_eq!(data["sessions"].as_array().unwrap().len(), 1);
    for secret in ["argon2", "sealed", "Hash", "secret", "private@example.test", "$999"] {
        assert!(!data.to_string().contains(secret), "{secret} in {data}");
    }
    assert_eq!(app.own_data(&session)["auditLog"][0]["action"], "data_downloaded");
}

#[test]
fn data_downloads_are_rate_limited() {
    let app = App::start_with(|config| config.rate_limits = true);
    let (_, session) = driver(&app, "greedy");
    let statuses: Vec<u16> = (0..4).map(|_| app.get("/api/account/data", &session).status).collect();
    assert_eq!(statuses, [200, 200, 200, 429]);
    assert!(app.get("/api/account/data", &session).header("retry-after").is_some());
}

#[test]
fn a_closed_account_is_erased_except_for_payment_records() {
    let app = App::start();
    let admin = app.admin();
    let (id, session) = driver(&app, "leaver");
    let (paid, unpaid) = (app.ticket(id, "$150"), app.ticket(id, "$80"));
    app.sql(&format!(
        "UPDATE users SET phone_number = '5551234567', vehicle_license_plate = 'BYE 1', vehicle_state = 'Texas',
             sealed_ssn = 'sealed', status_requested_at = now() WHERE id = {id};
         INSERT INTO payment_transactions (user_id, payment_type, ticket_id, amount_cents, processing_fee_cents, our_fee_cents,
             confirmation_number, created_at) VALUES ({id}, 'traffic_ticket', {paid}, 15000, 299, 299, 'CONF-KEPT', now());
         INSERT INTO lawyer_hires (user_id, ticket_id, amount_cents, confirmation_number, status, contact_method, contact_value, created_at)
             VALUES ({id}, {paid}, 7500, 'CONF-HIRE', 'In Progress', 'phone', '5551234567', now());
         INSERT INTO help_inquiries (user_id, type, message, created_at) VALUES ({id}, 'chat', 'My question', now());
         INSERT INTO chat_messages (help_inquiry_id, sender_id, sender_type, message, created_at)
             SELECT id, {admin}, 'admin', 'An answer', now() FROM help_inquiries;
         INSERT INTO text_notification_requests (user_id, phone_number, requested_at) VALUES ({id}, '5551234567', now());"
    ));
    let close = |password: &str| app.post("/api/account/close", &session, &json!({"password": password}));
    assert_eq!(close("wrong").status, 422);
    let refused = close(PASSWORD);
    assert_eq!((refused.status, refused.code()), (409, "hire_at_work"));
    assert!(refused.json["message"].as_str().unwrap().contains("CONF-HIRE"), "{}", refused.text);
    app.sql("UPDATE lawyer_hires SET status = 'Completed'");
    assert_eq!(close(PASSWORD).status, 200);

    assert_eq!(app.get("/api/session", &session).status, 401);
    assert_eq!(log_in(&app, "leaver@example.test", PASSWORD), 401);
    assert_eq!(request_reset(&app, "leaver@example.test"), 202);
    assert!(app.mails().is_empty());
    let rows =
        app.database.value(&format!("SELECT row_to_json(users)::text FROM users WHERE id = {id}")).unwrap();
    for trace in ["leaver", "Test", "5551234567", "BYE", "TX1234567", "1990", "7365616c6564"] {
        assert!(!rows.contains(trace), "{trace} in {rows}");
    }
    let own = format!("user_id = {id}");
    assert_eq!(count_rows(&app, "sessions", &own), 0);
    assert_eq!(
        count_rows(&app, "help_inquiries", &own) + count_rows(&app, "text_notification_requests", &own),
        0
    );
    assert_eq!(count_rows(&app, "lawyer_hires", "contact_value IS NULL"), 1);
    assert_eq!(
        (
            count_rows(&app, "tickets", &format!("id = {paid}")),
            count_rows(&app, "tickets", &format!("id = {unpaid}"))
        ),
        (1, 0)
    );
    let staff = app.log_in(admin);
    assert_eq!(app.get("/api/payment-transactions", &staff).json[0]["confirmationNumber"], "CONF-KEPT");
    assert_eq!(app.get("/api/users?q=closed", &staff).json, json!([]));
    let signed_up = json!({"fullName": "New Person", "state": "Texas", "driversLicenseNumber": "TX1", "dateOfBirth": "1990-01-01",
        "email": "leaver@example.test", "password": NEW});
    assert_eq!(
        app.call("POST", "/api/users", None, Some(&signed_up)).status,
        201,
        "the email address can be used again"
    );
}

#[test]
fn the_development_page_shows_sent_emails_and_a_server_without_email_refuses_calls_that_send_email() {
    let app = App::start();
    driver(&app, "reader");
    request_reset(&app, "reader@example.test");
    let token = token_in_newest_email(&app, "reset-password");
    let page = app.raw("GET", "/dev/mail", &[], b"");
    assert!(page.status == 200 && page.text.contains(&token) && page.text.contains("reader@example.test"));
    assert_eq!(app.call("GET", "/api/config", None, None).json["canMail"], true);

    let without = App::start_with(|config| config.mail = MailConfig::Off);
    assert!(!without.raw("GET", "/dev/mail", &[], b"").text.contains("Development mail"));
    assert_eq!(without.call("GET", "/api/config", None, None).json["canMail"], false);
    let refused = without.call("POST", "/api/password-resets", None, Some(&json!({"email": "a@b.test"})));
    assert_eq!((refused.status, refused.code()), (503, "mail_unavailable"));
    let (_, session) = driver(&without, "stuck");
    let body = json!({"email": "new@b.test", "password": PASSWORD});
    assert_eq!(without.post("/api/account/email-changes", &session, &body).status, 503);
    let body = json!({"currentPassword": PASSWORD, "newPassword": NEW});
    assert_eq!(without.post("/api/account/password", &session, &body).status, 200);
    assert_eq!(count_rows(&without, "jobs", "true"), 0);
}

#[test]
fn invalid_account_requests_are_refused() {
    let app = App::start();
    let (_, session) = driver(&app, "odd");
    let long = "x".repeat(5_000);
    for (method, path, body, expected) in [
        ("POST", "/api/password-resets", json!({"email": "a\u{0}@b.test"}), 422),
        ("POST", "/api/password-resets", json!({"email": long}), 422),
        ("POST", "/api/password-resets", json!({"email": "a@b.test", "userId": 1}), 422),
        ("POST", "/api/password-resets", json!({"email": ["a@b.test"]}), 422),
        ("POST", "/api/password-resets", json!({}), 422),
        ("POST", "/api/password-resets/confirm", json!({"token": long, "password": NEW}), 422),
        ("POST", "/api/password-resets/confirm", json!({"token": "", "password": NEW}), 409),
        ("POST", "/api/account/password", json!({"currentPassword": PASSWORD, "newPassword": long}), 422),
        (
            "POST",
            "/api/account/password",
            json!({"currentPassword": PASSWORD, "newPassword": "\u{7}bell-rings-loud"}),
            422,
        ),
        ("PATCH", "/api/account/contact", json!({}), 422),
        ("PATCH", "/api/account/contact", json!({"phoneNumber": "555-CALL-NOW"}), 422),
        ("PATCH", "/api/account/contact", json!({"phoneNumber": "+44 20 7946 0958"}), 422),
        (
            "PATCH",
            "/api/account/contact",
            json!({"phoneNumber": "5551234567", "fullName": "Somebody Else"}),
            422,
        ),
        ("PATCH", "/api/account/contact", json!({"phoneNumber": "(555) 123-4567"}), 200),
        ("POST", "/api/account/sessions/0/end", json!({"password": PASSWORD}), 404),
        ("POST", "/api/account/sessions/x/end", json!({"password": PASSWORD}), 404),
        ("GET", "/api/account/close", json!({}), 405),
    ] {
        let answer = app.call(method, path, Some(&session), Some(&body));
        assert_eq!(answer.status, expected, "{method} {path} {body}: {}", answer.text);
    }
    assert_eq!(app.get("/api/session", &session).json["user"]["phoneNumber"], "5551234567");
}
