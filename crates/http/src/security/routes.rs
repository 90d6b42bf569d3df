//! The security panel, blocks, and the trails: for staff alone.

use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, ContentType};
use actix_web::{HttpRequest, HttpResponse, web};
use application::Error;
use application::security::panel::{self, Overview};
use application::shared::lists::{Names, names_of};
use chrono::SecondsFormat;
use domain::security::environment::Finding;
use ports::shared::paging::Page;

use crate::edge::caller::Caller;
use crate::edge::use_case::{as_poller, as_user, as_user_detached_with};
use crate::security::dto::{
    AuditEntryDto, BlockBody, BlockDto, DashboardDto, Format, SecurityEventDto, UnblockBody, audit_filter,
    event_filter, format, subject_user,
};
use crate::security::report;
use crate::shared::body::{Body, Staff};
use crate::shared::empty::Empty;
use crate::shared::error::{ApiError, ErrorBody};
use crate::shared::list_query::ListQuery;
use crate::shared::resource::resource;
use crate::shared::words as word;
use crate::state::State;

/// Events that the panel shows.
const PANEL_EVENTS: i64 = 10;
/// Rows that a report or an export holds at the most.
const MOST_ROWS: i64 = 10_000;
const CSV: &str = "text/csv; charset=utf-8";

/// The routes.
pub fn configure(config: &mut web::ServiceConfig) {
    config
        .service(resource("/api/security/dashboard", "GET").route(web::get().to(show_dashboard)))
        .service(resource("/api/security/events", "GET").route(web::get().to(list_events)))
        .service(resource("/api/security/export-report", "GET").route(web::get().to(export_report)))
        .service(resource("/api/security/block-ip", "POST").route(web::post().to(block_ip)))
        .service(resource("/api/security/unblock-ip", "POST").route(web::post().to(unblock_ip)))
        .service(resource("/api/admin/audit", "GET").route(web::get().to(list_audit)));
}

/// The last 24 hours at a glance. A poll: it never renews the session.
#[utoipa::path(get, path = "/api/security/dashboard", tag = "security",
params(("userId" = Option<i32>, Query, description = "Accepted and not believed")), responses(
    (status = 200, description = "The panel", body = DashboardDto),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
))]
pub async fn show_dashboard(state: State, caller: Caller) -> Result<HttpResponse, ApiError> {
    let own = state.clone();
    let overview = as_poller(&state, &caller, move |deps, store, actor| {
        panel::overview(deps, store, actor, &own.surroundings, PANEL_EVENTS)
    })
    .await?;
    let findings = findings(&state, &caller, &overview).await?;
    Ok(HttpResponse::Ok().json(DashboardDto::new(overview, findings)))
}

/// With no connection held: a new password of a demo account takes long to try.
async fn findings(state: &State, caller: &Caller, overview: &Overview) -> Result<Vec<Finding>, ApiError> {
    let (state, seen) = (state.clone(), overview.seen.clone());
    let found = web::block(move || state.surroundings.findings(&*state.deps.passwords, &seen)).await;
    found.map_err(|_| ApiError::of(Error::defect("the findings panicked"), &caller.request_id))
}

/// Security events, newest first.
#[utoipa::path(get, path = "/api/security/events", tag = "security", params(
    ("type" = Option<word::SecurityEventKind>, Query, description = "Of this kind"),
    ("severity" = Option<word::Severity>, Query, description = "Of this severity"),
    ("ip" = Option<String>, Query, description = "From this address"),
    ("from" = Option<String>, Query, description = "A date, or a time; not before it"),
    ("to" = Option<String>, Query, description = "A date, to its end, or a time; before it"),
    ("before" = Option<i32>, Query, description = "Only events with a smaller id"),
    ("limit" = Option<i32>, Query, description = "50 unless told, at most 200"),
    ("offset" = Option<i32>, Query),
), responses(
    (status = 200, description = "Events", body = Vec<SecurityEventDto>),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 422, description = "Wrong query", body = ErrorBody),
))]
pub async fn list_events(
    request: HttpRequest,
    state: State,
    caller: Caller,
    query: ListQuery,
) -> Result<HttpResponse, ApiError> {
    let (page, filter) = (query.page, event_filter(request.query_string()));
    let paged = as_user(&state, &caller, move |_, store, actor| {
        actor.must_be_admin()?;
        panel::events(store, actor, &filter?, page)
    })
    .await?;
    Ok(query.answer_on(paged, |event| event.id, SecurityEventDto::from))
}

/// The report of the last 24 hours: a page to be printed, or a file.
#[utoipa::path(get, path = "/api/security/export-report", tag = "security", params(
    ("format" = Option<String>, Query, description = "`html` unless told, `csv` or `json`"),
    ("userId" = Option<i32>, Query, description = "Accepted and not believed"),
), responses(
    (status = 200, description = "The report", content((String = "text/html"), (String = "text/csv"), (Object = "application/json"))),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 422, description = "Another format", body = ErrorBody),
))]
pub async fn export_report(
    request: HttpRequest,
    state: State,
    caller: Caller,
) -> Result<HttpResponse, ApiError> {
    let formats = [("html", Format::Html), ("csv", Format::Csv), ("json", Format::Json)];
    let format = format(request.query_string(), &formats);
    let own = state.clone();
    let (overview, format, by) = as_user(&state, &caller, move |deps, store, actor| {
        actor.must_be_admin()?;
        let format = format?.unwrap_or(Format::Html);
        let overview = panel::overview(deps, store, actor, &own.surroundings, MOST_ROWS)?;
        Ok((overview, format, actor.user.email.clone()))
    })
    .await?;
    let findings = findings(&state, &caller, &overview).await?;
    let at = overview.at;
    let name = format!("lanewise-security-{}", at.format("%Y-%m-%d"));
    let dashboard = DashboardDto::new(overview, findings);
    match format {
        Format::Html => {
            Ok(HttpResponse::Ok().insert_header(ContentType::html()).body(report::page(&dashboard, at, &by)))
        }
        Format::Json => {
            Ok(HttpResponse::Ok().insert_header(attachment(&format!("{name}.json"))).json(dashboard))
        }
        Format::Csv => file(&format!("{name}.csv"), report::events_csv(&dashboard.recent_events), &caller),
    }
}

fn attachment(name: &str) -> (actix_web::http::header::HeaderName, String) {
    (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""))
}

fn file(name: &str, csv: Result<Vec<u8>, csv::Error>, caller: &Caller) -> Result<HttpResponse, ApiError> {
    let csv = csv.map_err(|error| ApiError::of(Error::Defect(Box::new(error)), &caller.request_id))?;
    Ok(HttpResponse::Ok().insert_header((CONTENT_TYPE, CSV)).insert_header(attachment(name)).body(csv))
}

/// Blocks an address: it gets no answer but 403 until the block expires.
#[utoipa::path(post, path = "/api/security/block-ip", tag = "security", request_body = BlockBody, responses(
    (status = 201, description = "The block, in the place of an earlier one", body = BlockDto),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 422, description = "Wrong fields; one's own address and trusted proxies cannot be blocked", body = ErrorBody),
))]
pub async fn block_ip(
    state: State,
    caller: Caller,
    body: Body<BlockBody, Staff>,
) -> Result<HttpResponse, ApiError> {
    let block = as_user_detached_with(&state, &caller, body, move |deps, actor, body| {
        let BlockBody { ip, reason, hours, .. } = &body;
        panel::block(deps, actor, ip, reason, *hours)
    })
    .await?;
    Ok(HttpResponse::Created().json(BlockDto::from(block)))
}

/// Ends a block; the address's failed logins are forgotten.
#[utoipa::path(post, path = "/api/security/unblock-ip", tag = "security", request_body = UnblockBody, responses(
    (status = 200, description = "No longer blocked", body = Empty),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 404, description = "It is not blocked", body = ErrorBody),
    (status = 422, description = "No address", body = ErrorBody),
))]
pub async fn unblock_ip(
    state: State,
    caller: Caller,
    body: Body<UnblockBody, Staff>,
) -> Result<HttpResponse, ApiError> {
    as_user_detached_with(&state, &caller, body, move |deps, actor, body| {
        panel::unblock(deps, actor, &body.ip)
    })
    .await?;
    Ok(HttpResponse::Ok().json(Empty {}))
}

/// Who did what, newest first; as a list, or its newest 10,000 lines as a file.
#[utoipa::path(get, path = "/api/admin/audit", tag = "security", params(
    ("actor" = Option<i32>, Query, description = "By this user"),
    ("action" = Option<String>, Query, description = "Such as `item_changed`"),
    ("subjectKind" = Option<String>, Query, description = "Such as `ticket`"),
    ("subjectId" = Option<i32>, Query),
    ("from" = Option<String>, Query, description = "A date, or a time; not before it"),
    ("to" = Option<String>, Query, description = "A date, to its end, or a time; before it"),
    ("before" = Option<i32>, Query, description = "Only lines with a smaller id"),
    ("format" = Option<String>, Query, description = "`csv` for a file"),
    ("limit" = Option<i32>, Query, description = "50 unless told, at most 200"),
    ("offset" = Option<i32>, Query),
), responses(
    (status = 200, description = "Lines of the audit trail", content((Vec<AuditEntryDto> = "application/json"), (String = "text/csv"))),
    (status = 401, description = "No session", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 422, description = "Wrong query", body = ErrorBody),
))]
pub async fn list_audit(
    request: HttpRequest,
    state: State,
    caller: Caller,
    query: ListQuery,
) -> Result<HttpResponse, ApiError> {
    let wanted = format(request.query_string(), &[("csv", Format::Csv), ("json", Format::Json)]);
    let (page, filter) = (query.page, audit_filter(request.query_string()));
    let (paged, names, wanted) = as_user(&state, &caller, move |_, store, actor| {
        actor.must_be_admin()?;
        let wanted = wanted?;
        let is_file = wanted == Some(Format::Csv);
        let page = if is_file { Page { limit: MOST_ROWS, offset: 0 } } else { page };
        let paged = panel::audit_trail(store, actor, &filter?, page)?;
        let names = if is_file {
            Names::new()
        } else {
            names_of(store, paged.items.iter().filter_map(subject_user))?
        };
        Ok((paged, names, wanted))
    })
    .await?;
    if wanted != Some(Format::Csv) {
        return Ok(query.answer_on(paged, |entry| entry.id, |entry| AuditEntryDto::named(entry, &names)));
    }
    let head = [
        "id",
        "createdAt",
        "actorId",
        "actorEmail",
        "action",
        "subjectKind",
        "subjectId",
        "before",
        "after",
        "address",
    ];
    let rows = paged.items.into_iter().map(AuditEntryDto::from).map(|entry| {
        [
            entry.id.to_string(),
            entry.created_at.to_rfc3339_opts(SecondsFormat::Secs, true),
            entry.actor_id.map(|id| id.to_string()).unwrap_or_default(),
            entry.actor_email.unwrap_or_default(),
            entry.action,
            entry.subject_kind,
            entry.subject_id.to_string(),
            told(&entry.before),
            told(&entry.after),
            entry.address.unwrap_or_default(),
        ]
    });
    file("lanewise-audit.csv", report::csv(head, rows), &caller)
}

/// Fields in one cell.
fn told(fields: &std::collections::BTreeMap<String, String>) -> String {
    fields.iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>().join("; ")
}
