use std::future::ready;

use actix_web::http::Method;
use actix_web::test::{TestRequest, call_service, init_service, read_body};
use actix_web::{App, HttpResponse};

use super::table;
use crate::edge::caller::Caller;
use crate::edge::headers::CSP_REPORTS;
use crate::edge::limits::call_class::Class;
use crate::edge::route::{CallOrigin, Change, Sites, declared};

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
fn a_request_is_classified_by_its_decoded_path() {
    for (path, class) in [
        ("/api/chat-messages", Class::Message),
        ("/api/chat-m%65ssages", Class::Message),
        ("/%61pi/help-inquiries", Class::Inquiry),
        ("/api/lawyer-cases/7/messages", Class::Message),
        ("/api/lawyer/cases/7/files", Class::Message),
        ("/api/items/ticket/7/files", Class::Message),
        ("/api/lawyer-cases/7/messages/read", Class::Write),
        ("/api/help%2Finquiries", Class::Write),
        ("/api/unknown", Class::Write),
    ] {
        assert_eq!(caller(&Method::POST, path).class, class, "{path}");
    }
    assert_eq!(caller(&Method::GET, "/api/%61uthenticate?x").origin.path, "/api/authenticate");
    assert_eq!(caller(&Method::HEAD, "/api/admin/unsolved-counts").class, Class::Poll);
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
    let open = |method, path| caller(&method, path).call.is_some_and(|call| call.sites == Sites::Any);
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
    assert_eq!(table().routes().filter(|route| route.call.sites == Sites::Any).count(), 4);
}

#[test]
fn get_routes_change_nothing_and_all_others_may_change_something() {
    for route in table().routes() {
        let is_read = route.call.change == Change::Nothing;
        assert_eq!(is_read, route.method == Method::GET, "{} {}", route.method, route.path);
        let is_poll = route.call.origin == CallOrigin::Poll;
        assert_eq!(is_poll, route.call.class == Class::Poll, "{} {}", route.method, route.path);
    }
}

#[actix_web::test]
async fn a_declaration_is_found_for_the_route_that_the_router_chooses() {
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
        let found = declared(&request.to_http_request()).and_then(|found| found.route(&route.method));
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
