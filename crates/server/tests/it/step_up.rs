//! Tests of the second factors and the step-up authentication of staff.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::{Answer, App, with_id};
use domain::accounts::second_factor::{STEP_SECONDS, step_at};
use domain::shared::ids::UserId;
use lanewise_http::edge::route::{RequiredAuthentication, Route};
use serde_json::{Value, json};
use server::config::Config;

const PASSWORD: &str = "violet-tractor-plum-4";

/// Returns an app with changed settings, its administrator, and the administrator's session token.
fn start_with(change: impl FnOnce(&mut Config)) -> (App, UserId, String) {
    let app = App::start_with(change);
    let admin = app.admin();
    app.set_password(admin, PASSWORD);
    let token = app.log_in(admin);
    (app, admin, token)
}

/// Returns the code that an authenticator app shows `ahead` time steps from now.
fn authenticator_code(app: &App, secret: &str, ahead: i64) -> String {
    let time = u64::try_from((step_at(app.deps().clock.now()) + ahead) * STEP_SECONDS).unwrap();
    let secret = totp_rs::Secret::try_from_base32(secret).unwrap();
    let device = totp_rs::Builder::new().with_secret(secret).with_account_name("x").build().unwrap();
    device.generate(time).to_string()
}

/// Turns the second factor on. Returns its secret and the recovery codes.
fn turn_on_second_factor(app: &App, token: &str) -> (String, Vec<String>) {
    let setup = app.post("/api/account/second-factor", token, &json!({"password": PASSWORD}));
    let secret = setup.json["secret"].as_str().unwrap().to_owned();
    let first = json!({"code": authenticator_code(app, &secret, 0)});
    let confirmed = app.post("/api/account/second-factor/confirm", token, &first);
    assert_eq!(confirmed.status, 200, "{}", confirmed.text);
    (secret, serde_json::from_value(confirmed.json["codes"].clone()).unwrap())
}

/// Confirms the user's identity with the password or code in `body`.
fn confirm(app: &App, token: &str, body: &Value) -> Answer {
    app.post("/api/session/confirm", token, body)
}

/// Sets how many minutes ago all users confirmed their identity.
fn set_last_step_up(app: &App, minutes: i64) {
    app.sql(&format!("UPDATE sessions SET proved_at = now() - interval '{minutes} minutes'"));
}

#[test]
fn only_five_of_a_hundred_concurrent_second_factor_codes_are_checked() {
    let (app, _, token) = start_with(|_| {});
    turn_on_second_factor(&app, &token);
    let judged = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for worker in 0..13 {
            let (app, token, judged) = (&app, &token, &judged);
            scope.spawn(move || {
                for guess in 0..8 {
                    let answer = confirm(app, token, &json!({"code": format!("{:06}", worker * 8 + guess)}));
                    let was_judged = answer.status == 422 || answer.code() == "too_many_codes";
                    judged.fetch_add(usize::from(was_judged), Ordering::SeqCst);
                    assert!([401, 422].contains(&answer.status), "{}", answer.text);
                }
            });
        }
    });
    assert_eq!(judged.into_inner(), 5);
    assert_eq!(app.get("/api/session", &token).status, 401, "the session has ended");
    assert_eq!(app.count("SELECT count(*) FROM security_events WHERE kind = 'second_factor_refused'"), 5);
}

#[test]
fn wrong_second_factor_codes_at_any_endpoint_throttle_the_ip_address() {
    let (app, admin, token) = start_with(|config| config.rate_limits = true);
    turn_on_second_factor(&app, &token);
    let proof = json!({"password": PASSWORD, "code": "000000"});
    let id = app.count("SELECT max(id) FROM sessions");
    let calls = [
        "/api/account/second-factor/off".to_owned(),
        "/api/account/second-factor/recovery-codes".to_owned(),
        "/api/account/close".to_owned(),
        "/api/account/sessions/end".to_owned(),
        format!("/api/account/sessions/{id}/end"),
        format!("/api/admin/staff/{admin}/remove"),
        "/api/admin/staff/999/reset-second-factor".to_owned(),
    ];
    let sessions = [token, app.log_in(admin)];
    for (n, call) in calls.iter().enumerate() {
        let mut body = proof.clone();
        if call.ends_with("/remove") {
            body["isSure"] = json!(true);
        }
        let answer = app.post(call, &sessions[n / 5], &body);
        let expected = if n == 4 { 401 } else { 422 };
        assert_eq!(answer.status, expected, "{call}: {}", answer.text);
    }
    let waits = confirm(&app, &sessions[1], &json!({"code": "000000"}));
    assert_eq!((waits.status, waits.header("retry-after").is_some()), (429, true), "{}", waits.text);
}

#[test]
fn recovery_codes_are_hashed_like_passwords_and_work_once() {
    let (app, admin, token) = start_with(|_| {});
    let (_, codes) = turn_on_second_factor(&app, &token);
    assert_eq!(app.count("SELECT count(DISTINCT salt) FROM recovery_codes WHERE octet_length(salt) = 16"), 1);
    let signs = codes[0].replace('-', "");
    let fast = format!("sha256(convert_to('recovery-{admin}-{signs}', 'UTF8'))");
    assert_eq!(app.count(&format!("SELECT count(*) FROM recovery_codes WHERE code_hash = {fast}")), 0);
    assert_eq!(confirm(&app, &token, &json!({"code": codes[0].to_lowercase()})).status, 200);
    assert_eq!(confirm(&app, &token, &json!({"code": codes[0]})).status, 422, "a recovery code works once");
    // Store a recovery code as an earlier release did: hashed without a salt.
    app.sql(&format!("INSERT INTO recovery_codes (user_id, code_hash) VALUES ({admin}, {fast})"));
    assert_eq!(confirm(&app, &token, &json!({"code": codes[0]})).status, 200);
    assert_eq!(app.count("SELECT count(*) FROM recovery_codes"), 9);
}

#[test]
fn sensitive_endpoints_need_a_recent_step_up_authentication() {
    let (app, _, token) = start_with(|_| {});
    let driver = app.driver("driver");
    app.sql(&format!("UPDATE users SET sealed_ssn = 'x', status_requested_at = now() WHERE id = {driver}"));
    let call = |route: &Route, token: &str| {
        let path = with_id(&route.path, "999999").replace("{list}", "users");
        let body = (route.method == "POST").then(|| json!({"nonsense": 1}));
        app.call(route.method.as_str(), &path, Some(token), body.as_ref())
    };
    let sensitive: Vec<&Route> = lanewise_http::routes::table()
        .routes()
        .filter(|route| route.call.proof == RequiredAuthentication::StepUp)
        .collect();
    assert!(!sensitive.is_empty());
    let all = |expected: bool, token: &str| {
        for route in &sensitive {
            let answer = call(route, token);
            assert_eq!(answer.code() == "confirm_it_is_you", expected, "{route:?}: {}", answer.text);
            assert!(!expected || answer.status == 403);
        }
    };
    all(false, &token);
    set_last_step_up(&app, 11);
    all(true, &token);
    let trail = app.get("/api/admin/audit?format=csv", &token);
    assert_eq!(
        (trail.status, trail.code()),
        (403, "confirm_it_is_you"),
        "exporting the trail needs a step-up"
    );
    assert_eq!(app.get("/api/admin/audit", &token).status, 200, "reading the trail needs no step-up");
    let own = app.log_in(driver);
    set_last_step_up(&app, 11);
    for route in &sensitive {
        assert_ne!(call(route, &own).code(), "confirm_it_is_you", "drivers need no step-up: {route:?}");
    }
    let encoded = app.get("/api/admin/%65xports/users", &token);
    assert_ne!(encoded.status, 200, "an encoded path is protected too: {}", encoded.text);
    assert_eq!(confirm(&app, &token, &json!({"password": "wrong"})).status, 422);
    all(true, &token);
    assert_eq!(confirm(&app, &token, &json!({"password": PASSWORD})).status, 200);
    all(false, &token);

    let (secret, _) = turn_on_second_factor(&app, &token);
    set_last_step_up(&app, 11);
    assert!(confirm(&app, &token, &json!({"password": PASSWORD})).json["fields"]["code"].is_string());
    all(true, &token);
    assert_eq!(confirm(&app, &token, &json!({"code": authenticator_code(&app, &secret, 1)})).status, 200);
    all(false, &token);
    app.sql("UPDATE sessions SET proved_at = NULL");
    all(true, &token);
}

#[test]
fn requests_of_staff_and_lawyers_without_a_required_second_factor_are_refused() {
    let (app, _, token) = start_with(|config| config.staff_need_second_factor = true);
    let driver = app.driver("driver");
    for path in ["/api/admin/overview", "/api/users", "/api/security/dashboard", "/api/admin/%6Fverview"] {
        let answer = app.get(path, &token);
        assert_eq!((answer.status, answer.code()), (403, "second_factor_needed"), "{path}");
    }
    let lawyer = app.log_in(app.lawyer("lawyer"));
    assert_eq!(app.get("/api/lawyer/cases", &lawyer).code(), "second_factor_needed");
    assert_eq!(app.get("/api/account/second-factor", &lawyer).json["isOn"], json!(false));
    let path = format!("/api/users/{driver}");
    assert_eq!(
        app.call("PATCH", &path, Some(&token), Some(&json!({"state": 1}))).code(),
        "second_factor_needed"
    );
    assert_eq!(app.get(&path, &app.log_in(driver)).status, 200, "drivers need no second factor");
    assert_eq!(app.get("/api/session", &token).status, 200);
    let standing = |token: &str| app.get("/api/account/second-factor", token).json;
    assert_eq!(standing(&token), json!({"isOn": false, "isNeeded": true, "recoveryCodes": 0}));
    assert_eq!(app.get("/api/account/sessions", &token).status, 200);
    turn_on_second_factor(&app, &token);
    assert_eq!(app.get("/api/admin/overview", &token).status, 200);
    assert_eq!(standing(&token)["isOn"], true);
    let findings = |app: &App, token: &str| app.get("/api/security/dashboard", token).text;
    assert!(!findings(&app, &token).contains("REQUIRE_STAFF_SECOND_FACTOR"));

    let (open, _, token) = start_with(|_| {});
    assert!(findings(&open, &token).contains("REQUIRE_STAFF_SECOND_FACTOR"));
}

#[test]
fn staff_with_a_second_factor_need_its_code_to_close_their_account() {
    let (app, admin, _) = start_with(|_| {});
    let other = app.driver("other");
    app.sql(&format!("UPDATE users SET role = 'admin' WHERE id = {other}"));
    app.set_password(other, PASSWORD);
    let token = app.log_in(other);
    let (secret, _) = turn_on_second_factor(&app, &token);
    let close = |body: Value| app.post("/api/account/close", &token, &body);
    assert!(close(json!({"password": PASSWORD})).json["fields"]["code"].is_string());
    assert_eq!(close(json!({"password": PASSWORD, "code": "000000"})).status, 422);
    let right = authenticator_code(&app, &secret, 1);
    assert_eq!(close(json!({"password": PASSWORD, "code": right})).status, 200);
    let row_count = |table: &str| app.count(&format!("SELECT count(*) FROM {table} WHERE user_id = {other}"));
    assert_eq!((row_count("second_factors"), row_count("recovery_codes")), (0, 0));
    assert_eq!(app.count(&format!("SELECT count(*) FROM users WHERE id = {admin} AND role = 'admin'")), 1);
}
