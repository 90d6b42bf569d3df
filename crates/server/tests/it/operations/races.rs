//! Pairs of concurrent requests, of which only one may succeed.

use std::thread;

use diesel::connection::SimpleConnection;
use serde_json::json;

use crate::imports::{app_with_drivers, confirm_and_store, upload, upload_and_check};
use crate::support::{App, eventually};

const WAITING: &str =
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

/// Takes `lock`, sends the requests concurrently, and releases the lock once all of them wait for it. Returns
/// the sorted status codes.
fn call_concurrently(app: &App, lock: &str, calls: &[&(dyn Fn() -> u16 + Sync)]) -> Vec<u16> {
    let mut holder = app.database.connection();
    holder.batch_execute(&format!("BEGIN; {lock}")).unwrap();
    thread::scope(|scope| {
        let calls: Vec<_> = calls.iter().map(|call| scope.spawn(*call)).collect();
        let all = i64::try_from(calls.len()).unwrap();
        eventually("all calls wait for the lock", || app.count(WAITING) == all);
        holder.batch_execute("COMMIT").unwrap();
        let mut statuses: Vec<u16> = calls.into_iter().map(|call| call.join().unwrap()).collect();
        statuses.sort_unstable();
        statuses
    })
}

#[test]
fn concurrent_requests_undo_an_import_and_audit_the_undo_only_once() {
    let (app, token) = app_with_drivers();
    let file = "Email,Violation,Date,Location,Amount\nann@example.test,Speeding,2026-02-01,Main St,$150\n";
    let import = confirm_and_store(&app, &token, &upload_and_check(&app, &token, "ticket", file));
    let path = format!("/api/admin/imports/{}/undo", import["id"]);
    let undo = || app.call("POST", &path, Some(&token), None).status;
    assert_eq!(
        call_concurrently(&app, "SELECT FROM tickets FOR UPDATE", &[&undo, &undo, &undo]),
        [200, 409, 409]
    );
    assert_eq!(app.count("SELECT count(*) FROM audit_log WHERE action = 'import_undone'"), 1);
    assert_eq!(app.count("SELECT count(*) FROM tickets"), 0);
}

#[test]
fn two_concurrent_uploads_cannot_exceed_twenty_imports() {
    let fill =
        "INSERT INTO imports (kind, status, file_name, file_columns, total_lines, created_by, created_at)
        SELECT 'ticket', 'uploaded', 'x.csv', '[]', 1, {admin}, now() FROM generate_series(1, 19)";
    assert_one_of_two_succeeds("imports", fill, 20, [201, 409]);
}

#[test]
fn two_concurrent_requests_cannot_exceed_fifty_saved_replies() {
    let fill = "INSERT INTO reply_templates (title, message, created_by, created_at)
        SELECT 'Reply ' || n, 'Hello', {admin}, now() FROM generate_series(1, 49) AS n";
    assert_one_of_two_succeeds("reply_templates", fill, 50, [201, 422]);
}

#[test]
fn two_concurrent_requests_cannot_exceed_two_thousand_authorities() {
    let fill =
        "INSERT INTO authorities (name, kind) SELECT 'City ' || n, 'city' FROM generate_series(1, 1999) AS n";
    assert_one_of_two_succeeds("authorities", fill, 2_000, [201, 422]);
}

#[test]
fn two_concurrent_requests_cannot_exceed_a_hundred_preferences() {
    let fill = "INSERT INTO staff_choices (user_id, name, value, changed_at)
        SELECT {admin}, 'choice-' || n, '[]', now() FROM generate_series(1, 99) AS n";
    assert_one_of_two_succeeds("staff_choices", fill, 100, [200, 422]);
}

#[test]
fn two_concurrent_requests_cannot_exceed_twenty_open_invitations() {
    let fill = "INSERT INTO staff_invitations (email, invited_by, created_at, expires_at)
        SELECT 'n' || n || '@example.test', {admin}, now(), now() + interval '1 day' FROM generate_series(1, 19) AS n";
    assert_one_of_two_succeeds("staff_invitations", fill, 20, [201, 409]);
}

/// Fills a table up to one row below its limit, and sends two concurrent requests. Only one may succeed. In
/// `fill`, `{admin}` stands for the caller's id.
fn assert_one_of_two_succeeds(table: &str, fill: &str, limit: i64, expected: [u16; 2]) {
    const PASSWORD: &str = "plum-tractor-violet-9";
    let app = App::start();
    let admin = app.admin();
    let token = app.log_in(admin);
    app.set_password(admin, PASSWORD);
    app.sql(&fill.replace("{admin}", &admin.to_string()));
    // Two administrators send the requests, because invitations by one administrator wait for each other.
    app.sql(
        "INSERT INTO users (email, password_hash, role, full_name, signup_step, created_at)
         SELECT 'other@example.test', password_hash, 'admin', 'Other', 5, created_at FROM users",
    );
    let other = app
        .log_in(domain::shared::ids::UserId(i32::try_from(app.count("SELECT max(id) FROM users")).unwrap()));
    let one_more = |name: &str| match table {
        "imports" => upload(&app, &token, "ticket", b"Email,Date\na@example.test,2026-02-01\n").status,
        "reply_templates" => {
            let body = json!({"title": name, "message": "Hello"});
            app.post("/api/admin/reply-templates", &token, &body).status
        }
        "authorities" => {
            app.post("/api/admin/authorities", &token, &json!({"name": name, "kind": "city"})).status
        }
        "staff_choices" => {
            let body = json!({"name": name, "value": "[]"});
            app.call("PATCH", "/api/admin/choices", Some(&token), Some(&body)).status
        }
        _ => {
            let body = json!({"email": format!("{name}@example.test"), "password": PASSWORD});
            let by = if name == "one" { &token } else { &other };
            app.post("/api/admin/staff/invitations", by, &body).status
        }
    };
    // This lock mode allows reading but not inserting.
    let lock = format!("LOCK TABLE {table} IN SHARE MODE");
    assert_eq!(call_concurrently(&app, &lock, &[&|| one_more("one"), &|| one_more("two")]), expected);
    assert_eq!(app.count(&format!("SELECT count(*) FROM {table}")), limit);
}
