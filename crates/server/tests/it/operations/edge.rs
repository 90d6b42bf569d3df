//! Handling of unusual requests. Every request gets a clear response, and never the status 500
//! (docs/product/everywhere.md#answers).

use std::io::{Read, Write};
use std::net::TcpStream;

use crate::support::App;
use crate::support::socket::Socket;
use lanewise_http::edge::settings::SecurityContact;
use serde_json::json;
use server::config::Environment;

const JSON: (&str, &str) = ("content-type", "application/json");
pub const SAME: (&str, &str) = ("sec-fetch-site", "same-origin");

pub fn headers(pairs: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
    pairs.iter().map(|(name, value)| (*name, (*value).to_owned())).collect()
}

#[test]
fn invalid_requests_get_errors_with_a_code_and_a_request_id() {
    let app = App::start();
    let driver = app.driver("odd");
    let token = app.log_in(driver);
    let cookie = format!("lanewise_session={token}");
    let with = |extra: &[(&'static str, &str)]| {
        let mut all = headers(&[("cookie", cookie.as_str()), SAME]);
        all.extend(headers(extra));
        all
    };
    let check = |method: &str, path: &str, extra: &[(&'static str, &str)], body: &[u8], expected: u16| {
        let answer = app.raw(method, path, &with(extra), body);
        assert_eq!(answer.status, expected, "{method} {path}: {}", answer.text);
        assert!(answer.json["code"].is_string(), "{method} {path}: {}", answer.text);
        assert!(!answer.json["requestId"].as_str().unwrap_or_default().is_empty(), "{}", answer.text);
    };
    let vehicle = format!("/api/users/{driver}");
    check("PATCH", &vehicle, &[JSON], b"{", 400);
    check("PATCH", &vehicle, &[JSON], b"[]", 400);
    check("PATCH", &vehicle, &[JSON], b"\xff\xfe", 400);
    check("PATCH", &vehicle, &[("content-type", "text/plain")], b"{}", 415);
    check("PATCH", &vehicle, &[], b"{}", 415);
    check("PATCH", &vehicle, &[JSON], &vec![b' '; 70 * 1024], 413);
    check(
        "PATCH",
        &vehicle,
        &[JSON],
        br#"{"vehicleLicensePlate": "A\u0000B", "vehicleState": "Texas"}"#,
        422,
    );
    check("PATCH", &vehicle, &[JSON], br#"{"vehicleLicensePlate": "ABC", "vehicleState": "Narnia"}"#, 422);
    check("PATCH", &vehicle, &[JSON], br#"{"vehicleLicensePlate": "   ", "vehicleState": "Texas"}"#, 422);
    for field in ["role", "isSeenByAdmin", "isSolved", "licenseStatus", "lastAdminUpdateAt", "password", "id"]
    {
        let body = json!({"vehicleLicensePlate": "ABC", "vehicleState": "Texas", field: "x"}).to_string();
        check("PATCH", &vehicle, &[JSON], body.as_bytes(), 422);
    }
    for id in ["abc", "0", "-1", "1.5", "99999999999999999999", "%00", "+7"] {
        // An invalid id gets the same status as the id of another user.
        check("GET", &format!("/api/users/{id}"), &[], b"", 403);
        check("GET", &format!("/api/tickets/{id}"), &[], b"", 403);
        check("GET", &format!("/api/tickets/{id}/calendar"), &[], b"", 404);
    }
    for (method, path) in
        [("DELETE", "/api/session"), ("PUT", "/api/users"), ("GET", "/api/logout"), ("POST", "/")]
    {
        check(method, path, &[], b"", 405);
    }
    // A field is checked before the user whom the body names.
    for (path, body) in [
        (
            "/api/missing-ticket-reports",
            json!({"userId": 1, "state": "Narnia", "ticketType": "Parking ticket"}),
        ),
        ("/api/text-notifications", json!({"userId": 1, "phoneNumber": "5"})),
        ("/api/help-inquiries", json!({"userId": 1, "type": "letter"})),
    ] {
        check("POST", path, &[JSON], body.to_string().as_bytes(), 422);
    }
    check("GET", "/api/nothing", &[], b"", 404);
    check("GET", "/assets/nothing.js", &[], b"", 404);
    check("GET", "/.well-known/change-password", &[], b"", 404);
    for query in ["limit=0", "limit=201", "offset=-1", "limit=x", "q=%00", "offset=99999999999999999999"] {
        check("GET", &format!("/api/users?{query}"), &[], b"", 422);
        // The session is checked before the query.
        let strange = [("cookie", "lanewise_session=nobody".to_owned())];
        for visitor in [&[][..], &strange] {
            let answer = app.raw("GET", &format!("/api/users?{query}"), visitor, b"");
            assert_eq!((answer.status, answer.code()), (401, "unauthenticated"), "{query}");
        }
        for list in ["admin/imports", "admin/status-requests", "admin/exports/users", "admin/audit"] {
            check("GET", &format!("/api/{list}?{query}"), &[], b"", 403);
        }
    }
}

#[test]
fn unsupported_http_methods_get_405_and_create_no_metric_labels() {
    let app = App::start();
    for method in ["TRACE", "CONNECT", "OPTIONS", "PROPFIND", &"X".repeat(20_000)] {
        for path in ["/", "/api/session", "/healthz"] {
            let answer = app.raw(method, path, &[], b"");
            assert_eq!((answer.status, answer.code()), (405, "method_not_allowed"), "{path}");
            // Only the routes and the response to OPTIONS list the methods of this path. CONNECT names a host, not a
            // path.
            let is_listed = method == "OPTIONS" || (path != "/" && method != "CONNECT");
            let known = if is_listed { "GET, HEAD" } else { "GET, HEAD, POST, PUT, PATCH, DELETE" };
            assert_eq!(answer.header("allow"), Some(known), "{method} {path}");
        }
    }
    // The method is checked before the origin and the session.
    let foreign = [("sec-fetch-site", "cross-site".to_owned())];
    let answer = app.raw("DELETE", "/api/users", &foreign, b"");
    assert_eq!((answer.status, answer.code()), (405, "method_not_allowed"));
    assert_eq!(answer.header("allow"), Some("GET, HEAD, POST"));
    let metrics = app.get_from_operators("/metrics");
    assert_eq!(metrics.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    let metrics = metrics.text;
    assert!(metrics.contains(r#"method="OTHER""#) && !metrics.contains("XXXX") && !metrics.contains("TRACE"));
    assert!(metrics.contains("http_request_seconds_bucket"), "times are in buckets");
}

#[test]
fn metrics_and_the_api_documents_viewer_are_only_for_operators() {
    let app = App::start();
    for path in ["/metrics", "/api/docs/", "/api/docs/index.html"] {
        assert_eq!(app.raw("GET", path, &[], b"").status, 404, "{path}");
        assert_eq!(app.get_from_operators(path).status, 200, "{path}");
    }
    let document = |base: &str| {
        let text = ureq::get(format!("{base}/api/openapi.json")).call().unwrap();
        text.into_body().read_to_string().unwrap()
    };
    assert_eq!(document(&app.base), document(&app.operators), "the API document is public");
    for path in ["/api/config", "/", "/api/users"] {
        assert_eq!(app.get_from_operators(path).status, 404, "{path}");
    }
}

/// Sends a raw HTTP request with this target and these header lines. Returns the status.
fn status_of(base: &str, target: &str, lines: &str) -> u16 {
    status_by(base, "1.1", target, lines)
}

/// Sends a request as `status_of` does, with this version of HTTP.
fn status_by(base: &str, version: &str, target: &str, lines: &str) -> u16 {
    let mut socket = TcpStream::connect(base.strip_prefix("http://").unwrap()).unwrap();
    write!(socket, "GET {target} HTTP/{version}\r\n{lines}Connection: close\r\n\r\n").unwrap();
    // The body may be compressed.
    let mut answer = vec![];
    socket.read_to_end(&mut answer).unwrap();
    let answer = String::from_utf8_lossy(&answer);
    answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_else(|| panic!("{answer}"))
}

#[test]
fn a_foreign_host_name_that_resolves_to_this_server_is_refused() {
    let app = App::start_with(|config| config.allowed_hosts = vec!["scraped.internal".to_owned()]);
    let foreign = [("host", "evil.example".to_owned())];
    for path in
        ["/dev/mail", "/", "/login", "/api/config", "/api/session", "/api/openapi.json", "/healthz", "/ws"]
    {
        let answer = app.raw("GET", path, &foreign, b"");
        assert_eq!((answer.status, answer.code()), (403, "unknown_host"), "{path}");
    }
    let write = [("host", "evil.example".to_owned()), ("sec-fetch-site", "same-origin".to_owned())];
    assert_eq!(app.raw("POST", "/api/authenticate", &write, b"{}").code(), "unknown_host");
    let token = app.log_in(app.driver("rebound"));
    let cookie = format!("lanewise_session={token}");
    let socket = [("host", "evil.example:8080"), ("origin", "http://evil.example:8080"), ("cookie", &cookie)];
    assert_eq!(Socket::try_open(&app.base, &socket).map(drop), Err(403));
    for (base, path) in
        [(&app.base, "/dev/mail"), (&app.operators, "/metrics"), (&app.operators, "/api/docs/")]
    {
        let check = |target: &str, lines: &str, expected: u16| {
            assert_eq!(status_of(base, target, lines), expected, "{target} {lines:?}");
        };
        for known in ["127.0.0.1", "[::1]:9464", "LOCALHOST.:9464", "Scraped.internal:9464", ""] {
            check(path, &format!("Host: {known}\r\n"), 200);
        }
        check(path, "", 400);
        assert_eq!(status_by(base, "1.0", path, ""), 200, "a health check without a host");
        assert_eq!(status_by(base, "1.0", path, "Host: evil.example\r\n"), 403);
        for foreign in ["evil.example", "127.0.0.1.evil.example", "metrics:9464", "localhost@evil.example"] {
            check(path, &format!("Host: {foreign}\r\n"), 403);
        }
        check(&format!("http://evil.example{path}"), "Host: 127.0.0.1\r\n", 403);
        check(path, "Host: 127.0.0.1\r\nHost: evil.example\r\n", 400);
    }
}

#[test]
fn production_checks_host_names_only_at_the_operators_address() {
    let app = App::start_with(|config| {
        config.environment = Environment::Production;
        config.public_url = "https://lanewise.example".to_owned();
    });
    let named = |host: &str| format!("Host: {host}\r\n");
    assert_eq!(status_of(&app.base, "/healthz", &named("anything.example")), 200);
    for (host, expected) in
        [("anything.example", 403), ("lanewise.example:9464", 200), ("10.0.0.5:9464", 200)]
    {
        assert_eq!(status_of(&app.operators, "/metrics", &named(host)), expected, "{host}");
    }
}

#[test]
fn a_request_for_the_api_document_with_its_etag_gets_304() {
    let app = App::start();
    const DOCUMENT: &str = "/api/openapi.json";
    for base in [&app.base, &app.operators] {
        let read = |tags: Option<&str>| {
            let headers: Vec<_> = tags.map(|tags| ("if-none-match", tags.to_owned())).into_iter().collect();
            App::ask(base, "GET", DOCUMENT, &headers, b"")
        };
        let whole = read(None);
        assert_eq!((whole.status, whole.header("cache-control")), (200, Some("public, max-age=300")));
        let tag = whole.header("etag").unwrap();
        for known in [tag, tag.trim_start_matches("W/"), &format!("\"older\", {tag}"), "*"] {
            let same = read(Some(known));
            assert_eq!((same.status, same.text.as_str()), (304, ""), "{known}");
            assert_eq!(
                (same.header("etag"), same.header("cache-control")),
                (Some(tag), whole.header("cache-control"))
            );
        }
        assert_eq!(read(Some("W/\"older\"")).text, whole.text);
    }
}

#[test]
fn head_returns_the_headers_of_get_without_the_body() {
    let app = App::start();
    let driver = app.driver("head");
    let token = app.log_in(driver);
    let cookie = [("cookie", format!("lanewise_session={token}"))];
    for path in ["/healthz", "/api/config", "/api/session", &format!("/api/tickets/{driver}"), "/api/nothing"]
    {
        let (head, get) = (app.raw("HEAD", path, &cookie, b""), app.raw("GET", path, &cookie, b""));
        assert_eq!((head.status, head.text.as_str()), (get.status, ""), "{path}");
        assert_eq!(head.header("content-type"), get.header("content-type"), "{path}");
    }
}

#[test]
fn cross_site_writes_are_refused_and_recorded_as_security_events() {
    let app = App::start();
    let body = br#"{"email": "a@b.test", "password": "x"}"#;
    for elsewhere in
        [&[JSON][..], &[JSON, ("sec-fetch-site", "cross-site")], &[JSON, ("origin", "https://evil.test")]]
    {
        let answer = app.raw("POST", "/api/authenticate", &headers(elsewhere), body);
        assert_eq!((answer.status, answer.code()), (403, "cross_site"), "{elsewhere:?}");
    }
    let own = [JSON, ("origin", app.base.as_str())];
    assert_eq!(app.raw("POST", "/api/authenticate", &headers(&own), body).status, 401);
    assert_eq!(app.count("SELECT count(*) FROM security_events WHERE kind = 'cross_site_write'"), 3);
}

#[test]
fn pages_and_api_responses_have_security_headers() {
    let app = App::start();
    let answers = ["/api/config", "/", "/login"].map(|path| (path, app.raw("GET", path, &[], b"")));
    for (path, answer) in answers.into_iter().chain([("/api/docs/", app.get_from_operators("/api/docs/"))]) {
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"), "{path}");
        let policy = answer.header("content-security-policy").unwrap();
        assert!(
            policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe-eval"),
            "{path}: {policy}"
        );
        assert!(!policy.contains("script-src 'self' 'unsafe-inline'"), "{path}: {policy}");
    }
    for path in ["/api/config", "/%61pi/config"] {
        assert_eq!(app.raw("GET", path, &[], b"").header("cache-control"), Some("no-store"), "{path}");
    }
}

#[test]
fn html_pages_name_the_endpoint_for_csp_reports() {
    let policy = |app: &App, path: &str| {
        app.raw("GET", path, &[], b"").header("content-security-policy").unwrap().to_owned()
    };
    let app = App::start();
    for path in ["/", "/payment?type=toll"] {
        assert!(policy(&app, path).ends_with("; report-uri /api/csp-reports"), "{path}");
        let endpoints = app.raw("GET", path, &[], b"").header("reporting-endpoints").map(str::to_owned);
        assert_eq!(endpoints.as_deref(), Some("csp=\"/api/csp-reports\""), "{path}");
    }
    assert!(!policy(&app, "/api/config").contains("report"));
    let https = App::start_with(|config| config.public_url = "https://lanewise.example".to_owned());
    assert!(policy(&https, "/payment").ends_with("; report-uri /api/csp-reports; report-to csp"));
}

#[test]
fn the_payment_page_preloads_the_providers_script_and_may_use_its_import_map() {
    let app = App::start();
    let read = |path: &str| app.raw("GET", path, &[], b"");
    let payment = read("/payment?type=toll");
    assert!(
        payment.header("link").unwrap().ends_with(">; rel=preload; as=script"),
        "{:?}",
        payment.header("link")
    );
    assert_eq!(payment.header("cross-origin-opener-policy"), Some("same-origin-allow-popups"));
    let profile = read("/driving-profile");
    assert_eq!(
        (profile.header("link"), profile.header("cross-origin-opener-policy")),
        (None, Some("same-origin"))
    );
    assert!(!profile.header("content-security-policy").unwrap().contains("sha256-"));
    // If the page isn't built, there is no import map.
    let has_map = payment.text.contains("importmap");
    assert_eq!(payment.header("content-security-policy").unwrap().contains("'sha256-"), has_map);
}

#[test]
fn security_txt_names_the_contact_until_it_expires() {
    let contact = |expires: &str| SecurityContact {
        address: "mailto:security@lanewise.example".to_owned(),
        expires: expires.parse().unwrap(),
    };
    let answer_with = |contact: Option<SecurityContact>| {
        let app = App::start_with(|config| {
            config.public_url = "https://lanewise.example".to_owned();
            config.security_contact = contact;
        });
        app.raw("GET", "/.well-known/security.txt", &[], b"")
    };
    let answer = answer_with(Some(contact("2099-06-30T00:00:00Z")));
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("text/plain; charset=utf-8")));
    let expected = "Contact: mailto:security@lanewise.example\nExpires: 2099-06-30T00:00:00Z\n\
                    Preferred-Languages: en\nCanonical: https://lanewise.example/.well-known/security.txt\n";
    assert_eq!(answer.text, expected);
    assert_eq!(
        answer_with(Some(contact("2020-06-30T00:00:00Z"))).status,
        404,
        "an expired contact is not shown"
    );
    assert_eq!(answer_with(None).status, 404);
}
