//! The document of the driving profile with the responses to a driver's initial API calls. With the responses in the
//! document, the page shows the profile without requesting them (docs/product/page.md#inline-responses).

use std::time::Duration;

use actix_web::body::MessageBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, ContentType, VARY};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use futures_util::future::try_join_all;
use serde::Deserialize;

use crate::accounts::routes::auth::show_session;
use crate::accounts::routes::users::show_profile;
use crate::driving_record::routes::appearances::list_court_appearances;
use crate::driving_record::routes::items::{list_parking, list_tickets, list_tolls};
use crate::edge::caller::Caller;
use crate::edge::route::read_call_at;
use crate::edge::use_case::Request;
use crate::operations::assets::DOCUMENT_VARY;
use crate::operations::routes::show_config;
use crate::shared::error::HandlerResult;
use crate::shared::list_query::{ListQuery, parse_list_query};
use crate::shared::path::Id;
use crate::state::State;

/// Maximum time for reading the responses. After that, the browser gets the document without them.
const MAX_WAIT: Duration = Duration::from_millis(100);
/// Maximum size of the responses, in bytes. Compressed, they then have about 7 kB, so the whole document needs at most
/// one round trip more than the 14.6 kB that a new connection sends at once. Requesting the responses needs more.
const MAX_BYTES: usize = 40_000;

const CONFIG: &str = "/api/config";
const SESSION: &str = "/api/session";

/// The fields of the session's response that decide which calls the page makes. The page decides with the same fields
/// of its session record (`frontend/src/app/startup/preloadList.ts`).
#[derive(Deserialize)]
struct SessionFields {
    user: UserFields,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct UserFields {
    id: i32,
    role: String,
    last_admin_update_at: Option<String>,
    vehicle_license_plate: Option<String>,
}

/// The calls that read a driver's own record.
#[derive(Clone, Copy)]
enum RecordCall {
    Profile,
    Tickets,
    CourtAppearances,
    Tolls,
    Parking,
}

impl RecordCall {
    /// Returns the calls that the page makes for a driver's own profile. The tests of the page and of this module read
    /// the same cases, in `crates/domain/cases/record_calls.json`.
    fn list(user: &UserFields) -> Vec<Self> {
        if user.last_admin_update_at.is_none() {
            return vec![Self::Profile];
        }
        let mut calls = vec![Self::Profile, Self::Tickets, Self::CourtAppearances, Self::Tolls];
        if user.vehicle_license_plate.as_deref().is_some_and(|plate| !plate.is_empty()) {
            calls.push(Self::Parking);
        }
        calls
    }

    fn path(self, user_id: i32) -> String {
        let record = match self {
            Self::Profile => "driving-profile",
            Self::Tickets => "tickets",
            Self::CourtAppearances => "court-appearances",
            Self::Tolls => "tolls",
            Self::Parking => "parking",
        };
        format!("/api/{record}/{user_id}")
    }

    /// Returns the URL as the page requests it.
    fn url(self, user_id: i32) -> String {
        format!("{}?requestedBy={user_id}", self.path(user_id))
    }

    async fn respond(self, request: Request, id: Id, query: ListQuery) -> HandlerResult {
        match self {
            Self::Profile => show_profile(request, id).await,
            Self::Tickets => list_tickets(request, id, query).await,
            Self::CourtAppearances => list_court_appearances(request, id).await,
            Self::Tolls => list_tolls(request, id, query).await,
            Self::Parking => list_parking(request, id, query).await,
        }
    }
}

/// Responds with the document that has the responses in it. Returns `None` if the request must get the document
/// without them: at other paths, without a driver's valid session, or if a response fails or takes too long.
pub async fn respond(request: &HttpRequest, state: &State) -> Option<HttpResponse> {
    let assets = state.assets.load();
    let (before, after) = assets.inlining_document(request).filter(|_| is_navigation(request))?;
    // Calls that haven't started are dropped after the timeout. Calls that have started run to their end on their
    // threads, without effect.
    let responses = tokio::time::timeout(MAX_WAIT, read_responses(request, state)).await.ok()??;
    let json = format_json(&responses).filter(|json| json.len() <= MAX_BYTES)?;
    Some(
        HttpResponse::Ok()
            .insert_header((CACHE_CONTROL, "no-store"))
            .insert_header((VARY, DOCUMENT_VARY))
            .insert_header(ContentType::html())
            .body([before, &json, after].concat()),
    )
}

/// Whether the browser opens the document as a page, as far as its headers say so. Frames and prefetches don't get
/// personal data. The browser reports an empty destination if the page's service worker passes the request on.
fn is_navigation(request: &HttpRequest) -> bool {
    let is_any = |name, expected: &[&str]| {
        let value = request.headers().get(name);
        value.is_none_or(|value| expected.iter().any(|one| value.as_bytes() == one.as_bytes()))
    };
    is_any("sec-fetch-mode", &["navigate"])
        && is_any("sec-fetch-dest", &["document", "empty"])
        && !request.headers().contains_key("sec-purpose")
}

/// Makes the driver's initial calls. Returns each call's URL and the body of its response, in the order in which the
/// page would make the calls. Returns `None` without a driver's valid session, or if a call fails.
async fn read_responses(http: &HttpRequest, state: &State) -> Option<Vec<(String, Bytes)>> {
    let session = body_of(show_session(begin_call(http, state, SESSION)?).await)?;
    let SessionFields { user } = serde_json::from_slice(&session).ok()?;
    if user.role != "driver" {
        return None;
    }
    begin_call(http, state, CONFIG)?;
    let config = body_of(Ok(show_config(state.clone(), http.clone()).await))?;
    // The document's URL has no query. The calls' own query has only `requestedBy`, which the server ignores.
    let query = parse_list_query(http).ok()?;
    let calls = RecordCall::list(&user).into_iter().map(|call| {
        let (query, request) = (query.clone(), begin_call(http, state, &call.path(user.id)));
        async move {
            let body = body_of(call.respond(request.ok_or(())?, Id(user.id), query).await);
            body.map(|body| (call.url(user.id), body)).ok_or(())
        }
    });
    let record = try_join_all(calls).await.ok()?;
    let first = [(CONFIG.to_owned(), config), (SESSION.to_owned(), session)];
    Some(first.into_iter().chain(record).collect())
}

/// Returns the request of a call that the server makes in place of the page, with the cookie and the address of `http`.
/// Counts the call toward the address's rate limit, as if the page had sent it. Returns `None` if the limit is reached.
fn begin_call(http: &HttpRequest, state: &State, path: &str) -> Option<Request> {
    let caller = Caller::of(http).into_call(read_call_at(http, path)?, path);
    state.rate_limits.count_by_address(caller.class, &caller.origin.address).ok()?;
    Some(Request { state: state.clone(), caller })
}

/// Returns the body of a successful response.
fn body_of(result: HandlerResult) -> Option<Bytes> {
    let response = result.ok().filter(|response| response.status() == StatusCode::OK)?;
    response.into_body().try_into_bytes().ok()
}

/// Formats a JSON object with each body under its URL. `<` is escaped, because text with `</script>` would end the
/// script element that contains the object.
fn format_json(responses: &[(String, Bytes)]) -> Option<String> {
    let members: Option<Vec<_>> = responses
        .iter()
        .map(|(url, body)| Some(format!("\"{url}\":{}", str::from_utf8(body).ok()?.replace('<', "\\u003c"))))
        .collect();
    Some(format!("{{{}}}", members?.join(",")))
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn the_server_makes_the_calls_that_the_page_would_make() {
        let file = include_str!("../../../domain/cases/record_calls.json");
        let file: Value = serde_json::from_str(file).unwrap();
        for case in file["cases"].as_array().unwrap() {
            let mut input = case["input"].clone();
            input["role"] = json!("driver");
            let user: UserFields = serde_json::from_value(input).unwrap();
            let urls: Vec<_> = RecordCall::list(&user).iter().map(|call| call.url(user.id)).collect();
            assert_eq!(json!(urls), case["expected"], "{}", case["name"]);
        }
    }

    #[test]
    fn only_navigations_of_a_whole_page_get_responses() {
        for (headers, expected) in [
            (vec![], true),
            (vec![("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "document")], true),
            (vec![("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "empty")], true),
            (vec![("sec-fetch-mode", "cors"), ("sec-fetch-dest", "empty")], false),
            (vec![("sec-fetch-mode", "no-cors"), ("sec-fetch-dest", "script")], false),
            (vec![("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "iframe")], false),
            (vec![("sec-fetch-mode", "navigate"), ("sec-purpose", "prefetch;prerender")], false),
        ] {
            let request =
                headers.iter().fold(TestRequest::get(), |request, header| request.insert_header(*header));
            assert_eq!(is_navigation(&request.to_http_request()), expected, "{headers:?}");
        }
    }

    #[test]
    fn text_in_a_response_cannot_end_the_script_element() {
        let body = Bytes::from_static(br#"{"location":"</script><!--"}"#);
        let text = format_json(&[("/api/a".to_owned(), body), ("/api/b".to_owned(), "[]".into())]).unwrap();
        assert_eq!(text, r#"{"/api/a":{"location":"\u003c/script>\u003c!--"},"/api/b":[]}"#);
    }
}
