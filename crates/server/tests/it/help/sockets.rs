//! The WebSocket `/ws`: permissions, messages and limits.

use std::io::{Read, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::support::process::Server;
use crate::support::socket::Socket;
use crate::support::{App, eventually};
use adapters_postgres::testing::TestDatabase;
use domain::shared::ids::UserId;
use lanewise_http::edge::live::orders::Timings;
use serde_json::{Value, json};
use tungstenite::Message;
use tungstenite::protocol::frame::coding::CloseCode;

/// Creates a chat of this user. Returns the inquiry's id.
fn create_chat(app: &App, user: UserId) -> i32 {
    app.sql(&format!(
        "INSERT INTO help_inquiries (user_id, type, created_at) VALUES ({user}, 'chat', now())"
    ));
    i32::try_from(app.count("SELECT max(id) FROM help_inquiries")).unwrap()
}

/// Sends a chat message by HTTP. Returns the response.
fn post_chat_message(app: &App, token: &str, inquiry: i32, text: &str) -> Value {
    let answer = app.post("/api/chat-messages", token, &json!({"helpInquiryId": inquiry, "message": text}));
    assert_eq!(answer.status, 201, "{}", answer.text);
    answer.json
}

#[test]
fn a_websocket_needs_our_own_origin_and_a_session() {
    let app = App::start();
    let token = app.log_in(app.driver("opener"));
    let cookie = format!("lanewise_session={token}");
    let cookie = ("cookie", cookie.as_str());
    let own = ("origin", app.base.as_str());
    let check = |headers: &[(&str, &str)], expected: u16| {
        assert_eq!(Socket::try_open(&app.base, headers).map(drop), Err(expected), "{headers:?}");
    };
    check(&[cookie], 403);
    check(&[cookie, ("origin", "https://evil.test")], 403);
    check(&[cookie, ("origin", "null")], 403);
    check(&[own], 401);
    check(&[own, ("cookie", "lanewise_session=nonsense")], 401);
    assert_eq!(
        app.count("SELECT count(*) FROM security_events WHERE kind = 'cross_site_write' AND path = '/ws'"),
        3
    );
    // These requests have no WebSocket handshake.
    let headers = [("origin", app.base.clone()), ("cookie", cookie.1.to_owned())];
    assert_eq!(app.raw("GET", "/ws", &headers, b"").status, 400);
    assert_eq!(app.raw("POST", "/ws", &[("sec-fetch-site", "same-origin".to_owned())], b"").status, 405);
    assert_eq!(app.state.hub.socket_count(), 0, "a refused socket takes no slot");
    app.sql("UPDATE sessions SET login_time = now() - interval '1 hour', last_activity = now() - interval '1 hour', expires_at = now() - interval '1 second'");
    check(&[own, cookie], 401);
}

#[test]
fn a_chat_message_reaches_only_the_driver_and_staff() {
    let app = App::start();
    let (driver, other, admin) = (app.driver("talker"), app.driver("other"), app.admin());
    let (token, staff, foreign) = (app.log_in(driver), app.log_in(admin), app.log_in(other));
    let (id, elsewhere) = (create_chat(&app, driver), create_chat(&app, other));
    let mut own = Socket::open_in_chat(&app.base, &token, id);
    let mut support = Socket::open_in_chat(&app.base, &staff, id);
    let mut outside = Socket::open_in_chat(&app.base, &foreign, elsewhere);
    let answer = post_chat_message(&app, &token, id, "Hello?");
    let expected = json!({"type": "new_message", "data": answer});
    assert_eq!((own.next(), support.next()), (expected.clone(), expected));
    for number in 0..50 {
        post_chat_message(&app, if number % 2 == 0 { &staff } else { &token }, id, &number.to_string());
    }
    let numbers: Vec<String> = (0..50).map(|number: i32| number.to_string()).collect();
    assert_eq!((own.messages(50), support.messages(50)), (numbers.clone(), numbers));
    outside.assert_quiet(Duration::from_millis(100));
    let path = format!("/api/help-inquiries/{id}");
    app.call("PATCH", &path, Some(&staff), Some(&json!({"status": "resolved"})));
    let resolved = json!({"type": "inquiry_updated", "data": {"helpInquiryId": id, "status": "resolved"}});
    assert_eq!((own.next(), support.next()), (resolved.clone(), resolved));
}

#[test]
fn joining_another_drivers_chat_is_refused_and_recorded_once_as_a_security_event() {
    let app = App::start();
    let (owner, other) = (app.driver("owner"), app.driver("other"));
    let id = create_chat(&app, owner);
    let mut socket = Socket::open(&app.base, &app.log_in(other));
    for wrong in [id, 999_999] {
        socket.join(wrong);
        let answer = socket.next();
        assert_eq!((&answer["type"], &answer["code"]), (&json!("error"), &json!("not_found")));
        assert_eq!(answer["inquiryId"], json!(wrong));
    }
    let recorded = format!(
        "SELECT count(*) FROM security_events WHERE kind = 'forbidden_access' AND path = '/ws' AND user_id = {other}"
    );
    assert_eq!(app.count(&recorded), 1);
    post_chat_message(&app, &app.log_in(owner), id, "secret");
    socket.assert_quiet(Duration::from_millis(100));
}

#[test]
fn a_socket_is_closed_after_too_many_invalid_messages() {
    let app = App::start();
    let driver = app.driver("babbler");
    let token = app.log_in(driver);
    let mut socket = Socket::open(&app.base, &token);
    for (text, code) in [
        ("", "unreadable"),
        ("{", "unreadable"),
        ("[1]", "unreadable"),
        (r#"{"type":"join_chat"}"#, "unreadable"),
        (r#"{"type":"join_chat","inquiryId":"7"}"#, "unreadable"),
        (r#"{"type":"new_message","data":{}}"#, "unknown_type"),
        ("\u{0}", "unreadable"),
    ] {
        socket.inner.send(Message::text(text)).unwrap();
        assert_eq!(socket.next()["code"], json!(code), "{text}");
    }
    // The socket still works after these errors.
    let id = create_chat(&app, driver);
    socket.join(id);
    assert_eq!(socket.next()["type"], json!("joined"));
    for _ in 0..4 {
        socket.inner.send(Message::text("nonsense")).unwrap();
    }
    socket.assert_closed(CloseCode::Policy, "too_many_messages");
}

#[test]
fn binary_oversized_or_malformed_frames_close_the_socket() {
    let app = App::start();
    let token = app.log_in(app.driver("large"));
    let open = || Socket::open(&app.base, &token);
    let mut binary = open();
    binary.inner.send(Message::binary(vec![1, 2, 3])).unwrap();
    binary.assert_closed(CloseCode::Unsupported, "text_only");
    let mut large = open();
    large.inner.send(Message::text("x".repeat(5000))).unwrap();
    large.assert_closed(CloseCode::Size, "too_large");
    // A message in many small frames: the first without FIN, then continuations.
    let mut pieces = open();
    let frame = |head: u8| [&[head, 0x80 | 125, 0, 0, 0, 0][..], &[b'x'; 125]].concat();
    let mut bytes = frame(0x01);
    (0..40).for_each(|_| bytes.extend(frame(0x00)));
    pieces.inner.get_mut().write_all(&bytes).unwrap();
    pieces.assert_closed(CloseCode::Size, "too_large");
    eventually("their slots are free", || app.state.hub.socket_count() == 0);
    // The frame's header announces 2^62 bytes, of which the server must keep only a few.
    let mut claim = open();
    claim.inner.get_mut().write_all(&[0x81, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap();
    claim.inner.get_mut().write_all(&[b'x'; 200_000]).unwrap();
    eventually("the socket is dropped in the middle of its frame", || app.state.hub.socket_count() == 0);
    eventually("the socket is disconnected", || claim.inner.get_mut().write_all(&[b'x'; 10_000]).is_err());
    let mut broken = open();
    broken.inner.get_mut().write_all(&[0x81, 0x84, 0, 0, 0, 0, 0xff, 0xfe, 0xfd, 0xfc]).unwrap();
    broken.assert_closed(CloseCode::Protocol, "malformed");
    let mut unmasked = open();
    unmasked.inner.get_mut().write_all(&[0x81, 0x02, b'{', b'}']).unwrap();
    unmasked.assert_closed(CloseCode::Protocol, "malformed");
    eventually("their slots are free", || app.state.hub.socket_count() == 0);
}

#[test]
fn a_socket_that_sends_thousands_of_join_messages_is_closed() {
    let app = App::start();
    let driver = app.driver("flooder");
    let token = app.log_in(driver);
    let ids: Vec<i32> = (0..21).map(|_| create_chat(&app, driver)).collect();
    let mut socket = Socket::open(&app.base, &token);
    for id in &ids {
        socket.join(*id);
    }
    let answers: Vec<Value> = ids.iter().map(|_| socket.next()["type"].clone()).collect();
    assert!(answers[..20].iter().all(|answer| answer == "joined"), "{answers:?}");
    assert_eq!(answers[20], json!("error"), "the number of joined chats is limited");
    for _ in 0..3000 {
        let join = json!({"type": "join_chat", "inquiryId": ids[0]}).to_string();
        if socket.inner.send(Message::text(join)).is_err() {
            break;
        }
    }
    // The close frame may be lost.
    if let Some((code, _)) = socket.wait_for_close() {
        assert!(matches!(code, CloseCode::Policy | CloseCode::Size), "{code}");
    }
    eventually("its slot is free", || app.state.hub.socket_count() == 0);
}

#[test]
fn a_user_has_a_maximum_number_of_sockets() {
    let app = App::start();
    let (many, one) = (app.log_in(app.driver("many")), app.log_in(app.driver("one")));
    let _open: Vec<Socket> = (0..20).map(|_| Socket::open(&app.base, &many)).collect();
    let cookie = format!("lanewise_session={many}");
    let refused = Socket::try_open(&app.base, &[("origin", &app.base), ("cookie", &cookie)]);
    assert_eq!(refused.map(drop), Err(429));
    Socket::open(&app.base, &one);
}

#[test]
fn ending_a_session_closes_its_sockets() {
    let app = App::start();
    let driver = app.driver("leaver");
    let (ending, staying) = (app.log_in(driver), app.log_in(driver));
    let id = create_chat(&app, driver);
    let mut socket = Socket::open_in_chat(&app.base, &ending, id);
    let mut other = Socket::open_in_chat(&app.base, &staying, id);
    assert_eq!(app.post("/api/logout", &ending, &json!({})).status, 200);
    socket.assert_closed(CloseCode::Policy, "session_ended");
    post_chat_message(&app, &staying, id, "still here");
    assert_eq!(other.messages(1), ["still here"]);
    app.sql("DELETE FROM sessions");
    other.assert_closed(CloseCode::Policy, "session_ended");
}

#[test]
fn a_password_change_closes_every_socket_of_the_user() {
    let app = App::start();
    let driver = app.driver("changer");
    app.set_password(driver, "violet-harbor-93-lantern");
    let (here, elsewhere) = (app.log_in(driver), app.log_in(driver));
    let mut sockets = [&here, &elsewhere].map(|token| Socket::open(&app.base, token));
    let body =
        json!({"currentPassword": "violet-harbor-93-lantern", "newPassword": "amber-lagoon-47-compass"});
    let changed = app.post("/api/account/password", &here, &body);
    assert_eq!(changed.status, 200, "{}", changed.text);
    for socket in &mut sockets {
        socket.assert_closed(CloseCode::Policy, "session_ended");
    }
}

#[test]
fn a_socket_closes_when_its_session_expires_and_never_renews_it() {
    let app = App::start();
    let driver = app.driver("sleepy");
    let (idle, busy) = (app.log_in(driver), app.log_in(driver));
    app.sql("UPDATE sessions SET expires_at = now() + interval '1500 milliseconds'");
    let id = create_chat(&app, driver);
    let mut socket = Socket::open_in_chat(&app.base, &idle, id);
    let mut active = Socket::open_in_chat(&app.base, &busy, id);
    // A request in one of the sessions renews only that session.
    assert_eq!(app.get("/api/session", &busy).status, 200);
    socket.join(id);
    assert_eq!(socket.next()["type"], json!("joined"));
    socket.assert_closed(CloseCode::Policy, "session_ended");
    active.join(id);
    assert_eq!(active.next()["type"], json!("joined"));
}

#[test]
fn a_silent_socket_is_closed() {
    let quick = Timings {
        ping_every: Duration::from_millis(50),
        silent_after: Duration::from_millis(200),
        ..Timings::default()
    };
    let app = App::start_with(|config| config.chat = quick);
    let token = app.log_in(app.driver("silent"));
    let silent = Socket::open(&app.base, &token);
    let mut alive = Socket::open(&app.base, &token);
    assert_eq!(app.state.hub.socket_count(), 2);
    let until = Instant::now() + Duration::from_millis(600);
    while Instant::now() < until {
        // Reading from this socket also responds to its pings.
        alive.assert_quiet(Duration::from_millis(40));
    }
    assert_eq!(app.state.hub.socket_count(), 1, "the silent socket is closed");
    drop(silent);
}

#[test]
fn a_slow_reader_is_disconnected_and_does_not_delay_other_clients() {
    let quick = Timings { send_within: Duration::from_millis(300), ..Timings::default() };
    let app = App::start_with(|config| config.chat = quick);
    let (driver, admin) = (app.driver("slow"), app.admin());
    let (token, staff) = (app.log_in(driver), app.log_in(admin));
    let id = create_chat(&app, driver);
    // This client reads nothing, so the buffers between server and client fill up.
    let _slow = Socket::open_in_chat(&app.base, &token, id);
    let mut quick = Socket::open_in_chat(&app.base, &staff, id);
    let text = "\u{10ffff}".repeat(4000);
    let mut slowest = Duration::ZERO;
    for number in 0..1500 {
        if app.state.hub.socket_count() == 1 {
            break;
        }
        assert!(number < 1499, "the slow reader was never dropped");
        let start = Instant::now();
        post_chat_message(&app, &staff, id, &text);
        assert_eq!(quick.messages(1), std::slice::from_ref(&text));
        slowest = slowest.max(start.elapsed());
    }
    assert!(slowest < Duration::from_secs(2), "the slow reader delayed others for {slowest:?}");
    post_chat_message(&app, &staff, id, "on and on");
    assert_eq!(quick.messages(1), ["on and on"]);
}

#[test]
fn a_chat_message_received_by_one_process_is_delivered_by_every_process() {
    let database = Arc::new(TestDatabase::new());
    let (one, two) = (App::start_on(database.clone(), |_| {}), App::start_on(database, |_| {}));
    let (driver, admin) = (one.driver("far"), one.admin());
    let (token, staff) = (one.log_in(driver), one.log_in(admin));
    let id = create_chat(&one, driver);
    let mut near = Socket::open_in_chat(&one.base, &token, id);
    let mut far = Socket::open_in_chat(&two.base, &staff, id);
    for number in 0..20 {
        post_chat_message(if number % 2 == 0 { &one } else { &two }, &token, id, &number.to_string());
    }
    let numbers: Vec<String> = (0..20).map(|number: i32| number.to_string()).collect();
    assert_eq!((near.messages(20), far.messages(20)), (numbers.clone(), numbers));
    assert_eq!(one.post("/api/logout", &staff, &json!({})).status, 200);
    far.assert_closed(CloseCode::Policy, "session_ended");
}

#[test]
fn no_chat_message_is_lost_when_the_listen_connection_is_lost() {
    let app = App::start();
    let (driver, admin) = (app.driver("cut"), app.admin());
    let (token, staff) = (app.log_in(driver), app.log_in(admin));
    let ended = app.log_in(driver);
    let id = create_chat(&app, driver);
    let mut socket = Socket::open_in_chat(&app.base, &token, id);
    let mut leaver = Socket::open_in_chat(&app.base, &ended, id);
    let line = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
                WHERE datname = current_database() AND query LIKE 'LISTEN%'";
    for number in 0..20 {
        if number % 4 == 0 {
            eventually("there is a LISTEN connection to cut", || app.count(line) > 0);
        }
        post_chat_message(&app, &staff, id, &number.to_string());
    }
    let numbers: Vec<String> = (0..20).map(|number: i32| number.to_string()).collect();
    assert_eq!(socket.messages(20), numbers);
    // The server also finds the end of a session without a notification.
    eventually("there is a LISTEN connection to cut", || app.count(line) > 0);
    app.sql("DELETE FROM sessions WHERE id = (SELECT max(id) FROM sessions)");
    eventually("its socket is closed", || leaver.wait_for_close().is_some());
    drop(leaver);
}

#[test]
fn sockets_are_closed_with_a_reason_when_the_server_stops() {
    let app = App::start();
    let driver = app.driver("last");
    let token = app.log_in(driver);
    let mut socket = Socket::open_in_chat(&app.base, &token, create_chat(&app, driver));
    app.state.hub.stop();
    socket.assert_closed(CloseCode::Away, "stopping");
    let mut rest = vec![];
    let _end = socket.inner.get_mut().read_to_end(&mut rest);
    let cookie = format!("lanewise_session={token}");
    let refused = Socket::try_open(&app.base, &[("origin", &app.base), ("cookie", &cookie)]);
    assert_eq!(refused.map(drop), Err(503));
}

#[test]
fn open_sockets_do_not_delay_the_stop_of_the_server() {
    let app = App::start();
    let driver = app.driver("patient");
    let (token, id) = (app.log_in(driver), create_chat(&app, driver));
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(&app, data.path());
    // One client reads its messages, and the other never does.
    let _deaf = Socket::open_in_chat(&server.base, &token, id);
    let mut socket = Socket::open_in_chat(&server.base, &token, id);
    let listening = std::thread::spawn(move || socket.wait_for_close());
    let took = server.stop();
    assert_eq!(listening.join().unwrap(), Some((CloseCode::Away, "stopping".to_owned())));
    assert!(took < Duration::from_secs(10), "the stop took {took:?}");
}
