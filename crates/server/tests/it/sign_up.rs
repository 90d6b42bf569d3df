//! Tests of sign-up, and of the session that sign-up opens (docs/product/accounts.md#signing-up).

use crate::support::App;
use serde_json::json;

#[test]
fn a_signup_opens_a_session_and_a_logout_ends_it() {
    let app = App::start();
    let body = json!({
        "fullName": "Ada Moreno", "state": "Texas", "driversLicenseNumber": "TX123456", "dateOfBirth": "1990-05-06",
        "email": "Ada@Example.test", "password": "violet-harbor-93-lantern", "phoneNumber": "(512) 555-0142",
        "vehicleLicensePlate": "LNW 482", "vehicleState": "Texas", "plateFrom": "2024-02-01",
    });
    let answer = app.call("POST", "/api/users", None, Some(&body));
    assert_eq!((answer.status, &answer.json["role"]), (201, &json!("driver")), "{}", answer.text);
    assert_eq!(
        (&answer.json["username"], &answer.json["phoneNumber"]),
        (&json!("Ada"), &json!("5125550142"))
    );
    assert_eq!(answer.json["plateFrom"], "2024-02-01");
    assert!(!answer.text.contains("violet") && !answer.text.contains("argon2"));
    let cookie = answer.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    let token = cookie.split(['=', ';']).nth(1).unwrap().to_owned();
    assert_eq!(app.get("/api/session", &token).json["user"]["email"], json!("Ada@Example.test"));
    let again = app.call("POST", "/api/users", None, Some(&body));
    assert_eq!((again.status, again.code()), (409, "email_taken"));
    let log_in = |email: &str, password: &str| {
        app.call("POST", "/api/authenticate", None, Some(&json!({"email": email, "password": password})))
    };
    assert_eq!(log_in("ADA@example.TEST", "violet-harbor-93-lantern").status, 200);
    let wrong = log_in("ada@example.test", "violet-harbor-93-lanterm");
    let unknown = log_in("nobody@example.test", "violet-harbor-93-lantern");
    assert_eq!((wrong.status, wrong.code()), (unknown.status, unknown.code()));
    assert_eq!(wrong.json["message"], json!("Invalid email or password."));
    assert_eq!(app.call("POST", "/api/logout", Some(&token), None).status, 200);
    assert_eq!(app.get("/api/session", &token).status, 401);
}

#[test]
fn an_invalid_signup_reports_its_field() {
    let app = App::start();
    let good = json!({
        "fullName": "Ada Moreno", "state": "Texas", "driversLicenseNumber": "TX123456", "dateOfBirth": "1990-05-06",
        "email": "ada@example.test", "password": "violet-harbor-93-lantern",
        "vehicleLicensePlate": "LNW 482", "vehicleState": "Texas",
    });
    for (field, value) in [
        ("fullName", json!("")),
        ("state", json!("Ontario")),
        ("state", json!("TX")),
        ("driversLicenseNumber", json!(null)),
        ("dateOfBirth", json!("2090-01-01")),
        ("dateOfBirth", json!("06/05/1990")),
        ("email", json!("nobody")),
        ("password", json!("short")),
        ("password", json!("password1234")),
        ("password", json!("Ada Moreno")),
        ("phoneNumber", json!("555-CALL")),
        ("vehicleState", json!("Narnia")),
        ("plateFrom", json!("2999-01-01")),
        ("plateFrom", json!("02/01/2024")),
        ("role", json!("admin")),
        ("confirmPassword", json!("violet-harbor-93-lantern")),
        ("lastAdminUpdateAt", json!("2026-01-01T00:00:00Z")),
    ] {
        let mut body = good.clone();
        body[field] = value;
        let answer = app.call("POST", "/api/users", None, Some(&body));
        assert_eq!(answer.status, 422, "{body}");
        assert!(answer.json["fields"][field].is_string(), "{field}: {}", answer.text);
    }
    assert_eq!(app.count("SELECT count(*) FROM users"), 0, "no user was stored");
}
