//! Staff's work on the records of queues, over HTTP with a real PostgreSQL.

use crate::support::{Answer, App};
use serde_json::{Value, json};

/// Sets whether a record of this queue is solved. `solved` may be invalid.
fn solve(app: &App, admin: &str, queue: &str, id: i32, solved: &Value) -> Answer {
    let path = format!("/api/admin/mark-solved/{queue}/{id}");
    app.call("PATCH", &path, Some(admin), Some(&json!({"isSolved": solved})))
}

#[test]
fn ssn_digits_are_encrypted_and_never_returned() {
    let app = App::start();
    let driver = app.driver("iowan");
    app.sql(&format!("UPDATE users SET state = 'Iowa' WHERE id = {driver}"));
    let token = app.log_in(driver);
    let send = |digits: &str| {
        let path = format!("/api/users/{driver}/request-status");
        app.call("PATCH", &path, Some(&token), Some(&json!({"lastFourSSN": digits})))
    };
    for wrong in ["1234", "123456", "12a45", ""] {
        let answer = send(wrong);
        assert_eq!(answer.status, 422);
        assert_eq!(answer.json["fields"]["lastFourSSN"], json!("Please enter exactly 5 digits."));
    }
    let answer = send("98765");
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert!(!answer.text.contains("98765") && answer.json["statusRequestedAt"].is_string());
    let clear = app.count("SELECT count(*) FROM users WHERE position('98765'::bytea IN sealed_ssn) > 0");
    assert_eq!((clear, app.count("SELECT count(*) FROM users WHERE sealed_ssn IS NOT NULL")), (0, 1));
}

#[test]
fn ssn_digits_are_revealed_for_a_reason_and_erased_when_the_request_is_solved() {
    let app = App::start();
    let (admin, driver) = (app.log_in(app.admin()), app.driver("ann"));
    let own = app.log_in(driver);
    let request_answer = app.call(
        "PATCH",
        &format!("/api/users/{driver}/request-status"),
        Some(&own),
        Some(&json!({"lastFourSSN": "4821"})),
    );
    assert_eq!(request_answer.status, 200, "{}", request_answer.text);
    let reveal = |token: &str, reason: &str| {
        app.post(&format!("/api/admin/status-requests/{driver}/reveal"), token, &json!({"reason": reason}))
    };
    for (reason, why) in
        [("", "empty"), ("too short", "short"), (&"x".repeat(301), "long"), ("a\u{0}bcdefghijk", "NUL")]
    {
        let answer = reveal(&admin, reason);
        assert_eq!(answer.status, 422, "{why}: {}", answer.text);
        assert!(answer.json["fields"]["reason"].is_string(), "{why}: {}", answer.text);
    }
    assert_eq!(reveal(&own, "I want to know my own digits").status, 403);
    let answer = reveal(&admin, "The license office asks for 4821");
    assert_eq!((answer.status, &answer.json), (200, &json!({"lastFourSSN": "4821"})));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(app.count("SELECT count(*) FROM audit_log WHERE action = 'digits_revealed'"), 1);
    assert_eq!(app.count("SELECT count(*) FROM audit_log WHERE after::text LIKE '%4821%'"), 0);
    assert_eq!(app.count("SELECT count(*) FROM security_events WHERE kind = 'reveal'"), 1);
    assert_eq!(app.count("SELECT count(*) FROM security_events WHERE path LIKE '%4821%'"), 0);

    assert_eq!(solve(&app, &admin, "status-request", driver.0, &json!(true)).json["isSolved"], json!(true));
    assert_eq!(app.count("SELECT count(*) FROM users WHERE sealed_ssn IS NOT NULL"), 0);
    assert_eq!(reveal(&admin, "Asking once more, in vain").status, 404);
    assert_eq!(solve(&app, &admin, "status-request", driver.0, &json!(false)).status, 200);
    assert_eq!(reveal(&admin, "Asking once more, in vain").status, 404);
}

#[test]
fn staff_cannot_settle_or_solve_a_status_request_that_the_driver_replaced_after_they_saw_it() {
    let app = App::start();
    let (admin, driver) = (app.log_in(app.admin()), app.driver("ann"));
    let own = app.log_in(driver);
    // Sends a request and returns its time, as the list shows it.
    let send = |digits: &str| {
        let path = format!("/api/users/{driver}/request-status");
        assert_eq!(app.call("PATCH", &path, Some(&own), Some(&json!({"lastFourSSN": digits}))).status, 200);
        app.get("/api/admin/status-requests", &admin).json[0]["statusRequestedAt"].clone()
    };
    let settle = |seen: &Value| {
        let path = format!("/api/admin/status-requests/{driver}/settle");
        app.post(&path, &admin, &json!({"licenseStatus": "active", "requestedAt": seen}))
    };
    let solve_seen = |seen: &Value| {
        let path = format!("/api/admin/mark-solved/status-request/{driver}");
        app.call("PATCH", &path, Some(&admin), Some(&json!({"isSolved": true, "requestedAt": seen})))
    };
    let stored = || app.count("SELECT count(*) FROM users WHERE sealed_ssn IS NOT NULL");
    let stale = send("4821");
    let current = send("4822");
    for refused in [settle(&stale), solve_seen(&stale)] {
        assert_eq!((refused.status, refused.code()), (409, "changed_meanwhile"), "{}", refused.text);
        assert_eq!(
            (&refused.json["changedBy"], &refused.json["changedAt"]),
            (&json!("The driver"), &current)
        );
    }
    assert_eq!(stored(), 1, "the digits of the newer request are kept");
    let settled = settle(&current);
    assert_eq!((settled.status, stored()), (200, 0), "{}", settled.text);
    let solved = solve_seen(&send("4823"));
    assert_eq!((solved.status, stored()), (200, 0), "{}", solved.text);
    let invalid = settle(&json!("yesterday"));
    assert_eq!((invalid.status, invalid.json["fields"]["requestedAt"].is_string()), (422, true));
}

#[test]
fn staff_cannot_solve_a_vehicle_update_that_the_driver_replaced_after_they_saw_it() {
    let app = App::start();
    let (admin, driver) = (app.log_in(app.admin()), app.driver("ann"));
    let own = app.log_in(driver);
    // Enters a plate and returns the update's time, as the list shows it.
    let enter = |plate: &str| {
        let body = json!({"vehicleLicensePlate": plate, "vehicleState": "Texas"});
        assert_eq!(app.call("PATCH", &format!("/api/users/{driver}"), Some(&own), Some(&body)).status, 200);
        app.get("/api/admin/vehicle-updates", &admin).json[0]["vehicleInfoAddedAt"].clone()
    };
    let solve_seen = |seen: &Value| {
        let path = format!("/api/admin/mark-solved/vehicle-update/{driver}");
        app.call("PATCH", &path, Some(&admin), Some(&json!({"isSolved": true, "requestedAt": seen})))
    };
    let (stale, current) = (enter("ABC 123"), enter("XYZ 789"));
    let refused = solve_seen(&stale);
    assert_eq!((refused.status, refused.code()), (409, "changed_meanwhile"), "{}", refused.text);
    assert_eq!(app.get("/api/admin/vehicle-updates", &admin).json[0]["isSolved"], json!(false));
    let solved = solve_seen(&current);
    assert_eq!((solved.status, &solved.json["isSolved"]), (200, &json!(true)), "{}", solved.text);
}

#[test]
fn an_unknown_queue_or_record_and_an_invalid_solved_flag_are_refused() {
    let app = App::start();
    let admin = app.log_in(app.admin());
    let driver = app.driver("ann");
    for (queue, id) in [
        ("status-request", driver.0),
        ("vehicle-update", driver.0),
        ("lawyer-hire", 1),
        ("no-such-queue", 1),
        ("Lawyer-Hire", 1),
        ("lawyer-hire%2F", 1),
    ] {
        let answer = solve(&app, &admin, queue, id, &json!(true));
        assert_eq!((answer.status, answer.code()), (404, "not_found"), "{queue}");
    }
    for wrong in [json!("true"), json!(1), Value::Null] {
        let answer = solve(&app, &admin, "vehicle-update", driver.0, &wrong);
        assert_eq!(answer.status, 422, "{wrong}: {}", answer.text);
        assert!(answer.json["fields"]["isSolved"].is_string(), "{wrong}: {}", answer.text);
    }
    let path = format!("/api/admin/mark-solved/vehicle-update/{driver}");
    let more = app.call("PATCH", &path, Some(&admin), Some(&json!({"isSolved": true, "role": "admin"})));
    assert_eq!((more.status, more.json["fields"]["role"].is_string()), (422, true));
    for id in ["0", "-1", "99999999999", "x"] {
        let path = format!("/api/admin/mark-solved/lawyer-hire/{id}");
        assert_eq!(app.call("PATCH", &path, Some(&admin), Some(&json!({"isSolved": true}))).status, 404);
    }
}

#[test]
fn if_staff_change_a_status_twice_concurrently_the_second_change_is_refused() {
    let app = App::start();
    let (admin, driver) = (app.log_in(app.admin()), app.driver("ann"));
    app.sql(&format!(
        "INSERT INTO lawyer_hires (user_id, amount_cents, confirmation_number, created_at) VALUES ({driver}, 7500, 'CONF-ABCDEFGHJK', now());
         INSERT INTO missing_ticket_reports (user_id, state, ticket_type, reported_at) VALUES ({driver}, 'Ohio', 'Parking ticket', now())"
    ));
    for (path, one, other) in [
        ("/api/lawyer-hires/1", "Contacted", "Completed"),
        ("/api/missing-ticket-reports/1", "Found", "Not Found"),
    ] {
        let set = |status: &str, from: &str| {
            app.call("PATCH", path, Some(&admin), Some(&json!({"status": status, "from": from})))
        };
        let answers = std::thread::scope(|scope| {
            let (left, right) = (scope.spawn(|| set(one, "Pending")), scope.spawn(|| set(other, "Pending")));
            [left.join().unwrap(), right.join().unwrap()]
        });
        let mut statuses = answers.each_ref().map(|answer| answer.status);
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{path}");
        let refused = answers.iter().find(|answer| answer.status == 409).unwrap();
        assert_eq!(refused.code(), "changed_meanwhile");
        assert!(refused.json["changedBy"].is_string() && refused.json["changedAt"].is_string());
        let stood = answers.iter().find(|answer| answer.status == 200).unwrap();
        assert_eq!(
            set("Pending", stood.json["status"].as_str().unwrap()).status,
            200,
            "a change from the current status succeeds"
        );
        assert!(set("Pending", "pending").json["fields"]["from"].is_string());
        let unsaid = app.call("PATCH", path, Some(&admin), Some(&json!({"status": one})));
        assert_eq!(unsaid.status, 200, "as specified: without `from` the current status doesn't matter");
    }
    let alone = app.call("PATCH", "/api/lawyer-hires/1", Some(&admin), Some(&json!({"from": "Pending"})));
    assert!(alone.json["fields"]["from"].is_string(), "{}", alone.text);
}
