//! Login throttling, floods of logins, and an account under attack.

use std::time::{Duration, Instant};

use super::{BAD, GOOD, PASSWORD, call, count_events, log_in, turn_on_limits};
use crate::support::{App, eventually};
use serde_json::json;

#[test]
fn repeated_failed_logins_are_throttled() {
    let app = App::start_with(|config| config.rate_limits = true);
    let body = json!({"email": "a@b.test", "password": "x"});
    let statuses: Vec<u16> =
        (0..12).map(|_| app.call("POST", "/api/authenticate", None, Some(&body)).status).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 401).count(), 7, "{statuses:?}");
    let refused = app.call("POST", "/api/authenticate", None, Some(&body));
    assert_eq!(refused.status, 429);
    assert!(refused.header("retry-after").unwrap().parse::<u64>().unwrap() >= 1);
}

#[test]
fn failed_logins_throttle_and_then_block_only_their_ip_address() {
    let app = App::start_with(turn_on_limits);
    let driver = app.driver("ada");
    app.set_password(driver, PASSWORD);
    for _ in 0..7 {
        assert_eq!(log_in(&app, BAD, "ada@example.test", "wrong").status, 401);
    }
    let refused = log_in(&app, BAD, "ada@example.test", PASSWORD);
    assert_eq!((refused.status, refused.code()), (429, "too_many_requests"));
    let wait: i64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((50..=61).contains(&wait), "{wait}");
    assert_eq!(log_in(&app, GOOD, "ada@example.test", PASSWORD).status, 200, "other addresses can log in");
    // Two hours later, after twelve more failures from this address, another login fails.
    app.sql("UPDATE login_failures SET failed_at = failed_at - interval '2 hours'");
    app.sql("INSERT INTO login_failures (address, failed_at) SELECT '203.0.113.66', now() - interval '2 hours' FROM generate_series(1, 12)");
    assert_eq!(log_in(&app, BAD, "nobody@example.test", "wrong").status, 401);
    eventually("the address is blocked", || {
        call(&app, BAD, "GET", "/api/config", None, None).code() == "address_blocked"
    });
    let seconds_left = app.count("SELECT extract(epoch FROM expires_at - now()) FROM blocked_ips");
    assert!((3500..=3600).contains(&seconds_left), "an hour, not {seconds_left} s");
    assert_eq!((count_events(&app, "login_failed"), count_events(&app, "address_blocked")), (8, 1));
    assert_eq!(call(&app, GOOD, "GET", "/api/config", None, None).status, 200);
}

#[test]
fn a_flood_of_wrong_logins_is_blocked_and_the_server_stays_fast() {
    let app = App::start_with(turn_on_limits);
    let statuses: Vec<u16> =
        (0..2000).map(|n| log_in(&app, BAD, &format!("user{n}@example.test"), "wrong").status).collect();
    let count = |status| statuses.iter().filter(|found| **found == status).count();
    assert_eq!(count(401), 7, "no more passwords were checked");
    assert!(count(403) > 1500 && count(401) + count(403) + count(429) == 2000, "{}", count(403));
    let begin = Instant::now();
    assert_eq!(call(&app, GOOD, "GET", "/readyz", None, None).status, 200);
    assert!(begin.elapsed() < Duration::from_millis(500), "{:?}", begin.elapsed());
    let rows = app.count("SELECT count(*) FROM security_events");
    assert!(rows < 30, "{rows} rows of one flood");
}

#[test]
fn a_forged_forwarded_header_neither_blocks_others_nor_evades_throttling() {
    // No proxy is trusted, so the header with the address is ignored.
    let app = App::start_with(|config| config.rate_limits = true);
    for n in 0..7 {
        assert_eq!(log_in(&app, &format!("198.51.100.{n}"), "a@b.test", "wrong").status, 401);
    }
    assert_eq!(
        log_in(&app, "198.51.100.99", "a@b.test", "wrong").status,
        429,
        "all attempts count for one address"
    );
    assert_eq!(app.count("SELECT count(DISTINCT address) FROM login_failures"), 1);
    assert_eq!(app.count("SELECT count(*) FROM login_failures WHERE address = '127.0.0.1'"), 7);
    // Behind a trusted proxy, entries that the client itself wrote into the header are ignored.
    let app = App::start_with(turn_on_limits);
    for n in 0..7 {
        log_in(&app, &format!("198.51.100.{n}, {BAD}"), "a@b.test", "wrong");
    }
    assert_eq!(log_in(&app, &format!("198.51.100.99, {BAD}"), "a@b.test", "wrong").status, 429);
    assert_eq!(app.count("SELECT count(*) FROM login_failures WHERE address = '203.0.113.66'"), 7);
}

#[test]
fn an_account_under_attack_can_be_used_from_recognized_networks() {
    let app = App::start_with(turn_on_limits);
    let driver = app.driver("ada");
    app.set_password(driver, PASSWORD);
    assert_eq!(log_in(&app, GOOD, "ada@example.test", PASSWORD).status, 200);
    for email in ["ada@example.test", "nobody@example.test"] {
        for n in 0..10 {
            assert_eq!(log_in(&app, &format!("198.51.100.{n}"), email, "wrong").status, 401);
        }
        let stranger = log_in(&app, "198.51.100.200", email, PASSWORD);
        assert_eq!((stranger.status, stranger.code()), (429, "too_many_requests"), "{email}");
        assert!(stranger.header("retry-after").unwrap().parse::<i64>().unwrap() <= 15 * 60 + 1);
    }
    assert_eq!(count_events(&app, "account_locked"), 2);
    assert_eq!(log_in(&app, GOOD, "ada@example.test", PASSWORD).status, 200, "a recognized network");
    assert_eq!(log_in(&app, GOOD, "nobody@example.test", "x").status, 429, "not recognized for that account");
    // From a new address, the owner gets access again by the link in an email.
    let home = "192.0.2.44";
    let ask = json!({"email": "ada@example.test"});
    assert_eq!(call(&app, home, "POST", "/api/password-resets", None, Some(&ask)).status, 202);
    let mail = app.mails().remove(0);
    let link = mail.split_whitespace().find(|word| word.contains("/reset-password#")).unwrap();
    let token = link.split_once('#').unwrap().1.trim_start_matches("token=");
    let body = json!({"token": token, "password": "plum-tractor-violet-9"});
    let confirmed = call(&app, home, "POST", "/api/password-resets/confirm", None, Some(&body));
    assert_eq!(confirmed.status, 200, "{} {link}", confirmed.text);
    assert_eq!(log_in(&app, home, "ada@example.test", "plum-tractor-violet-9").status, 200);
    // After 15 minutes, throttling ends, so the status is 401 instead of 429.
    app.sql("UPDATE login_failures SET failed_at = failed_at - interval '15 minutes'");
    assert_eq!(log_in(&app, "192.0.2.45", "nobody@example.test", "x").status, 401);
}
