use std::collections::BTreeSet;
use std::future::ready;

use actix_web::http::Method;
use actix_web::test::{TestRequest, call_service, init_service, read_body};
use actix_web::{App, HttpResponse};
use domain::shared::ids::UserId;
use serde_json::Value;

use super::table;
use crate::edge::caller::Caller;
use crate::edge::headers::CSP_REPORTS;
use crate::edge::limits::call_class::RateLimitClass;
use crate::edge::limits::rate_limit::RateLimits;
use crate::edge::route::{
    AllowedCallers, AllowedSites, AttemptCounting, CallOrigin, Change, RequiredAuthentication, Route,
    declared_routes,
};
use crate::openapi::{DOCUMENT, describe};

/// Returns the sender of a request with this method and path.
fn caller(method: &Method, path: &str) -> Caller {
    Caller::of(&TestRequest::with_uri(path).method(method.clone()).app_data(table()).to_http_request())
}

/// Returns the route's path with a value for each parameter.
fn example(pattern: &str) -> String {
    pattern
        .split('{')
        .map(|part| part.split_once('}').map_or(part.to_owned(), |(_, rest)| format!("7{rest}")))
        .collect()
}

#[test]
fn the_committed_openapi_document_is_up_to_date() {
    let committed: Value = serde_json::from_str(DOCUMENT).unwrap();
    let generated = serde_json::to_value(describe(table())).unwrap();
    let calls = |document: &Value| {
        let paths = document["paths"].as_object().unwrap().iter();
        let calls = paths.flat_map(|(path, calls)| {
            calls.as_object().unwrap().keys().map(move |method| format!("{method} {path}"))
        });
        calls.collect::<BTreeSet<String>>()
    };
    assert_eq!(calls(&committed), calls(&generated), "docs/openapi.json is stale: run make gen");
    assert!(committed == generated, "docs/openapi.json is stale: run make gen");
}

#[test]
fn every_api_route_has_an_openapi_description() {
    let others = table().routes().filter(|route| route.description().is_none());
    let api: Vec<&str> =
        others.map(|route| route.path.as_str()).filter(|path| path.starts_with("/api")).collect();
    assert_eq!(api, Vec::<&str>::new());
}

#[test]
fn the_rate_limit_class_of_a_request_depends_on_its_decoded_path() {
    for (path, class) in [
        ("/api/chat-messages", RateLimitClass::Message),
        ("/api/chat-m%65ssages", RateLimitClass::Message),
        ("/%61pi/help-inquiries", RateLimitClass::Inquiry),
        ("/api/lawyer-cases/7/messages", RateLimitClass::Message),
        ("/api/lawyer/cases/7/files", RateLimitClass::Message),
        ("/api/items/ticket/7/files", RateLimitClass::Message),
        ("/api/lawyer-cases/7/messages/read", RateLimitClass::Write),
        ("/api/help%2Finquiries", RateLimitClass::Write),
        ("/api/unknown", RateLimitClass::Write),
    ] {
        assert_eq!(caller(&Method::POST, path).class, class, "{path}");
    }
    assert_eq!(caller(&Method::GET, "/api/%61uthenticate?x").origin.path, "/api/authenticate");
    assert_eq!(caller(&Method::HEAD, "/api/admin/unsolved-counts").class, RateLimitClass::Poll);
}

#[test]
fn secrets_in_paths_are_not_recorded() {
    for (path, recorded) in [
        ("/calendar/0123abcd.ics", "/calendar/"),
        ("/c%61lendar/0123abcd.ics?x", "/calendar/"),
        ("/calendar/0123abcd", "/calendar/"),
        ("/api/unsubscribe/0123abcd", "/api/unsubscribe/"),
        ("/api/unsubscribe/0123abcd/", "/api/unsubscribe/"),
        ("/calendar", "/calendar"),
    ] {
        assert_eq!(caller(&Method::GET, path).origin.path, recorded, "{path}");
    }
}

#[test]
fn only_webhooks_unsubscribe_links_and_csp_reports_may_come_from_other_sites() {
    let open = |method, path| caller(&method, path).call.is_some_and(|call| call.sites == AllowedSites::Any);
    for path in ["/api/webhooks/stripe", "/api/webhooks/twilio", "/api/unsubscribe/abc", CSP_REPORTS] {
        assert!(open(Method::POST, path) && !open(Method::PUT, path), "{path}");
    }
    for path in [
        "/api/webhooks/twilio/x",
        "/api/webhooks/",
        "/api/unsubscribe/",
        "/api/unsubscribe/a/b",
        "/api/csp-reports/",
        "/api/tickets",
    ] {
        assert!(!open(Method::POST, path), "{path}");
    }
    assert_eq!(table().routes().filter(|route| route.call.sites == AllowedSites::Any).count(), 4);
}

#[test]
fn every_get_route_is_declared_as_a_read_and_every_other_route_as_a_change() {
    for route in table().routes() {
        let is_read = route.call.change == Change::Nothing;
        assert_eq!(is_read, route.method == Method::GET, "{} {}", route.method, route.path);
    }
}

#[test]
fn polls_and_no_other_calls_have_the_rate_limit_of_polls() {
    for route in table().routes() {
        let is_poll = route.call.origin == CallOrigin::Poll;
        assert_eq!(is_poll, route.call.class == RateLimitClass::Poll, "{} {}", route.method, route.path);
    }
}

#[test]
fn all_calls_except_health_checks_are_limited_by_address_and_calls_of_users_also_by_user() {
    let limits = RateLimits::new(true);
    for route in table().routes().filter(|route| route.call.class != RateLimitClass::Health) {
        let (class, call) = (route.call.class, format!("{} {}", route.method, route.path));
        assert!((0..1_000).any(|_| limits.count_by_address(class, "203.0.113.9").is_err()), "{call}");
        let has_user = route.call.callers != AllowedCallers::Visitor;
        assert!(!has_user || (0..1_000).any(|_| limits.count_by_user(class, UserId(1)).is_err()), "{call}");
    }
}

/// Returns the methods and paths of the routes that `is_wanted` selects.
fn calls(is_wanted: impl Fn(&Route) -> bool) -> BTreeSet<String> {
    let wanted = table().routes().filter(|route| is_wanted(route));
    wanted.map(|route| format!("{} {}", route.method, route.path)).collect()
}

/// Asserts that `is_wanted` selects exactly the routes with these methods and paths.
#[track_caller]
fn assert_calls(is_wanted: impl Fn(&Route) -> bool, expected: &[&str]) {
    let expected: BTreeSet<String> = expected.iter().map(|call| (*call).to_owned()).collect();
    assert_eq!(calls(is_wanted), expected);
}

#[test]
fn only_refused_login_calls_count_toward_login_throttling() {
    assert_calls(|route| route.call.attempts == AttemptCounting::Login, &["POST /api/authenticate"]);
}

#[test]
fn only_calls_about_the_callers_own_session_and_account_need_no_second_factor() {
    let is_own = |path: &str| path.starts_with("/api/session") || path.starts_with("/api/account/");
    let expected = calls(|route| route.call.callers != AllowedCallers::Visitor && is_own(&route.path));
    assert_eq!(calls(|route| route.call.proof == RequiredAuthentication::Session), expected);
}

#[test]
fn the_calls_listed_in_docs_product_accounts_require_step_up_authentication() {
    assert_calls(
        |route| route.call.proof == RequiredAuthentication::StepUp,
        &[
            "GET /api/admin/books/file",
            "GET /api/admin/cases/files/{id}",
            "GET /api/admin/cases/{id}/messages",
            "GET /api/admin/exports/{list}",
            "GET /api/admin/remittances/{id}/file",
            "GET /api/admin/statements/file",
            "GET /api/security/export-report",
            "POST /api/admin/cases/{id}/end",
            "POST /api/admin/cases/{id}/money-back",
            "POST /api/admin/payments/{id}/refunds",
            "POST /api/admin/refunds/{id}/paid-otherwise",
            "POST /api/admin/refunds/{id}/retry",
            "POST /api/admin/status-requests/{userId}/reveal",
            "POST /api/lawyer-hires/{id}/cancel",
        ],
    );
}

// After a write that isn't in these lists, the server clears the whole session cache. This is always safe, but slow.
// A write may be listed only if it changes no account and no session except the caller's own.
#[test]
fn only_the_listed_writes_leave_the_cached_sessions_of_other_callers_valid() {
    assert_calls(
        |route| route.call.change == Change::Records,
        &[
            "DELETE /api/text-notifications/{id}",
            "PATCH /api/help-inquiries/{id}",
            "PATCH /api/lawyer-hires/{id}",
            "PATCH /api/missing-ticket-reports/{id}",
            "POST /api/added-items",
            "POST /api/admin/hardship-requests/{id}/answer",
            "POST /api/chat-messages",
            "POST /api/create-payment-intent",
            "POST /api/csp-reports",
            "POST /api/hardship-requests",
            "POST /api/help-inquiries",
            "POST /api/items/{kind}/{id}/contest-letter",
            "POST /api/items/{kind}/{id}/contest-letter/sent",
            "POST /api/items/{kind}/{id}/files",
            "POST /api/lawyer-cases/{id}/messages",
            "POST /api/lawyer-cases/{id}/messages/read",
            "POST /api/lawyer-hires",
            "POST /api/lawyer-hires/{id}/cancel",
            "POST /api/lawyer/cases/{id}/messages",
            "POST /api/lawyer/cases/{id}/messages/read",
            "POST /api/missing-ticket-reports",
            "POST /api/payment-transactions",
            "POST /api/payment-transactions/{id}/billed-again",
            "POST /api/text-notifications",
            "POST /api/text-notifications/{id}/code",
            "POST /api/text-notifications/{id}/confirm",
            "POST /api/webhooks/stripe",
            "POST /api/webhooks/twilio",
            "PUT /api/item-files/{id}/original",
        ],
    );
    assert_calls(
        |route| route.call.change == Change::OwnSession,
        &[
            "POST /api/authenticate",
            "POST /api/logout",
            "POST /api/session/confirm",
            "POST /api/session/extend",
        ],
    );
}

#[actix_web::test]
async fn the_route_table_finds_the_same_route_as_the_router() {
    let app = App::new().app_data(table()).configure(|config| table().configure(config));
    // Responds with the pattern that the router chose instead of calling the handler.
    let app = init_service(app.wrap_fn(|request, _| {
        let chosen = request.match_pattern().unwrap_or_default();
        ready(Ok(request.into_response(HttpResponse::Ok().body(chosen))))
    }))
    .await;
    for route in table().routes() {
        let path = example(&route.path);
        let request = TestRequest::with_uri(&path).method(route.method.clone()).app_data(table());
        let found = declared_routes(&request.to_http_request()).and_then(|found| found.route(&route.method));
        assert_eq!(found.map(|found| &found.path), Some(&route.path), "{path}");
        let response = call_service(&app, TestRequest::with_uri(&path).to_request()).await;
        assert_eq!(read_body(response).await, route.path.as_bytes(), "{path}");
    }
}

#[test]
fn the_openapi_document_describes_every_route_except_the_socket() {
    let undescribed = table().routes().filter(|route| route.description().is_none());
    assert_eq!(undescribed.map(|route| route.path.as_str()).collect::<Vec<_>>(), ["/ws"]);
}
