//! Requests about imports of items from files.

use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::{HttpMessage, HttpRequest, HttpResponse, web};
use application::Deps;
use application::access::Actor;
use application::imports::files;
use domain::imports::import::MAX_FILE;
use domain::shared::ids::ImportId;
use futures_util::stream;
use ports::imports::files::{Import, StagedLine};
use ports::shared::field_names::json_name;
use ports::store::Store;

use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::imports::bad_rows_file;
use crate::imports::dto::{CheckBody, ConfirmQuery, ImportDto, ImportLineDto, OutcomeQuery, UploadQuery};
use crate::shared::body::{Body, read_bytes};
use crate::shared::csv_file::BOM;
use crate::shared::enums as word;
use crate::shared::error::{ApiError, ErrorBody, HandlerResult};
use crate::shared::error_code::ErrorCode;
use crate::shared::list_query::ListQuery;
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(list_imports, Call::read(AllowedCallers::Staff)),
        route!(upload_import, Call::write(AllowedCallers::Staff)),
        route!(show_import, Call::poll(AllowedCallers::Staff)),
        route!(check_import, Call::write(AllowedCallers::Staff)),
        route!(confirm_import, Call::write(AllowedCallers::Staff)),
        route!(cancel_import, Call::write(AllowedCallers::Staff)),
        route!(undo_import, Call::write(AllowedCallers::Staff)),
        route!(import_lines, Call::read(AllowedCallers::Staff)),
        route!(import_problems, Call::read(AllowedCallers::Staff)),
        route!(import_rows_with_errors, Call::read(AllowedCallers::Staff)),
    ]
}

/// Lists imports with the names of the staff who uploaded them.
#[utoipa::path(get, path = "/api/admin/imports", tag = "imports", params(
    ("limit" = Option<i32>, Query, description = "Page size: 50 by default, at most 200"),
    ("offset" = Option<i32>, Query),
), responses(
    (status = 200, description = "Newest first", body = Vec<ImportDto>),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn list_imports(request: Request, query: ListQuery) -> HandlerResult {
    let (page, valid) = (query.page, query.must_have_no_sort());
    let found = request
        .run(move |_, store, actor| {
            valid?;
            files::list_imports(store, actor, page)
        })
        .await?;
    Ok(query.respond(found, ImportDto::from))
}

/// Uploads a CSV file in UTF-8, UTF-16, Windows-1252 or Mac Roman: at most 48 MB, with a header and at most
/// 200,000 lines. No items are stored yet.
#[utoipa::path(post, path = "/api/admin/imports", tag = "imports", params(
    ("kind" = word::ImportKind, Query, description = "The kind of item in the file"),
    ("fileName" = String, Query, description = "The file's name, for display"),
), request_body(content = String, content_type = "text/csv"), responses(
    (status = 201, description = "The import. Set the meaning of its columns next", body = ImportDto),
    (status = 409, description = "`too_many_imports`", body = ErrorBody),
    (status = 413, description = "More than 48 MB", body = ErrorBody),
    (status = 415, description = "Not declared as text/csv", body = ErrorBody),
    (status = 422, description = "Invalid fields: `kind`, `fileName`, `file`", body = ErrorBody),
))]
async fn upload_import(request: Request, http: HttpRequest, payload: web::Payload) -> HandlerResult {
    // The caller is authorized first, so that only staff can make the server read a large body.
    request.run(|_, _, _| Ok(())).await?;
    if !http.content_type().eq_ignore_ascii_case("text/csv") {
        let message = "Send the file as text/csv.";
        return Err(ApiError::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            ErrorCode::NotCsv,
            message,
            &request.caller.request_id,
        ));
    }
    let query = web::Query::<UploadQuery>::from_query(http.query_string()).map_err(|_| {
        let wrong = application::Error::field("kind", "Use only kind and fileName.");
        ApiError::of(wrong, &request.caller.request_id)
    })?;
    let (kind, name) =
        query.into_inner().parse().map_err(|error| ApiError::of(error, &request.caller.request_id))?;
    let bytes = read_bytes(&http, &mut payload.into_inner(), MAX_FILE).await?;
    let import =
        request.run_detached(move |deps, actor| files::upload(deps, actor, kind, &name, &bytes)).await?;
    Ok(HttpResponse::Created().json(ImportDto::from(import)))
}

/// Returns an import. Pages poll this request, so it never renews the session.
#[utoipa::path(get, path = "/api/admin/imports/{id}", tag = "imports", params(("id" = i32, Path)), responses(
    (status = 200, description = "The import", body = ImportDto),
    (status = 404, description = "No such import", body = ErrorBody),
))]
async fn show_import(request: Request, id: Id) -> HandlerResult {
    let found = request.run(move |_, store, actor| files::show_import(store, actor, ImportId(id.0))).await?;
    Ok(HttpResponse::Ok().json(ImportDto::from(found)))
}

/// Sets the meanings of the columns and starts the check of every line.
#[utoipa::path(post, path = "/api/admin/imports/{id}/check", tag = "imports", params(("id" = i32, Path)), request_body = CheckBody, responses(
    (status = 200, description = "The import, being checked", body = ImportDto),
    (status = 404, description = "No such import", body = ErrorBody),
    (status = 409, description = "`import_elsewhere`", body = ErrorBody),
    (status = 422, description = "Invalid fields: `columns`, `issuer`", body = ErrorBody),
))]
async fn check_import(request: Request, id: Id, body: Body<CheckBody>) -> HandlerResult {
    let import = request
        .run_detached_with(body, move |deps, actor, body| {
            files::start_check(
                deps,
                actor,
                ImportId(id.0),
                &body.meanings()?,
                body.due_days,
                body.issuer.as_deref(),
            )
        })
        .await?;
    Ok(HttpResponse::Ok().json(ImportDto::from(import)))
}

/// Starts storing the items of the new lines. Either all of them are stored, or none.
#[utoipa::path(post, path = "/api/admin/imports/{id}/confirm", tag = "imports", params(
    ("id" = i32, Path),
    ("largeAmounts" = Option<bool>, Query, description = "Confirms that amounts above $5,000 are intended"),
    ("setAside" = Option<bool>, Query, description = "Stores the valid lines although others are invalid, and sets those aside for correction"),
), responses(
    (status = 200, description = "The import, being stored", body = ImportDto),
    (status = 404, description = "No such import", body = ErrorBody),
    (status = 409, description = "`import_elsewhere`: not checked yet, or already confirmed; `import_has_problems`; `large_amounts`: some are above $5,000 and were not confirmed", body = ErrorBody),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn confirm_import(request: Request, http: HttpRequest, id: Id) -> HandlerResult {
    let query = web::Query::<ConfirmQuery>::from_query(http.query_string());
    let import = request
        .run_detached(move |deps, actor| {
            let wrong = |_| application::Error::field("largeAmounts", "Use true or false.");
            files::confirm_import(deps, actor, ImportId(id.0), query.map_err(wrong)?.confirmations())
        })
        .await?;
    Ok(HttpResponse::Ok().json(ImportDto::from(import)))
}

/// Cancels an import and deletes its file and lines.
#[utoipa::path(delete, path = "/api/admin/imports/{id}", tag = "imports", params(("id" = i32, Path)), responses(
    (status = 200, description = "The import, cancelled", body = ImportDto),
    (status = 404, description = "No such import", body = ErrorBody),
    (status = 409, description = "`import_elsewhere`: it is being stored, or has ended", body = ErrorBody),
))]
async fn cancel_import(request: Request, id: Id) -> HandlerResult {
    let import =
        request.run_detached(move |deps, actor| files::cancel_import(deps, actor, ImportId(id.0))).await?;
    Ok(HttpResponse::Ok().json(ImportDto::from(import)))
}

/// Removes the items and waiting citations that an import stored. Fails if a driver already used one of the
/// items, for example paid it.
#[utoipa::path(post, path = "/api/admin/imports/{id}/undo", tag = "imports", params(("id" = i32, Path)), responses(
    (status = 200, description = "The import, undone", body = ImportDto),
    (status = 404, description = "No such import", body = ErrorBody),
    (status = 409, description = "`import_elsewhere`: it is not stored, or already undone; `import_paid`", body = ErrorBody),
))]
async fn undo_import(request: Request, id: Id) -> HandlerResult {
    let import =
        request.run_detached(move |deps, actor| files::undo_import(deps, actor, ImportId(id.0))).await?;
    Ok(HttpResponse::Ok().json(ImportDto::from(import)))
}

/// Lists the checked lines, in the file's order. Without `outcome`, leaves out `queued` lines, on which staff
/// must decide, and `unclaimed` lines, which match no driver.
#[utoipa::path(get, path = "/api/admin/imports/{id}/lines", tag = "imports", params(
    ("id" = i32, Path),
    ("outcome" = Option<word::LineOutcome>, Query, description = "Only lines with this outcome"),
    ("limit" = Option<i32>, Query, description = "Page size: 50 by default, at most 200"),
    ("offset" = Option<i32>, Query, description = "Rows to skip, at most 10,000"),
), responses(
    (status = 200, description = "Lines. Empty once the import has ended", body = Vec<ImportLineDto>),
    (status = 404, description = "No such import", body = ErrorBody),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn import_lines(
    request: Request,
    id: Id,
    query: ListQuery,
    filter: web::Query<OutcomeQuery>,
) -> HandlerResult {
    let (page, valid) = (query.page, query.must_have_no_sort());
    let found = request
        .run(move |_, store, actor| {
            valid?;
            files::list_lines(store, actor, ImportId(id.0), filter.parse()?, page)
        })
        .await?;
    Ok(query.respond(found, ImportLineDto::from))
}

/// Downloads every invalid line with its errors, as CSV.
#[utoipa::path(get, path = "/api/admin/imports/{id}/problems", tag = "imports", params(("id" = i32, Path)), responses(
    (status = 200, description = "Line, column, problem and cell", body = String, content_type = "text/csv"),
    (status = 404, description = "No such import", body = ErrorBody),
))]
async fn import_problems(request: Request, id: Id) -> HandlerResult {
    send_invalid_lines(&request, ImportId(id.0), "problems", |_| format_problems).await
}

/// Downloads every invalid line as it is in the file, with its errors in the last column. Staff can
/// correct the lines and upload them as a new file.
#[utoipa::path(get, path = "/api/admin/imports/{id}/mend", tag = "imports", params(("id" = i32, Path)), responses(
    (status = 200, description = "All columns of the file, and the errors", body = String, content_type = "text/csv"),
    (status = 404, description = "No such import", body = ErrorBody),
))]
async fn import_rows_with_errors(request: Request, id: Id) -> HandlerResult {
    send_invalid_lines(&request, ImportId(id.0), "mend", bad_rows_file::line_formatter).await
}

/// Sends the invalid lines as a CSV file in parts. Each part is read only after the previous one was sent.
/// `name` is a part of the file's name. `writer` returns the function that formats a part, which gets
/// the number of the line before the part, and the part's lines.
async fn send_invalid_lines<W>(
    request: &Request,
    id: ImportId,
    name: &str,
    writer: impl FnOnce(&Import) -> W,
) -> HandlerResult
where
    W: Fn(i32, &[StagedLine]) -> String + Clone + Send + 'static,
{
    let import = request.run(move |_, store, actor| files::show_import(store, actor, id)).await?;
    let (request, writer) = (request.clone(), writer(&import));
    let slices = stream::try_unfold(Some(0), move |after| {
        let (request, writer) = (request.clone(), writer.clone());
        async move {
            let Some(after) = after else { return Ok::<_, ApiError>(None) };
            let read = move |_: &Deps, store: &mut dyn Store, actor: &Actor| {
                files::list_invalid_lines(store, actor, id, after)
            };
            let write =
                move |lines: Vec<StagedLine>| Ok((writer(after, &lines), lines.last().map(|line| line.line)));
            let (text, next) = request.run_next_part(read, write).await?;
            Ok(Some((web::Bytes::from(text), next)))
        }
    });
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"import-{id}-{name}.csv\"")))
        .streaming(slices))
}

/// Formats the problems of invalid lines as CSV. `after` is the number of the line before these lines; if it
/// is 0, the header is added.
fn format_problems(after: i32, lines: &[StagedLine]) -> String {
    let mut text = if after == 0 { format!("{BOM}Row,Column,Problem,Cell\r\n") } else { String::new() };
    for line in lines {
        for (name, problem) in &line.problems {
            let cell = line.fields.iter().find(|(field, _)| field == name).map_or("", |(_, cell)| cell);
            let cells = [&line.line.to_string(), &json_name(name), problem.as_str(), cell];
            text.push_str(&bad_rows_file::format_row(cells));
        }
    }
    text
}
