//! The responses in a driver's document (docs/product/page.md#inline-responses).

use actix_web::web::Bytes;
use diesel::connection::SimpleConnection;
use domain::shared::ids::UserId;
use lanewise_http::operations::assets::Assets;

use crate::support::{Answer, App, eventually};

const PLAIN: &str = "the document without responses";

/// Starts a server whose page consists of a few documents.
fn start(change: impl FnOnce(&mut server::config::Config)) -> App {
    let app = App::start_with(change);
    let files = [
        ("index.html", "other documents"),
        ("drawn/users/driving-profile.html", PLAIN),
        ("drawn/inlining/driving-profile.html", "before <!-- responses --> after"),
    ];
    let files =
        files.map(|(path, text)| (path.to_owned(), Bytes::from_static(text.as_bytes()), "v1".to_owned()));
    app.state.assets.replace(Assets::new(files));
    app
}

/// Opens a page as a browser does. `headers` replace headers with the same name.
fn open(app: &App, path: &str, token: &str, headers: &[(&str, &str)]) -> Answer {
    let cookie = format!("lanewise_session={token}");
    let usual = [("cookie", cookie.as_str()), ("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "document")];
    let kept = usual.into_iter().filter(|(name, _)| !headers.iter().any(|(other, _)| other == name));
    let all: Vec<_> =
        kept.chain(headers.iter().copied()).map(|(name, value)| (name, value.to_owned())).collect();
    app.raw("GET", path, &all, b"")
}

fn open_profile(app: &App, token: &str) -> Answer {
    open(app, "/driving-profile", token, &[])
}

/// Opens the profile until its document has responses, because a busy computer may take longer than allowed.
fn open_with_responses(app: &App, token: &str, headers: &[(&str, &str)]) -> Answer {
    let mut document = None;
    eventually("the document has responses", || {
        document = Some(open(app, "/driving-profile", token, headers)).filter(has_responses);
        document.is_some()
    });
    document.unwrap()
}

fn has_responses(answer: &Answer) -> bool {
    answer.status == 200 && answer.text.starts_with("before {") && answer.text.ends_with("} after")
}

/// Checks that a response is the document that everyone gets, which browsers may cache.
#[track_caller]
fn assert_plain(answer: &Answer) {
    assert_eq!((answer.status, answer.text.as_str()), (200, PLAIN));
    assert_eq!(["etag", "cache-control"].map(|name| answer.header(name)), [Some("\"v1\""), Some("no-cache")]);
}

/// Creates a driver with a plate and an item of each kind. The ticket's location ends a script element.
fn driver_with_items(app: &App) -> UserId {
    let driver = app.driver("driver");
    app.sql(&format!("UPDATE users SET vehicle_license_plate = 'ABC 123' WHERE id = {driver}"));
    let ticket = app.ticket(driver, "185.00");
    app.sql(&format!("UPDATE tickets SET location = '</script><b>' WHERE id = {ticket}"));
    app.parking(driver, "65.00");
    app.toll(driver, "6.40");
    driver
}

#[test]
fn a_drivers_document_has_the_same_responses_as_the_calls() {
    let app = start(|_| {});
    let driver = driver_with_items(&app);
    let token = app.log_in(driver);
    let document = open_with_responses(&app, &token, &[]);
    assert!(!document.text.contains("</script>"), "{}", document.text);
    let urls = ["driving-profile", "tickets", "court-appearances", "tolls", "parking"]
        .map(|record| format!("/api/{record}/{driver}?requestedBy={driver}"));
    let urls = ["/api/config", "/api/session"].map(str::to_owned).into_iter().chain(urls);
    let members: Vec<_> = urls
        .map(|url| {
            let answer = app.get(&url, &token);
            assert_eq!(answer.status, 200, "{url}");
            format!("\"{url}\":{}", answer.text.replace('<', "\\u003c"))
        })
        .collect();
    assert!(members.iter().any(|member| member.contains("\\u003c/script>\\u003cb>")));
    assert_eq!(document.text, format!("before {{{}}} after", members.join(",")));
}

#[test]
fn a_document_with_responses_is_never_stored_and_has_the_page_s_policy() {
    let app = start(|_| {});
    let token = app.log_in(app.driver("driver"));
    let document = open_with_responses(&app, &token, &[("if-none-match", "\"v1\"")]);
    assert_eq!((document.header("cache-control"), document.header("etag")), (Some("no-store"), None));
    assert_eq!(document.header("vary"), Some("accept-encoding, cookie"));
    assert_eq!(document.header("content-type"), Some("text/html; charset=utf-8"));
    let other = open(&app, "/account", &token, &[]);
    let policy = "content-security-policy";
    assert_eq!(document.header(policy), other.header(policy));
    for coding in ["br", "gzip"] {
        eventually("the document with responses is compressed", || {
            let document = open(&app, "/driving-profile", &token, &[("accept-encoding", coding)]);
            document.header("cache-control") == Some("no-store")
                && document.header("content-encoding") == Some(coding)
        });
    }
}

#[test]
fn until_staff_have_prepared_a_record_its_document_has_no_lists() {
    let app = start(|_| {});
    let token = app.log_in(app.user_without_update("driver"));
    let document = open_with_responses(&app, &token, &[]);
    assert!(document.text.contains("/api/driving-profile/"));
    assert!(!document.text.contains("/api/tickets/"));
}

#[test]
fn only_a_driver_with_a_valid_session_gets_responses() {
    let app = start(|_| {});
    assert_eq!(open_profile(&app, "").text, "other documents", "a visitor");
    assert_plain(&open_profile(&app, "unknown"));
    for user in [app.admin(), app.lawyer("lawyer")] {
        assert_plain(&open_profile(&app, &app.log_in(user)));
    }
    let token = app.log_in(app.driver("driver"));
    app.sql(
        "UPDATE sessions SET login_time = login_time - interval '1 hour',
             last_activity = last_activity - interval '1 hour', expires_at = expires_at - interval '1 hour'",
    );
    assert_plain(&open_profile(&app, &token));
}

#[test]
fn only_the_own_profile_opened_as_a_page_has_responses() {
    let app = start(|_| {});
    let driver = app.driver("driver");
    let token = app.log_in(driver);
    for path in [&format!("/driving-profile?user={driver}"), "/account", "/"] {
        assert_eq!(open(&app, path, &token, &[]).text, "other documents", "{path}");
    }
    for header in [("sec-fetch-dest", "iframe"), ("sec-fetch-mode", "cors"), ("sec-purpose", "prefetch")] {
        assert_plain(&open(&app, "/driving-profile", &token, &[header]));
    }
    // The service worker passes navigations on with an empty destination.
    open_with_responses(&app, &token, &[("sec-fetch-dest", "empty")]);
}

#[test]
fn a_slow_database_delays_the_document_only_a_little() {
    let app = start(|_| {});
    let token = app.log_in(app.driver("driver"));
    let mut blocker = app.database.connection();
    blocker.batch_execute("BEGIN; LOCK TABLE tickets IN ACCESS EXCLUSIVE MODE").unwrap();
    assert_plain(&open_profile(&app, &token));
    blocker.batch_execute("ROLLBACK").unwrap();
}

#[test]
fn a_document_without_room_for_a_long_record_is_plain() {
    let app = start(|_| {});
    let driver = app.driver("driver");
    app.sql(&format!(
        "INSERT INTO tolls (user_id, toll_road, date, amount) \
         SELECT {driver}, 'SH 130', current_date - 1, '6.40' FROM generate_series(1, 200)"
    ));
    assert_plain(&open_profile(&app, &app.log_in(driver)));
}

#[test]
fn the_calls_for_a_document_count_toward_the_rate_limits() {
    let app = start(|config| config.rate_limits = true);
    let driver = app.driver("driver");
    let token = app.log_in(driver);
    let call = format!("/api/tickets/{driver}");
    // These calls alone are fewer than the user's limit of 200.
    let is_refused = (0..150).any(|_| {
        open_profile(&app, &token);
        app.get(&call, &token).status == 429
    });
    assert!(is_refused, "the documents have used up the user's limit");
    assert_plain(&open_profile(&app, &token));
}
