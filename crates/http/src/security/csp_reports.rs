//! Receives browsers' reports about content that the Content-Security-Policy blocked. Anyone can
//! send such a report, so little of it is stored.

use actix_web::http::{StatusCode, Uri};
use actix_web::{HttpRequest, HttpResponse, web};
use application::security::csp_reports::count_reports;
use domain::security::csp_report::CspReport;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::edge::limits::rate_limit::too_many_tries_error;
use crate::edge::route::{AllowedCallers, Call, Change, Route, route};
use crate::edge::use_case::Request;
use crate::shared::body::read_bytes;
use crate::shared::error::{ApiError, ErrorBody, HandlerResult};
use crate::shared::error_code::ErrorCode;

/// Maximum size of a request body, in bytes.
const MAX_BODY: usize = 8 * 1024;
/// Maximum number of reports that are counted per request.
const MAX_REPORTS: usize = 20;

pub fn routes() -> Vec<Route> {
    vec![route!(report_csp, Call::write(AllowedCallers::Visitor).changes(Change::Records).from_any_site())]
}

/// A report in the `report-uri` format, or several in the format of the Reporting API.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum CspReportBody {
    /// One report, sent as `application/csp-report`.
    Single(#[serde(deserialize_with = "object")] SingleReport),
    /// Several reports, sent as `application/reports+json`.
    Batch(Vec<BatchEntry>),
}

/// One report of a batch.
#[derive(Debug, Deserialize, ToSchema)]
pub struct BatchEntry(#[serde(deserialize_with = "object")] BatchedReport);

/// Deserializes from a JSON object. By default, serde also accepts a JSON array with the fields in order.
fn object<'de, T: DeserializeOwned, D: Deserializer<'de>>(json: D) -> Result<T, D::Error> {
    let fields = Map::deserialize(json)?;
    T::deserialize(Value::Object(fields)).map_err(D::Error::custom)
}

/// A report in the `report-uri` format.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SingleReport {
    /// The violation that the browser reports.
    #[serde(rename = "csp-report", deserialize_with = "object")]
    pub report: SingleViolation,
}

/// A violation in the `report-uri` format.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub struct SingleViolation {
    /// The directive that blocked the source, if the browser sends it.
    pub effective_directive: Option<String>,
    /// The directive with its sources. Older browsers send this field instead of `effective-directive`.
    pub violated_directive: Option<String>,
    /// The blocked URL, or a word such as `inline`, if the browser sends one.
    pub blocked_uri: Option<String>,
}

/// A report in the format of the Reporting API. Ignored if its type isn't `csp-violation`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct BatchedReport {
    /// The report's type: `csp-violation` if a policy blocked something.
    pub r#type: String,
    /// The violation that the browser reports.
    #[serde(default, deserialize_with = "object")]
    pub body: BatchedViolation,
}

/// A violation in the format of the Reporting API.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchedViolation {
    /// The directive that blocked the source, if the browser sends it.
    pub effective_directive: Option<String>,
    /// The blocked URL, or a word such as `inline`, if the browser sends one.
    #[serde(rename = "blockedURL")]
    pub blocked_url: Option<String>,
}

impl From<CspReportBody> for Vec<CspReport> {
    fn from(body: CspReportBody) -> Self {
        match body {
            CspReportBody::Single(SingleReport { report }) => {
                let directive = report.effective_directive.or(report.violated_directive);
                vec![csp_report(directive.as_deref(), report.blocked_uri.as_deref())]
            }
            CspReportBody::Batch(reports) => reports
                .into_iter()
                .filter(|BatchEntry(report)| report.r#type == "csp-violation")
                .take(MAX_REPORTS)
                .map(|BatchEntry(BatchedReport { body, .. })| {
                    csp_report(body.effective_directive.as_deref(), body.blocked_url.as_deref())
                })
                .collect(),
        }
    }
}

/// Creates a report from the violated directive and the blocked URL, as the browser sent them.
fn csp_report(directive: Option<&str>, blocked: Option<&str>) -> CspReport {
    let blocked = blocked.unwrap_or_default();
    let address = blocked.parse::<Uri>().ok();
    let address =
        address.filter(|address| matches!(address.scheme_str(), Some("http" | "https" | "ws" | "wss")));
    CspReport::new(directive.unwrap_or_default(), address.as_ref().and_then(Uri::host), blocked)
}

/// Counts reports by a browser about content that the Content-Security-Policy blocked. The content type is not checked.
#[utoipa::path(post, path = "/api/csp-reports", tag = "security",
request_body(content((CspReportBody = "application/reports+json"), (CspReportBody = "application/csp-report"))),
responses(
    (status = 204, description = "Counted by directive and blocked host"),
    (status = 400, description = "Not a report", body = ErrorBody),
    (status = 413, description = "Larger than 8 kB", body = ErrorBody),
    (status = 429, description = "Too many reports; this one is not counted", body = ErrorBody),
))]
async fn report_csp(http: HttpRequest, payload: web::Payload, request: Request) -> HandlerResult {
    let id = request.caller.request_id.clone();
    let limit = request.state.rate_limits.count_csp_report(&request.caller.origin.address);
    limit.map_err(|wait| ApiError::of(too_many_tries_error(wait), &id))?;
    let bytes = read_bytes(&http, &mut payload.into_inner(), MAX_BODY).await?;
    let body: CspReportBody = serde_json::from_slice(&bytes).map_err(|_| {
        ApiError::new(StatusCode::BAD_REQUEST, ErrorCode::Unreadable, "This is not a CSP report.", &id)
    })?;
    request.run_as_visitor(move |deps, _| count_reports(deps, body.into())).await?;
    Ok(HttpResponse::NoContent().finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_parsed_reports(body: &str, expected: &[(&str, &str)]) {
        let body: CspReportBody = serde_json::from_str(body).unwrap();
        let found: Vec<CspReport> = body.into();
        let found: Vec<_> =
            found.iter().map(|report| (report.directive.as_str(), report.host.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn both_csp_report_formats_are_parsed() {
        assert_parsed_reports(
            r#"{"csp-report": {"document-uri": "https://lanewise.example/payment?type=toll", "referrer": "",
                "violated-directive": "script-src-elem", "effective-directive": "script-src-elem", "original-policy": "x",
                "disposition": "enforce", "blocked-uri": "https://Evil.example:8443/a.js?b#c", "status-code": 200}}"#,
            &[("script-src-elem", "evil.example")],
        );
        assert_parsed_reports(
            r#"{"csp-report": {"violated-directive": "script-src 'self'", "blocked-uri": "inline"}}"#,
            &[("script-src", "inline")],
        );
        assert_parsed_reports(
            r#"[{"type": "csp-violation", "age": 10, "url": "https://lanewise.example/payment", "user_agent": "x",
                 "body": {"documentURL": "https://lanewise.example/payment", "effectiveDirective": "img-src",
                          "blockedURL": "https://user:secret@tracker.example/p.gif"}},
                {"type": "deprecation", "body": {"id": "x"}},
                {"type": "csp-violation", "body": {"effectiveDirective": "script-src-elem", "blockedURL": "chrome-extension://abc/x.js"}}]"#,
            &[("img-src", "tracker.example"), ("script-src-elem", "extension")],
        );
        assert_parsed_reports(r#"{"csp-report": {}}"#, &[("other", "other")]);
        assert_parsed_reports("[]", &[]);
    }

    #[test]
    fn a_csp_report_that_is_not_an_object_is_refused() {
        for body in [
            r#"[{"effective-directive": "script-src"}]"#,
            r#"{"csp-report": ["script-src", null, null]}"#,
            r#"[["csp-violation", {}]]"#,
            r#"[{"type": "csp-violation", "body": ["script-src", null]}]"#,
            r#"[{"type": "csp-violation", "body": null}]"#,
            "null",
        ] {
            assert!(serde_json::from_str::<CspReportBody>(body).is_err(), "{body}");
        }
    }

    #[test]
    fn the_number_of_csp_reports_per_request_is_limited() {
        let many = format!("[{}]", [r#"{"type": "csp-violation"}"#; 50].join(","));
        let body: CspReportBody = serde_json::from_str(&many).unwrap();
        assert_eq!(Vec::<CspReport>::from(body).len(), MAX_REPORTS);
    }
}
