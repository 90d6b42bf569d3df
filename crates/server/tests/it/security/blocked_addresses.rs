//! Tests of blocks of IP addresses.

use std::time::{Duration, Instant};

use super::{BAD, GOOD, block, call, count_events, turn_on_limits};
use crate::support::socket::Socket;
use crate::support::{App, eventually};
use serde_json::{Value, json};

#[test]
fn blocking_and_unblocking_an_address_takes_effect_on_every_process() {
    let one = App::start_with(turn_on_limits);
    let two = App::start_on(one.database.clone(), turn_on_limits);
    let admin = one.admin();
    let token = one.log_in(admin);
    assert_eq!(block(&one, &token, BAD).status, 201);
    for app in [&one, &two] {
        eventually("the block takes effect", || {
            call(app, BAD, "GET", "/api/config", None, None).status == 403
        });
        for path in ["/api/config", "/api/session", "/", "/login", "/assets/x.js", "/ws", "/api/openapi.json"]
        {
            let answer = call(app, BAD, "GET", path, None, None);
            assert_eq!(answer.status, 403, "{path}");
            let outcome = if path.starts_with("/api") || path == "/ws" {
                answer.code().to_owned()
            } else {
                answer.text
            };
            assert!(
                outcome == "address_blocked" || outcome.contains("not available from here"),
                "{path}: {outcome}"
            );
        }
        for path in ["/healthz", "/readyz"] {
            assert_eq!(call(app, BAD, "GET", path, None, None).status, 200, "{path}");
        }
        assert_eq!(call(app, GOOD, "GET", "/api/config", None, None).status, 200);
    }
    let unblock = || two.post("/api/security/unblock-ip", &token, &json!({"userId": 1, "ip": BAD}));
    assert_eq!(unblock().status, 200);
    let begin = Instant::now();
    for app in [&one, &two] {
        eventually("the unblocking takes effect", || {
            call(app, BAD, "GET", "/api/config", None, None).status == 200
        });
    }
    assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
    assert_eq!(unblock().status, 404);
    let audited =
        one.count("SELECT count(*) FROM audit_log WHERE action IN ('address_blocked', 'address_unblocked')");
    assert_eq!(audited, 2);
    assert_eq!((count_events(&one, "address_blocked"), count_events(&one, "address_unblocked")), (1, 1));
}

#[test]
fn a_block_expires_and_covers_an_ipv6_64_bit_network() {
    let app = App::start_with(turn_on_limits);
    let token = app.log_in(app.admin());
    assert_eq!(block(&app, &token, "2001:db8:7:1::5").json["ip"], json!("2001:db8:7:1::/64"));
    let status = |from| call(&app, from, "GET", "/api/config", None, None).status;
    eventually("the block takes effect", || status("2001:db8:7:1:ffff::9") == 403);
    assert_eq!(status("2001:db8:7:2::5"), 200);
    app.sql("UPDATE blocked_ips SET blocked_at = now() - interval '1 hour', expires_at = now() + interval '500 milliseconds'");
    eventually("the block has expired", || status("2001:db8:7:1::5") == 200);
}

#[test]
fn staff_cannot_block_their_own_address_or_a_proxys_address_or_send_invalid_fields() {
    let app = App::start_with(turn_on_limits);
    let token = app.log_in(app.admin());
    let send = |body: Value| call(&app, GOOD, "POST", "/api/security/block-ip", Some(&token), Some(&body));
    for (field, body) in [
        ("ip", json!({"ip": GOOD, "reason": "x", "hours": 1})),
        ("ip", json!({"ip": "127.0.0.1", "reason": "x", "hours": 1})),
        ("ip", json!({"ip": "nowhere", "reason": "x", "hours": 1})),
        ("ip", json!({"ip": "0.0.0.0", "reason": "x", "hours": 1})),
        ("ip", json!({"ip": "203.0.113.0/24", "reason": "x", "hours": 1})),
        ("reason", json!({"ip": BAD, "reason": " ", "hours": 1})),
        ("reason", json!({"ip": BAD, "reason": "a\u{0}b", "hours": 1})),
        ("reason", json!({"ip": BAD, "reason": "x".repeat(301), "hours": 1})),
        ("hours", json!({"ip": BAD, "reason": "x", "hours": 0})),
        ("hours", json!({"ip": BAD, "reason": "x", "hours": 721})),
        ("forever", json!({"ip": BAD, "reason": "x", "hours": 1, "forever": true})),
    ] {
        let answer = send(body);
        assert_eq!(answer.status, 422, "{}", answer.text);
        assert!(answer.json["fields"][field].is_string(), "{field}: {}", answer.text);
    }
    assert_eq!(app.count("SELECT count(*) FROM blocked_ips"), 0);
    // A trusted proxy isn't blocked, even if its address is in the table of blocks.
    app.sql("INSERT INTO blocked_ips (address, reason, blocked_at, expires_at) VALUES \
             ('127.0.0.1', 'x', now(), now() + interval '1 hour'), ('203.0.113.1', 'x', now(), now() + interval '1 hour')");
    eventually("the blocks take effect", || {
        call(&app, "203.0.113.1", "GET", "/api/config", None, None).status == 403
    });
    assert_eq!(app.raw("GET", "/api/config", &[], b"").status, 200);
}

#[test]
fn blocking_an_address_closes_its_sockets() {
    let app = App::start_with(turn_on_limits);
    let token = app.log_in(app.driver("ada"));
    let base = app.base.clone();
    let cookie = format!("lanewise_session={token}");
    let headers = [("origin", base.as_str()), ("cookie", &cookie), ("x-forwarded-for", BAD)];
    let mut socket = Socket::try_open(&base, &headers).unwrap_or_else(|status| panic!("{status}"));
    let admin = app.log_in(app.admin());
    assert_eq!(block(&app, &admin, BAD).status, 201);
    assert!(socket.wait_for_close().is_some());
    assert_eq!(Socket::try_open(&base, &headers).err(), Some(403));
}

#[test]
fn blocking_an_address_does_not_check_the_sessions_of_other_sockets() {
    let app = App::start_with(turn_on_limits);
    let token = app.log_in(app.driver("ada"));
    let mut socket = Socket::open(&app.base, &token);
    // No notification is sent when a session expires, so only a check finds it.
    app.sql("UPDATE sessions SET login_time = now() - interval '1 hour', last_activity = now() - interval '1 hour', expires_at = now() - interval '1 second'");
    app.sql(&format!(
        "INSERT INTO blocked_ips (address, reason, blocked_at, expires_at) VALUES ('{BAD}', 'x', now(), now() + interval '1 hour')"
    ));
    eventually("the block takes effect", || call(&app, BAD, "GET", "/api/config", None, None).status == 403);
    socket.say(&json!({"type": "nonsense"}));
    assert_eq!(socket.next()["code"], "unknown_type");
}
