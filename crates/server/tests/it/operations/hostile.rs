//! Requests with malicious ids, queries and bodies. No request may get a 5xx.

use super::edge::{SAME, headers};
use crate::support::{App, ID_NAMES, with_id};
use lanewise_http::edge::route::AllowedCallers;
use lanewise_http::openapi::DOCUMENT;
use lanewise_http::routes::table;
use serde_json::{Value, json};

/// A request in the API document.
struct Call {
    callers: AllowedCallers,
    method: String,
    path: String,
    /// Names of the request's query parameters.
    query: Vec<String>,
    /// Names of the fields in the request's JSON body; `None` without such a body.
    fields: Option<Vec<String>>,
}

/// Returns the requests in the API document, except those that would end the test's own session.
fn documented_calls() -> Vec<Call> {
    let document: Value = serde_json::from_str(DOCUMENT).unwrap();
    let fields = |operation: &Value| -> Option<Vec<String>> {
        let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
        let name = schema["$ref"].as_str()?.rsplit('/').next()?;
        let properties = document["components"]["schemas"][name]["properties"].as_object()?;
        Some(properties.keys().cloned().collect())
    };
    let query = |operation: &Value| -> Vec<String> {
        let all = operation["parameters"].as_array().into_iter().flatten();
        let in_query = all.filter(|parameter| parameter["in"] == "query");
        in_query.map(|parameter| parameter["name"].as_str().unwrap().to_owned()).collect()
    };
    let paths = document["paths"].as_object().unwrap();
    paths
        .iter()
        .flat_map(|(path, item)| {
            item.as_object().unwrap().iter().map(move |(method, call)| (path, method, call))
        })
        // These requests would end this test's own session.
        .filter(|(path, ..)| !["/api/logout", "/api/account/close"].contains(&path.as_str()))
        .map(|(path, method, call)| Call {
            callers: callers(method, path),
            method: method.to_uppercase(),
            path: path.clone(),
            query: query(call),
            fields: fields(call),
        })
        .collect()
}

/// A path that a driver may call only with their own id.
const OF_A_USER: &str = "/api/users/{id}/request-status";

/// Returns the declared callers of a request in the API document.
fn callers(method: &str, path: &str) -> AllowedCallers {
    let mut routes = table().routes();
    let found = routes.find(|route| route.path == path && route.method.as_str().eq_ignore_ascii_case(method));
    found.unwrap().call.callers
}

#[test]
fn no_endpoint_returns_500_for_hostile_ids_queries_or_bodies() {
    let app = App::start();
    let cookie = |user| format!("lanewise_session={}", app.log_in(user));
    let driver_id = app.driver("driver");
    let [staff, lawyer, driver] = [app.admin(), app.lawyer("lawyer"), driver_id].map(cookie);
    let own_id = |call: &Call| {
        if call.callers == AllowedCallers::Driver { driver_id.to_string() } else { "1".to_owned() }
    };
    let ask = |call: &Call, path: &str, body: &[u8]| {
        let user = match call.callers {
            AllowedCallers::Lawyer => &lawyer,
            AllowedCallers::Driver => &driver,
            _ => &staff,
        };
        let mut sent = headers(&[("cookie", user.as_str()), SAME]);
        sent.extend(call.fields.as_ref().map(|_| ("content-type", "application/json".to_owned())));
        let answer = app.raw(&call.method, path, &sent, body);
        let failure = format!(
            "{} {path} {}: {} {}",
            call.method,
            String::from_utf8_lossy(body),
            answer.status,
            answer.text
        );
        // A refused request would test nothing, so only a driver who names another user may be refused.
        let names_another_user = call.path == OF_A_USER && path != with_id(OF_A_USER, &own_id(call));
        assert!(answer.status != 403 || names_another_user, "{failure}");
        assert!(answer.status < 500, "{failure}");
        assert!(answer.status < 400 || answer.json["code"].is_string(), "{failure}");
        (answer.status, failure)
    };
    let calls = documented_calls();
    assert!(calls.len() > 90, "{}", calls.len());
    for call in &calls {
        if ID_NAMES.iter().any(|name| call.path.contains(name)) {
            for id in
                ["0", "-1", "+1", "01", "1.5", "2147483648", "99999999999999999999", "abc", "%00", "1%2F2"]
            {
                let path = with_id(&call.path, id).replace("{queue}", "lawyer-hire");
                let (status, failure) = ask(call, &path, b"{}");
                // A request with an unknown id may get the error about its invalid body.
                let by_body = call.fields.is_some() && status == 422;
                let by_user = call.path == OF_A_USER && status == 403;
                assert!([404, 415].contains(&status) || by_body || by_user, "{failure}");
            }
        }
        let path = ["{queue}", "{list}", "{name}"]
            .iter()
            .fold(with_id(&call.path, &own_id(call)), |path, part| path.replace(part, "1"));
        for name in &call.query {
            for value in ["%00", "%FF", "-1", "99999999999999999999", "%F0%9F%9A%97", &"9".repeat(2_000)] {
                ask(call, &format!("{path}?{name}={value}"), b"");
                ask(call, &format!("{path}?{name}={value}&{name}={value}"), b"");
            }
        }
        let Some(fields) = &call.fields else { continue };
        for body in ["", "null", "[]", "{", "\"x\"", "{\"__proto__\": 1}", &"[".repeat(5_000)] {
            let (status, failure) = ask(call, &path, body.as_bytes());
            assert!((400..500).contains(&status), "{failure}");
        }
        for value in [
            json!("a\u{0}b"),
            json!("x".repeat(20_000)),
            json!("\u{202e}\u{feff}"),
            json!(-1),
            json!(1e300),
            json!(i64::MAX),
            json!([[]]),
            json!({"a": {}}),
            Value::Null,
        ] {
            let all: serde_json::Map<_, _> =
                fields.iter().map(|name| (name.clone(), value.clone())).collect();
            ask(call, &path, Value::Object(all).to_string().as_bytes());
            for name in fields {
                ask(call, &path, json!({name: value}).to_string().as_bytes());
            }
        }
    }
}
