//! The order of checks: the caller is checked before the body.

use crate::operations::roles::table::calls_where;
use crate::support::{App, with_id};
use lanewise_http::openapi::DOCUMENT;
use serde_json::Value;

/// A caller without permission gets no errors about the body (docs/product/everywhere.md#answers).
#[test]
fn an_unauthorized_request_is_refused_before_its_body_is_checked() {
    let app = App::start();
    let driver = app.log_in(app.driver("driver"));
    let document: Value = serde_json::from_str(DOCUMENT).unwrap();
    let for_drivers = calls_where(|statuses| statuses[1] != 403);
    let open = calls_where(|statuses| *statuses == [statuses[0]; 4]);
    let (mut count, mut wrong) = (0, vec![]);
    for (template, item) in document["paths"].as_object().unwrap() {
        for (method, call) in item.as_object().unwrap() {
            let method = method.to_uppercase();
            let name = format!("{method} {template}");
            if call.get("requestBody").is_none() || open.contains(&name) {
                continue;
            }
            count += 1;
            let path = with_id(template, "999999").replace("{queue}", "lawyer-hire");
            for body in ["{\"nonsense\": 1}", "[]", "no JSON", "{\"userId\": \"\\u0000\"}"] {
                for kind in ["application/json", "text/plain"] {
                    let mut headers =
                        vec![("sec-fetch-site", "same-origin".to_owned()), ("content-type", kind.to_owned())];
                    let visitor = app.raw(&method, &path, &headers, body.as_bytes()).status;
                    headers.push(("cookie", format!("lanewise_session={driver}")));
                    let sent = app.raw(&method, &path, &headers, body.as_bytes()).status;
                    let refused = for_drivers.contains(&name) || sent == 403;
                    if visitor != 401 || !refused || sent < 400 {
                        wrong.push(format!("{name} with {body} as {kind}: visitor {visitor}, driver {sent}"));
                    }
                }
            }
        }
    }
    assert!(count > 30, "{count} calls take a body");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
