//! The request that exports a list as a CSV file for staff. The records are read from the database in parts while the
//! file is being sent. Before each part, the server checks that the caller is still staff.

use std::sync::Arc;

use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::Bytes;
use actix_web::{HttpResponse, web};
use application::Deps;
use application::access::Actor;
use application::back_office::exports;
use futures_util::stream;
use ports::store::Store;

use crate::back_office::dto::export::{ExportPart, ExportQuery, ExportedList, parse_export_query};
use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::shared::error::{ApiError, ErrorBody, HandlerResult};
use crate::shared::list_query::ListQuery;

pub fn routes() -> Vec<Route> {
    vec![route!(export_list, Call::read(AllowedCallers::Staff).step_up())]
}

/// Exports a list as a CSV file: every row that matches the filters and the search, newest first. An audit
/// entry records the export.
#[utoipa::path(get, path = "/api/admin/exports/{list}", tag = "back_office", params(
    ("list" = ExportedList, Path, description = "The list's name. Its filters and `q` apply"),
), responses(
    (status = 200, description = "A header line with the field names, then a line per record", body = String, content_type = "text/csv"),
    (status = 404, description = "No such list", body = ErrorBody),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn export_list(request: Request, list: web::Path<String>, query: ListQuery) -> HandlerResult {
    let list = list.into_inner();
    let (filter, filters, name) =
        (parse_export_query(&list, &query), query.filters_for_audit(), list.clone());
    // The first part is read before the response starts, so that an error still gets its own HTTP status.
    let begin = move |deps: &Deps, store: &mut dyn Store, actor: &Actor| {
        let filter = filter?;
        exports::audit_export(deps, store, actor, &name, &filters)?;
        let first = filter.read_part(store, None)?;
        Ok((filter, first))
    };
    let (filter, first, today) =
        request.run_then(begin, |deps, (filter, first)| Ok((filter, first()?, deps.today()))).await?;
    let file = RemainingFile { request, filter, next: NextPart::Read(first) };
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"lanewise-{list}-{today}.csv\"")))
        .streaming(stream::try_unfold(file, next_part)))
}

/// The part of an exported file that hasn't been sent yet. Only one part at a time is in memory.
struct RemainingFile {
    request: Request,
    filter: Arc<dyn ExportQuery>,
    next: NextPart,
}

enum NextPart {
    /// A part that was read but not sent.
    Read(ExportPart),
    /// The next part starts after the record with this id.
    After(i32),
    /// The whole file was sent.
    Nothing,
}

/// Returns the next part of the file and what remains after it; `None` at the end. An error closes the
/// connection, so that the client sees that the file is incomplete.
async fn next_part(rest: RemainingFile) -> Result<Option<(Bytes, RemainingFile)>, ApiError> {
    let RemainingFile { request, filter, next } = rest;
    let part = match next {
        NextPart::Nothing => return Ok(None),
        NextPart::Read(part) => part,
        NextPart::After(id) => {
            let filter = filter.clone();
            let fetch = move |store: &mut dyn Store, _: &Actor| filter.read_part(store, Some(id));
            request
                .read_next_part(fetch, |part| part())
                .await
                .inspect_err(|error| tracing::warn!(%error, "an export was cut off"))?
        }
    };
    let next = part.next.map_or(NextPart::Nothing, NextPart::After);
    Ok(Some((Bytes::from(part.lines), RemainingFile { request, filter, next })))
}
