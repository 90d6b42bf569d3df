//! Requests for the security panel, blocks, security events and the audit trail. Only staff may send these requests.

use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, ContentType, HeaderName};
use actix_web::{HttpRequest, HttpResponse, web};
use application::access::Actor;
use application::back_office::exports;
use application::security::panel::{self, SecurityOverview};
use application::shared::lists::{Names, names_of};
use application::{Deps, Error};
use domain::security::findings::Finding;
use ports::security::watch::RecordedEntry;
use ports::shared::paging::{Page, Paged};
use ports::store::Store;

use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::security::dto::{
    AuditEntryDto, BlockBody, BlockDto, DashboardDto, Format, SecurityEventDto, UnblockBody,
    parse_audit_filter, parse_event_filter, parse_format, subject_user,
};
use crate::security::report;
use crate::shared::body::Body;
use crate::shared::empty::Empty;
use crate::shared::enums as word;
use crate::shared::error::{ApiError, ErrorBody, HandlerResult};
use crate::shared::list_query::ListQuery;

/// Number of events on the security panel.
const PANEL_EVENTS: i64 = 10;
/// Maximum number of rows in a report or export.
const MAX_ROWS: i64 = 10_000;
const CSV: &str = "text/csv; charset=utf-8";

pub fn routes() -> Vec<Route> {
    vec![
        route!(show_dashboard, Call::poll(AllowedCallers::Staff)),
        route!(list_events, Call::read(AllowedCallers::Staff)),
        route!(export_report, Call::read(AllowedCallers::Staff).step_up()),
        route!(block_ip, Call::write(AllowedCallers::Staff)),
        route!(unblock_ip, Call::write(AllowedCallers::Staff)),
        route!(list_audit, Call::read(AllowedCallers::Staff)),
    ]
}

/// Returns the data of the security panel: figures of the last 24 hours, findings, the newest events, and
/// content that browsers blocked. The page polls these data, so the request never renews the session.
#[utoipa::path(get, path = "/api/security/dashboard", tag = "security",
params(("userId" = Option<i32>, Query, description = "Accepted and ignored")), responses(
    (status = 200, description = "The dashboard", body = DashboardDto),
))]
async fn show_dashboard(request: Request) -> HandlerResult {
    let own = request.state.clone();
    let overview = request
        .run(move |deps, store, actor| {
            panel::show_panel(deps, store, actor, &own.installation_state, PANEL_EVENTS)
        })
        .await?;
    let findings = installation_findings(&request, &overview).await?;
    Ok(HttpResponse::Ok().json(DashboardDto::new(overview, findings)))
}

/// Returns the findings about this installation's setup. Holds no database connection, because checking demo
/// accounts' passwords takes a long time.
async fn installation_findings(
    request: &Request,
    overview: &SecurityOverview,
) -> Result<Vec<Finding>, ApiError> {
    let (state, seen_findings) = (request.state.clone(), overview.database_facts.clone());
    let found = web::block(move || {
        state.installation_state.findings(
            &*state.deps.passwords,
            &seen_findings,
            state.deps.database.replica(),
        )
    })
    .await;
    found.map_err(|_| ApiError::of(Error::defect("the findings panicked"), &request.caller.request_id))
}

/// Lists security events, newest first.
#[utoipa::path(get, path = "/api/security/events", tag = "security", params(
    ("type" = Option<word::SecurityEventKind>, Query, description = "Only this kind of event"),
    ("severity" = Option<word::Severity>, Query, description = "Only this severity"),
    ("ip" = Option<String>, Query, description = "Only from this address"),
    ("from" = Option<String>, Query, description = "Start of the range: a date or a time (included)"),
    ("to" = Option<String>, Query, description = "End of the range: a date (included) or a time (excluded)"),
    ("before" = Option<i32>, Query, description = "Only events with a smaller id"),
    ("limit" = Option<i32>, Query, description = "Page size: 50 by default, at most 200"),
    ("offset" = Option<i32>, Query),
), responses(
    (status = 200, description = "Events", body = Vec<SecurityEventDto>),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn list_events(http: HttpRequest, request: Request, query: ListQuery) -> HandlerResult {
    let (page, filter) = (query.page, parse_event_filter(http.query_string()));
    let valid = query.must_have_no_sort();
    let paged = request
        .run(move |_, store, actor| {
            valid?;
            panel::list_security_events(store, actor, &filter?, page)
        })
        .await?;
    Ok(query.respond_with_cursor(paged, |event| event.id, SecurityEventDto::from))
}

/// Exports the security report: a page for printing, all data of the panel as JSON, or only the events of the
/// last 24 hours as CSV.
#[utoipa::path(get, path = "/api/security/export-report", tag = "security", params(
    ("format" = Option<String>, Query, description = "`html` (default), `csv` or `json`"),
    ("userId" = Option<i32>, Query, description = "Accepted and ignored"),
), responses(
    (status = 200, description = "The report", content((String = "text/html"), (String = "text/csv"), (Object = "application/json"))),
    (status = 422, description = "Unknown format", body = ErrorBody),
))]
async fn export_report(http: HttpRequest, request: Request) -> HandlerResult {
    let formats = [("html", Format::Html), ("csv", Format::Csv), ("json", Format::Json)];
    let format = parse_format(http.query_string(), &formats);
    let filters = http.query_string().to_owned();
    let (own, drawing) = (request.state.clone(), request.state.clone());
    let fetch = move |deps: &Deps, store: &mut dyn Store, actor: &Actor| {
        let format = format?.unwrap_or(Format::Html);
        let overview = panel::show_panel(deps, store, actor, &own.installation_state, MAX_ROWS)?;
        exports::audit_export(deps, store, actor, "security-report", &filters)?;
        Ok((overview, format, actor.user.email.clone()))
    };
    let (format, at, report) = request
        .run_then(fetch, move |deps, (overview, format, by)| {
            let findings = drawing.installation_state.findings(
                &*deps.passwords,
                &overview.database_facts,
                deps.database.replica(),
            );
            let at = overview.at;
            let dashboard = DashboardDto::new(overview, findings);
            let report = match format {
                Format::Html => report::html_report(&dashboard, at, &by).into_bytes(),
                Format::Json => serde_json::to_vec(&dashboard).map_err(report_error)?,
                Format::Csv => report::events_csv(&dashboard.recent_events).map_err(report_error)?,
            };
            Ok((format, at, report))
        })
        .await?;
    let name = format!("lanewise-security-{}", at.format("%Y-%m-%d"));
    let mut response = HttpResponse::Ok();
    match format {
        Format::Html => response.insert_header(ContentType::html()),
        Format::Json => response
            .insert_header(ContentType::json())
            .insert_header(attachment_header(&format!("{name}.json"))),
        Format::Csv => response
            .insert_header((CONTENT_TYPE, CSV))
            .insert_header(attachment_header(&format!("{name}.csv"))),
    };
    Ok(response.body(report))
}

/// Blocks an IP address. Requests from the address get `403` until the block ends.
#[utoipa::path(post, path = "/api/security/block-ip", tag = "security", request_body = BlockBody, responses(
    (status = 201, description = "The block. Replaces an earlier one", body = BlockDto),
    (status = 422, description = "Invalid fields. The caller's own address and trusted proxies can't be blocked", body = ErrorBody),
))]
async fn block_ip(request: Request, body: Body<BlockBody>) -> HandlerResult {
    let block = request
        .run_detached_with(body, move |deps, actor, body| {
            let BlockBody { ip, reason, hours, .. } = &body;
            panel::block_address(deps, actor, ip, reason, *hours)
        })
        .await?;
    Ok(HttpResponse::Created().json(BlockDto::from(block)))
}

/// Ends the block of an IP address and deletes the address's failed logins.
#[utoipa::path(post, path = "/api/security/unblock-ip", tag = "security", request_body = UnblockBody, responses(
    (status = 200, description = "No longer blocked", body = Empty),
    (status = 404, description = "The address is not blocked", body = ErrorBody),
    (status = 422, description = "Not a valid address", body = ErrorBody),
))]
async fn unblock_ip(request: Request, body: Body<UnblockBody>) -> HandlerResult {
    request
        .run_detached_with(body, move |deps, actor, body| panel::unblock_address(deps, actor, &body.ip))
        .await?;
    Ok(HttpResponse::Ok().json(Empty {}))
}

/// Returns the header that makes the browser save the response as a file with this name.
fn attachment_header(name: &str) -> (HeaderName, String) {
    (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""))
}

/// Converts an error while writing a report. Such errors shouldn't happen, because reports are written in memory.
fn report_error(error: impl std::error::Error + Send + Sync + 'static) -> Error {
    Error::Defect(Box::new(error))
}

/// Lists audit entries, newest first. As a CSV file, exports the newest 10,000 entries that match the filters. The
/// export requires a recent step-up authentication.
#[utoipa::path(get, path = "/api/admin/audit", tag = "security", params(
    ("actor" = Option<i32>, Query, description = "Only actions of this user"),
    ("action" = Option<word::AuditAction>, Query, description = "Only this action"),
    ("subjectKind" = Option<word::AuditSubject>, Query, description = "Only this kind of record"),
    ("subjectId" = Option<i32>, Query),
    ("from" = Option<String>, Query, description = "Start of the range: a date or a time (included)"),
    ("to" = Option<String>, Query, description = "End of the range: a date (included) or a time (excluded)"),
    ("before" = Option<i32>, Query, description = "Only entries with a smaller id"),
    ("id" = Option<i32>, Query, description = "Only the entry with this id"),
    ("format" = Option<String>, Query, description = "`csv` for a file; `json` by default"),
    ("limit" = Option<i32>, Query, description = "Page size: 50 by default, at most 200"),
    ("offset" = Option<i32>, Query),
), responses(
    (status = 200, description = "Audit entries", content((Vec<AuditEntryDto> = "application/json"), (String = "text/csv"))),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn list_audit(http: HttpRequest, request: Request, query: ListQuery) -> HandlerResult {
    let wanted = parse_format(http.query_string(), &[("csv", Format::Csv), ("json", Format::Json)]);
    let (page, filter) = (query.page, parse_audit_filter(http.query_string()));
    let (filters, valid) = (http.query_string().to_owned(), query.must_have_no_sort());
    let fetch = move |deps: &Deps, store: &mut dyn Store, actor: &Actor| {
        valid?;
        if wanted? == Some(Format::Csv) {
            actor.must_have_step_up(deps.clock.now())?;
            let page = Page { limit: MAX_ROWS, offset: 0 };
            let entries = panel::list_audit_entries(store, actor, &filter?, page)?;
            exports::audit_export(deps, store, actor, "audit", &filters)?;
            return Ok((entries, None));
        }
        let paged = panel::list_audit_entries(store, actor, &filter?, page)?;
        let names = names_of(store, paged.items.iter().filter_map(subject_user))?;
        Ok((paged, Some(names)))
    };
    let answer = request.run_then(fetch, |_, (paged, names)| match names {
        Some(names) => Ok(AuditTrailResponse::List(paged, names)),
        None => report::audit_csv(paged.items).map(AuditTrailResponse::File).map_err(report_error),
    });
    Ok(match answer.await? {
        AuditTrailResponse::List(paged, names) => query.respond_with_cursor(
            paged,
            |entry| entry.id,
            |entry| AuditEntryDto::with_driver_name(entry, &names),
        ),
        AuditTrailResponse::File(csv) => HttpResponse::Ok()
            .insert_header((CONTENT_TYPE, CSV))
            .insert_header(attachment_header("lanewise-audit.csv"))
            .body(csv),
    })
}

/// Response with audit entries, as a list or as a file.
enum AuditTrailResponse {
    List(Paged<RecordedEntry>, Names),
    File(Vec<u8>),
}
