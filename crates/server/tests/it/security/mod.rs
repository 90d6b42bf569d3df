//! Blocks, login throttling, rate limits, the security panel and the audit trail, over HTTP.

mod blocked_addresses;
mod logins;

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use crate::support::{Answer, App};
use serde_json::{Value, json};
use server::config::Config;

/// Turns on the rate limits and the login guard. Trusts 127.0.0.1 as a proxy, so that tests can choose the
/// caller's IP address in `X-Forwarded-For`.
fn turn_on_limits(config: &mut Config) {
    config.rate_limits = true;
    config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
}

/// Sends a request from this IP address.
fn call(
    app: &App,
    address: &str,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Option<&Value>,
) -> Answer {
    let mut headers =
        vec![("sec-fetch-site", "same-origin".to_owned()), ("x-forwarded-for", address.to_owned())];
    if let Some(token) = token {
        headers.push(("cookie", format!("lanewise_session={token}")));
    }
    if body.is_some() {
        headers.push(("content-type", "application/json".to_owned()));
    }
    app.raw(method, path, &headers, body.map(ToString::to_string).unwrap_or_default().as_bytes())
}

fn log_in(app: &App, address: &str, email: &str, password: &str) -> Answer {
    let body = json!({"email": email, "password": password});
    call(app, address, "POST", "/api/authenticate", None, Some(&body))
}

/// The attacker's IP address.
const BAD: &str = "203.0.113.66";
/// Another user's IP address.
const GOOD: &str = "203.0.113.7";
const PASSWORD: &str = "violet-harbor-93-lantern";

/// Blocks an IP address for an hour, as staff.
fn block(app: &App, token: &str, ip: &str) -> Answer {
    app.post("/api/security/block-ip", token, &json!({"ip": ip, "reason": "a test", "hours": 1}))
}

/// Returns how often security events of this kind happened.
fn count_events(app: &App, kind: &str) -> i64 {
    app.count(&format!("SELECT coalesce(sum(times), 0) FROM security_events WHERE kind = '{kind}'"))
}

/// Number of requests that is above every rate limit.
const MANY: u32 = 5_000;

#[test]
fn requests_are_rate_limited_by_user_and_by_address() {
    let app = App::start_with(turn_on_limits);
    let token = app.log_in(app.driver("busy"));
    let other = app.log_in(app.driver("calm"));
    let read = |token: &str, from: &str| call(&app, from, "GET", "/api/session", Some(token), None);
    let mut calls = (0..MANY).map(|n| read(&token, &format!("198.18.{}.{}", n / 250, n % 250)));
    assert!(calls.by_ref().take(150).all(|answer| answer.status == 200), "a page may call often");
    // The limit refills while the test runs, so a busy machine needs more requests to reach it.
    let refused = calls.find(|answer| answer.status != 200).unwrap();
    assert_eq!((refused.status, refused.code()), (429, "too_many_requests"));
    assert!(refused.header("retry-after").unwrap().parse::<u64>().unwrap() >= 1);
    assert_eq!(read(&other, GOOD).status, 200, "other users are not limited");
    let visitor = |_| call(&app, BAD, "POST", "/api/logout", None, Some(&json!({}))).status;
    assert!(is_limited(visitor), "visitors are limited by address");
    assert_eq!(
        call(&app, BAD, "GET", "/api/config", None, None).status,
        200,
        "writes and reads have separate limits"
    );
    // Requests with an unknown session are limited too, because each one queries the database.
    let guesser = |n| call(&app, "203.0.113.8", "GET", &format!("/calendar/{n}.ics"), None, None).status;
    assert!(is_limited(guesser), "guessed calendars are limited by address");
}

/// Returns whether one of many requests gets a 429. Eight clients send the requests, because a single
/// client may be too slow.
fn is_limited(call: impl Fn(u32) -> u16 + Sync) -> bool {
    let (next, is_limited) = (AtomicU32::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while !is_limited.load(Ordering::Relaxed) {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= MANY {
                        return;
                    }
                    if call(n) == 429 {
                        is_limited.store(true, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    is_limited.into_inner()
}

#[test]
fn the_security_panel_counts_the_last_24_hours_and_never_renews_the_session() {
    let app = App::start_with(turn_on_limits);
    let admin = app.admin();
    let token = app.log_in(admin);
    app.sql("INSERT INTO security_events (kind, severity, address, path, created_at, times) VALUES \
             ('login_failed', 'medium', '203.0.113.9', '/api/authenticate', now() - interval '1 minute', 3), \
             ('account_locked', 'critical', '203.0.113.9', '/api/authenticate', now() - interval '2 minutes', 1), \
             ('login_failed', 'medium', '203.0.113.9', '/api/authenticate', now() - interval '25 hours', 40)");
    app.sql("UPDATE sessions SET expires_at = now() + interval '2 minutes'");
    let answer = app.get("/api/security/dashboard?userId=1", &token);
    assert_eq!(answer.status, 200, "{}", answer.text);
    let summary = &answer.json["summary"];
    assert_eq!(summary["totalEvents"], json!(4));
    assert_eq!(summary["eventsBySeverity"], json!({"critical": 1, "high": 0, "medium": 3, "low": 0}));
    assert_eq!(summary["blockedIPs"], json!([]));
    assert_eq!(answer.json["recentEvents"].as_array().unwrap().len(), 2);
    assert_eq!(answer.json["recentEvents"][1]["details"]["url"], json!("/api/authenticate"));
    let messages = answer.json["environmentSecurity"].to_string();
    assert!(messages.contains("development rules") && messages.contains("test mode"), "{messages}");
    assert!(!messages.contains("demo password"), "there are no demo accounts here: {messages}");
    let seconds_left = app.count("SELECT extract(epoch FROM expires_at - now()) FROM sessions");
    assert!(seconds_left <= 120, "a poll renewed the session: {seconds_left}");
}

#[test]
fn the_security_panel_reports_an_account_with_the_demo_password() {
    let app = App::start();
    let admin = app.admin();
    app.sql(&format!("UPDATE users SET email = 'admin@lanewise.test' WHERE id = {admin}"));
    app.set_password(admin, "demo-Passw0rd-lanewise");
    let token = app.log_in(admin);
    let panel = || app.get("/api/security/dashboard?userId=1", &token).text;
    assert!(panel().contains("demo password"));
    app.set_password(admin, PASSWORD);
    assert!(!panel().contains("demo password"));
}

#[test]
fn csp_reports_are_counted_and_shown_in_the_security_panel() {
    let app = App::start();
    let send = |kind: &'static str, body: &str| {
        let headers = [("content-type", kind.to_owned()), ("sec-fetch-site", "cross-site".to_owned())];
        app.raw("POST", "/api/csp-reports", &headers, body.as_bytes()).status
    };
    let one = r#"{"csp-report": {"effective-directive": "script-src-elem", "blocked-uri": "https://evil.example/a.js?ann@example.com",
        "document-uri": "https://lanewise.example/payment?type=toll", "script-sample": "secret"}}"#;
    let batch = r#"[{"type": "csp-violation", "body": {"effectiveDirective": "script-src-elem", "blockedURL": "https://evil.example/b.js"}},
        {"type": "csp-violation", "body": {"effectiveDirective": "<b>", "blockedURL": "https://<script>.example"}}]"#;
    assert_eq!(send("application/csp-report", one), 204);
    assert_eq!(send("application/reports+json", batch), 204);
    assert_eq!(send("text/plain", "[]"), 204);
    for wrong in ["", "{}", "[1]", "no JSON", &"[".repeat(5000)] {
        assert_eq!(send("application/csp-report", wrong), 400, "{wrong}");
    }
    let large = format!(r#"{{"csp-report": {{"blocked-uri": "{}"}}}}"#, "x".repeat(8 * 1024));
    assert_eq!(send("application/csp-report", &large), 413);
    let token = app.log_in(app.admin());
    let mut panel = app.get("/api/security/dashboard", &token).json;
    let rows: Vec<Value> = panel["cspReports"].as_array_mut().unwrap().iter_mut().map(Value::take).collect();
    let rows: Vec<_> = rows.iter().map(|row| (&row["directive"], &row["host"], &row["reports"])).collect();
    assert_eq!(
        rows,
        [
            (&json!("script-src-elem"), &json!("evil.example"), &json!(2)),
            (&json!("other"), &json!("other"), &json!(1))
        ]
    );
    let page = app.get("/api/security/export-report", &token).text;
    assert!(page.contains("evil.example") && !page.contains("secret") && !page.contains("a.js"), "{page}");
    assert_eq!(app.count("SELECT count(*) FROM audit_log WHERE action = 'list_exported'"), 1);
}

#[test]
fn csp_reports_are_rate_limited() {
    let app = App::start_with(|config| config.rate_limits = true);
    let body =
        br#"{"csp-report": {"effective-directive": "img-src", "blocked-uri": "https://evil.example/"}}"#;
    let sent: Vec<u16> = (0..30).map(|_| app.raw("POST", "/api/csp-reports", &[], body).status).collect();
    let counted = sent.iter().filter(|status| **status == 204).count();
    assert!((10..13).contains(&counted), "{sent:?}");
    assert!(sent.iter().all(|status| [204, 429].contains(status)), "{sent:?}");
    let stored = app.count("SELECT coalesce(sum(reports), 0)::bigint FROM csp_reports");
    assert_eq!(usize::try_from(stored).unwrap(), counted);
}

#[test]
fn a_request_through_an_untrusted_proxy_is_reported_as_a_finding() {
    let app = App::start();
    let token = app.log_in(app.admin());
    let panel = || app.get("/api/security/dashboard", &token).text;
    assert!(!panel().contains("TRUSTED_PROXIES"));
    call(&app, GOOD, "GET", "/api/config", None, None);
    assert!(panel().contains("TRUSTED_PROXIES"));
}

#[test]
fn the_security_report_escapes_hostile_text_in_html_csv_and_json() {
    let app = App::start();
    let token = app.log_in(app.admin());
    app.sql(
        "INSERT INTO security_events (kind, severity, address, path, created_at) VALUES \
             ('forbidden_access', 'medium', '203.0.113.9', '=cmd|<script>alert(1)</script>', now())",
    );
    let page = app.get("/api/security/export-report?userId=1", &token);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert!(page.text.contains("&lt;script&gt;") && !page.text.contains("<script"), "{}", page.text);
    assert!(page.header("content-security-policy").unwrap().contains("default-src 'none'"));
    let csv = app.get("/api/security/export-report?userId=1&format=csv", &token);
    assert!(csv.header("content-disposition").unwrap().starts_with("attachment;"));
    assert!(csv.text.contains(",'=cmd|<script>"), "{}", csv.text);
    let json = app.get("/api/security/export-report?format=json", &token);
    assert_eq!(json.json["recentEvents"][0]["type"], json!("forbidden_access"));
    let wrong = app.get("/api/security/export-report?format=pdf", &token);
    assert_eq!((wrong.status, wrong.json["fields"]["format"].is_string()), (422, true));
}

#[test]
fn security_events_and_the_audit_trail_are_filtered_and_invalid_filters_are_refused() {
    let app = App::start();
    let admin = app.admin();
    let token = app.log_in(admin);
    assert_eq!(block(&app, &token, BAD).status, 201);
    assert_eq!(block(&app, &token, "203.0.113.67").status, 201);
    let list = |path: &str| app.get(path, &token);
    let all = list("/api/admin/audit");
    assert_eq!((all.status, all.header("x-total-count")), (200, Some("2")));
    let newest = &all.json[0];
    assert_eq!(
        (newest["action"].as_str(), newest["actorId"].as_i64()),
        (Some("address_blocked"), Some(i64::from(admin.0)))
    );
    assert_eq!(newest["actorEmail"], json!("admin@example.test"));
    assert_eq!(newest["after"]["address"], json!("203.0.113.67"));
    let id = newest["id"].as_i64().unwrap();
    let count = |path: &str| list(path).json.as_array().unwrap().len();
    for (query, expected) in [
        (format!("before={id}"), 1),
        (format!("id={id}"), 1),
        (format!("actor={admin}"), 2),
        ("actor=99".to_owned(), 0),
        ("action=address_blocked".to_owned(), 2),
        ("subjectKind=blocked_ip&subjectId=1".to_owned(), 1),
        ("from=2026-01-01&to=2999-12-31".to_owned(), 2),
        ("to=2026-01-01".to_owned(), 0),
    ] {
        assert_eq!(count(&format!("/api/admin/audit?{query}")), expected, "{query}");
    }
    // A repetition within a minute only increases the event's count.
    let events = list("/api/security/events?type=address_blocked&severity=high&ip=127.0.0.1&from=2026-01-01");
    assert_eq!((events.json.as_array().unwrap().len(), &events.json[0]["times"]), (1, &json!(2)));
    for (path, field) in [
        ("/api/security/events?type=nonsense", "type"),
        ("/api/security/events?severity=awful", "severity"),
        ("/api/security/events?ip=home", "ip"),
        ("/api/security/events?from=yesterday", "from"),
        ("/api/admin/audit?id=0", "id"),
        ("/api/admin/audit?actor=x", "actor"),
        ("/api/admin/audit?action=DROP%20TABLE", "action"),
        ("/api/admin/audit?subjectKind=dragon", "subjectKind"),
        ("/api/admin/audit?subjectId=-1", "subjectId"),
        ("/api/admin/audit?to=99999-01-01", "to"),
        ("/api/admin/audit?limit=201", "limit"),
    ] {
        let answer = list(path);
        assert_eq!(answer.status, 422, "{path}: {}", answer.text);
        assert!(answer.json["fields"][field].is_string(), "{path}: {}", answer.text);
    }
    let csv = list("/api/admin/audit?format=csv");
    assert!(
        csv.text.starts_with("\u{feff}id,createdAt (UTC),actorId,") && csv.text.lines().count() == 3,
        "{}",
        csv.text
    );
}

#[test]
fn forbidden_access_and_bad_signatures_are_recorded_as_security_events() {
    let app = App::start();
    let (driver, other) = (app.driver("ada"), app.driver("eve"));
    let token = app.log_in(driver);
    assert_eq!(app.get(&format!("/api/users/{other}"), &token).status, 403);
    assert_eq!(app.get("/api/security/dashboard?userId=1", &token).status, 403);
    app.raw("POST", "/api/webhooks/stripe", &[("stripe-signature", "t=1,v1=x".to_owned())], b"{}");
    app.raw("POST", "/api/webhooks/stripe", &[], b"{}");
    for _ in 0..40 {
        app.raw("POST", "/api/logout", &[("sec-fetch-site", "cross-site".to_owned())], b"");
    }
    assert_eq!(count_events(&app, "forbidden_access"), 2);
    assert_eq!(count_events(&app, "bad_webhook_signature"), 2);
    assert_eq!(count_events(&app, "cross_site_write"), 10, "the rest of a flood is counted and stored later");
}

#[test]
fn the_api_document_has_its_own_rate_limit() {
    let app = App::start_with(turn_on_limits);
    let read = |from: &str, tag: &str| {
        let headers = [("x-forwarded-for", from.to_owned()), ("if-none-match", tag.to_owned())];
        app.raw("GET", "/api/openapi.json", &headers, b"")
    };
    let answers: Vec<_> = (0..40).map(|_| read(BAD, "*")).collect();
    let let_through = answers.iter().filter(|answer| answer.status == 304).count();
    // A few more requests are allowed while the test runs.
    assert!((20..30).contains(&let_through), "{let_through}");
    let refused = answers.iter().find(|answer| answer.status != 304).unwrap();
    assert_eq!((refused.status, refused.code()), (429, "too_many_requests"));
    assert!(refused.header("retry-after").is_some());
    assert_eq!(refused.header("cache-control"), Some("no-store"), "a refusal is not the document");
    assert_eq!(
        call(&app, BAD, "GET", "/api/config", None, None).status,
        200,
        "other calls have their own limit"
    );
    assert_eq!(read(GOOD, "*").status, 304, "other addresses have their own limit");
}
