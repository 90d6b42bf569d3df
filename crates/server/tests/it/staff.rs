//! Invitations, second factors and removal of staff, over HTTP with a real PostgreSQL.

use std::sync::{Arc, Mutex, mpsc};
use std::thread;

use crate::support::{Answer, App};
use actix_web::rt::System;
use adapters_postgres::PoolSettings;
use domain::accounts::second_factor::{STEP_SECONDS, step_at};
use domain::shared::ids::UserId;
use serde_json::{Value, json};
use server::config::MailConfig;

const PASSWORD: &str = "violet-tractor-plum-4";
const NEW: &str = "marble-otter-candle-8";

/// Returns an app, its administrator, and the administrator's session token.
fn start() -> (App, UserId, String) {
    let app = App::start();
    let admin = app.admin();
    app.set_password(admin, PASSWORD);
    let token = app.log_in(admin);
    (app, admin, token)
}

/// Invites a staff member by email.
fn invite(app: &App, token: &str, email: &str) -> Answer {
    app.post("/api/admin/staff/invitations", token, &json!({"email": email, "password": PASSWORD}))
}

/// Returns the token in the link of the newest invitation email.
fn newest_invitation_token(app: &App) -> String {
    let mails = app.mails();
    let found = mails.iter().find_map(|mail| mail.lines().find_map(|line| line.split("/invitation#").nth(1)));
    found.unwrap_or_else(|| panic!("no link in {mails:?}")).to_owned()
}

fn accept_invitation(app: &App, body: &Value, session: Option<&str>) -> Answer {
    app.call("POST", "/api/invitations/accept", session, Some(body))
}

/// Makes a driver an administrator with the password [`PASSWORD`].
fn make_administrator(app: &App, user: UserId) {
    app.sql(&format!("UPDATE users SET role = 'admin' WHERE id = {user}"));
    app.set_password(user, PASSWORD);
}

#[test]
fn an_invitation_can_be_sent_while_all_request_slots_are_in_use() {
    let (app, _, token) = start();
    let (begins, started) = mpsc::channel();
    let (until, released) = mpsc::channel::<()>();
    let released = Arc::new(Mutex::new(released));
    let all = PoolSettings::default().max_connections;
    for _ in 0..all {
        let (state, begins, released) = (app.state.clone(), begins.clone(), released.clone());
        let work = move || {
            begins.send(()).unwrap();
            let _ends = released.lock().unwrap().recv();
        };
        thread::spawn(move || {
            System::new().block_on(async move { drop(state.request_queue.run(work).await) })
        });
    }
    assert_eq!(started.iter().take(usize::try_from(all).unwrap()).count(), usize::try_from(all).unwrap());
    let invited = invite(&app, &token, "new@example.test");
    drop(until);
    assert_eq!(invited.status, 201, "{}", invited.text);
}

#[test]
fn an_emailed_invitation_link_can_be_used_only_once() {
    let (app, _, token) = start();
    let wrong = app.post(
        "/api/admin/staff/invitations",
        &token,
        &json!({"email": "new@example.test", "password": "wrong"}),
    );
    assert_eq!((wrong.status, wrong.json["fields"]["password"].is_string()), (422, true));
    let invited = invite(&app, &token, " New@Example.test ");
    assert_eq!((invited.status, &invited.json["link"]), (201, &Value::Null), "{}", invited.text);
    let link = newest_invitation_token(&app);
    assert_eq!(app.count("SELECT count(*) FROM jobs WHERE payload::text LIKE '%example.test%'"), 0);
    let look = app.call("POST", "/api/invitations/look", None, Some(&json!({"token": link})));
    let expected = json!({"email": "new@example.test", "hasAccount": false, "role": "admin", "name": null});
    assert_eq!(look.json, expected);

    let body = |password: &str| json!({"token": link, "fullName": "Nina New", "password": password});
    assert_eq!(accept_invitation(&app, &body("password"), None).status, 422, "the link stays valid");
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let tries: Vec<_> =
            (0..4).map(|_| scope.spawn(|| accept_invitation(&app, &body(NEW), None).status)).collect();
        tries.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    assert_eq!(
        app.count("SELECT count(*) FROM users WHERE role = 'admin' AND email = 'new@example.test'"),
        1
    );
    assert_eq!(app.count("SELECT count(*) FROM audit_log WHERE action = 'staff_joined'"), 1);
    assert_eq!(invite(&app, &token, "new@example.test").code(), "already_staff");
}

#[test]
fn only_the_invited_driver_can_accept_an_invitation_with_an_existing_account() {
    let (app, _, token) = start();
    let (ann, bob) = (app.driver("ann"), app.driver("bob"));
    invite(&app, &token, "ANN@example.test");
    let link = newest_invitation_token(&app);
    let own = app.log_in(ann);
    let body = json!({"token": link});
    assert_eq!(accept_invitation(&app, &body, Some(&app.log_in(bob))).code(), "log_in_to_accept");
    assert_eq!(
        accept_invitation(&app, &json!({"token": link, "fullName": "Eve", "password": NEW}), None).code(),
        "log_in_to_accept",
        "a link alone never takes over an account"
    );
    assert_eq!(accept_invitation(&app, &body, Some(&own)).json["role"], "admin");
    assert_eq!(app.get("/api/session", &own).status, 401, "the sessions of the former driver have ended");
    assert_eq!(accept_invitation(&app, &body, Some(&app.log_in(ann))).code(), "link_not_valid");
}

#[test]
fn a_withdrawn_expired_or_replaced_invitation_link_is_refused() {
    let (app, _, token) = start();
    let body = |link: &str| json!({"token": link, "fullName": "Nina New", "password": NEW});
    let first = invite(&app, &token, "new@example.test");
    let withdrawn = newest_invitation_token(&app);
    let path = format!("/api/admin/staff/invitations/{}", first.json["id"]);
    assert_eq!(app.call("DELETE", &path, Some(&token), None).status, 200);
    assert_eq!(app.call("DELETE", &path, Some(&token), None).status, 404);
    assert_eq!(accept_invitation(&app, &body(&withdrawn), None).code(), "link_not_valid");
    invite(&app, &token, "new@example.test");
    let replaced = newest_invitation_token(&app);
    invite(&app, &token, "new@example.test");
    let newest = newest_invitation_token(&app);
    assert_eq!(accept_invitation(&app, &body(&replaced), None).code(), "link_not_valid");
    app.sql("UPDATE staff_invitations SET created_at = now() - interval '4 days', expires_at = now() - interval '1 day' WHERE ended_at IS NULL");
    assert_eq!(accept_invitation(&app, &body(&newest), None).code(), "link_not_valid");
    assert_eq!(app.count("SELECT count(*) FROM users WHERE role = 'admin'"), 1);
}

#[test]
fn invitations_of_a_removed_administrator_are_void() {
    let (app, admin, token) = start();
    let other = app.driver("other");
    make_administrator(&app, other);
    let theirs = app.log_in(other);
    assert_eq!(invite(&app, &theirs, "friend@example.test").status, 201);
    let link = newest_invitation_token(&app);
    let path = format!("/api/admin/staff/{other}/remove");
    assert_eq!(app.post(&path, &token, &json!({"password": PASSWORD})).status, 200);
    let body = json!({"token": link, "fullName": "Finn Friend", "password": NEW});
    assert_eq!(accept_invitation(&app, &body, None).code(), "link_not_valid");
    assert_eq!(app.get("/api/admin/staff/invitations", &token).json, json!([]));
    assert_eq!(app.count(&format!("SELECT count(*) FROM users WHERE role = 'admin' AND id <> {admin}")), 0);
}

#[test]
fn a_server_without_email_shows_the_link_of_an_invitation_once() {
    let app = App::start_with(|config| config.mail = MailConfig::Off);
    let admin = app.admin();
    app.set_password(admin, PASSWORD);
    let token = app.log_in(admin);
    let invited = invite(&app, &token, "new@example.test");
    let link = invited.json["link"].as_str().unwrap().split('#').nth(1).unwrap().to_owned();
    assert_eq!(app.get("/api/admin/staff/invitations", &token).json[0]["link"], Value::Null);
    let body = json!({"token": link, "fullName": "Nina New", "password": NEW});
    assert_eq!(accept_invitation(&app, &body, None).status, 200);
}

#[test]
fn if_two_administrators_remove_each_other_concurrently_one_of_them_remains() {
    let (app, admin, token) = start();
    let other = app.driver("other");
    make_administrator(&app, other);
    let theirs = app.log_in(other);
    let remove = |session: &str, id: UserId| {
        let path = format!("/api/admin/staff/{id}/remove");
        app.post(&path, session, &json!({"password": PASSWORD})).status
    };
    let statuses = std::thread::scope(|scope| {
        let (one, two) = (scope.spawn(|| remove(&token, other)), scope.spawn(|| remove(&theirs, admin)));
        [one.join().unwrap(), two.join().unwrap()]
    });
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    assert_eq!(app.count("SELECT count(*) FROM users WHERE role = 'admin'"), 1);
    assert_eq!(
        app.count("SELECT count(*) FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.role = 'driver'"),
        0
    );
    let last = app.count("SELECT id FROM users WHERE role = 'admin'");
    let own = app.log_in(UserId(i32::try_from(last).unwrap()));
    let path = format!("/api/admin/staff/{last}/remove");
    assert!(app.post(&path, &own, &json!({"password": PASSWORD})).json["fields"]["isSure"].is_string());
    assert_eq!(
        app.post(&path, &own, &json!({"password": PASSWORD, "isSure": true})).code(),
        "last_administrator"
    );
}

/// Returns the code that an authenticator app shows `ahead` time steps from now.
fn authenticator_code(app: &App, secret: &str, ahead: i64) -> String {
    let time = u64::try_from((step_at(app.deps().clock.now()) + ahead) * STEP_SECONDS).unwrap();
    let secret = totp_rs::Secret::try_from_base32(secret).unwrap();
    totp_rs::Builder::new()
        .with_secret(secret)
        .with_account_name("x")
        .build()
        .unwrap()
        .generate(time)
        .to_string()
}

/// Logs in the administrator by password. Returns the status, and the token of a login that waits for a code.
fn log_in(app: &App) -> (u16, Option<String>) {
    let body = json!({"email": "admin@example.test", "password": PASSWORD});
    let answer = app.call("POST", "/api/authenticate", None, Some(&body));
    let cookie = answer
        .header("set-cookie")
        .and_then(|cookie| cookie.strip_prefix("lanewise_login=").map(str::to_owned));
    (answer.status, cookie.map(|cookie| cookie.split(';').next().unwrap().to_owned()))
}

/// Enters a second factor's code for the waiting login with the token `pending`.
fn enter_code(app: &App, pending: &str, code: &str) -> Answer {
    let headers = [
        ("sec-fetch-site", "same-origin".to_owned()),
        ("cookie", format!("lanewise_login={pending}")),
        ("content-type", "application/json".to_owned()),
    ];
    app.raw("POST", "/api/authenticate/second-factor", &headers, json!({"code": code}).to_string().as_bytes())
}

#[test]
fn a_second_factor_can_be_set_up_used_and_reset() {
    let (app, admin, token) = start();
    let other = app.log_in(admin);
    let setup = app.post("/api/account/second-factor", &token, &json!({"password": PASSWORD}));
    assert_eq!(setup.status, 201, "{}", setup.text);
    let secret = setup.json["secret"].as_str().unwrap().to_owned();
    assert!(setup.json["qrSvg"].as_str().unwrap().contains("<svg"));
    assert_eq!(log_in(&app).0, 200, "the factor is not required before its first code");
    let confirm = |code: &str| app.post("/api/account/second-factor/confirm", &token, &json!({"code": code}));
    assert!(confirm("000000").json["fields"]["code"].is_string());
    let confirmed = confirm(&authenticator_code(&app, &secret, 0));
    let codes: Vec<String> = serde_json::from_value(confirmed.json["codes"].clone()).unwrap();
    assert_eq!((confirmed.status, codes.len()), (200, 10));
    assert_eq!(app.get("/api/session", &other).status, 401, "the session was opened without a code");

    let (status, pending) = log_in(&app);
    let pending = pending.unwrap();
    assert_eq!(status, 202);
    assert_eq!(app.get("/api/session", &pending).status, 401, "a pending login is not a session");
    assert_eq!(enter_code(&app, &pending, "000000").code(), "code_refused");
    let next = authenticator_code(&app, &secret, 1);
    let entered = enter_code(&app, &pending, &next);
    assert_eq!((entered.status, &entered.json["role"]), (200, &json!("admin")), "{}", entered.text);
    let again = log_in(&app).1.unwrap();
    assert_eq!(enter_code(&app, &again, &next).code(), "code_refused", "a code is accepted once");
    for _ in 0..3 {
        enter_code(&app, &again, "000000");
    }
    assert_eq!(enter_code(&app, &again, "000000").code(), "login_over");
    let recovered = log_in(&app).1.unwrap();
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let tries: Vec<_> =
            (0..3).map(|_| scope.spawn(|| enter_code(&app, &recovered, &codes[0]).status)).collect();
        tries.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    assert_eq!(
        app.get("/api/account/second-factor", &token).json,
        json!({"isOn": true, "isNeeded": false, "recoveryCodes": 9})
    );

    let invite = |code: Option<&str>| {
        let body = json!({"email": "x@example.test", "password": PASSWORD, "code": code});
        app.post("/api/admin/staff/invitations", &token, &body).status
    };
    assert_eq!((invite(None), invite(Some("000000")), invite(Some(&codes[1]))), (422, 422, 201));

    let anew = json!({"password": PASSWORD, "code": codes[2]});
    let anew = app.post("/api/account/second-factor/recovery-codes", &token, &anew);
    let codes: Vec<String> = serde_json::from_value(anew.json["codes"].clone()).unwrap();
    assert_eq!(app.count("SELECT count(*) FROM audit_log WHERE action = 'recovery_codes_made'"), 1);

    // After the device is lost, another administrator turns off the second factor.
    let helper = app.driver("helper");
    make_administrator(&app, helper);
    let path = format!("/api/admin/staff/{admin}/reset-second-factor");
    assert_eq!(
        app.post(&path, &token, &json!({"password": PASSWORD, "code": codes[2]})).status,
        404,
        "not one's own factor"
    );
    assert_eq!(app.post(&path, &app.log_in(helper), &json!({"password": PASSWORD})).status, 200);
    assert_eq!((log_in(&app).0, app.get("/api/session", &token).status), (200, 401));
    assert_eq!(app.count("SELECT count(*) FROM recovery_codes"), 0);
    assert_eq!(
        app.count("SELECT count(*) FROM audit_log WHERE action IN ('second_factor_on', 'second_factor_off')"),
        2
    );
    assert!(app.count("SELECT count(*) FROM security_events WHERE kind = 'second_factor_refused'") > 4);
}
