//! The HTTP server. It serves the dataset, the dataset's metadata, and requests under `/_sandbox` with which tests
//! control the sandbox.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::AtomicU64};

use actix_web::http::StatusCode;
use actix_web::web::{self, Data, Json, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::columns::COLUMNS;
use crate::errors::ApiError;
use crate::faults::{ActiveFault, Fault};
use crate::slice::{self, column_types};
use crate::table::Table;

/// The dataset's id, the same as in the real API. To use the sandbox, a client only has to change the base URL.
const DATASET: &str = "nc67-uf89";
/// Maximum size of a request's body, in bytes.
const MAX_BODY_BYTES: usize = 8 * 1024 * 1024;

/// The data that tests can change: the dataset and the active faults, oldest first.
#[derive(Debug, Default)]
pub(crate) struct World {
    pub(crate) table: Table,
    pub(crate) faults: Vec<ActiveFault>,
}

/// State that all requests share.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    pub(crate) world: Mutex<World>,
    /// Number of requests for rows so far.
    pub(crate) calls: AtomicU64,
    pub(crate) max_anonymous_requests: Option<u64>,
    /// Number of requests for rows without an app token so far.
    pub(crate) anonymous: AtomicU64,
}

impl Shared {
    /// Locks the data and returns the guard.
    pub(crate) fn lock_world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the fault that affects this request: the oldest one that is on, or `None` if no
    /// fault is on. Counts this request toward the number of requests that the fault affects.
    fn take_fault(&self) -> Option<Fault> {
        let mut world = self.lock_world();
        let first = world.faults.first_mut()?;
        let fault = first.fault.clone();
        if let Some(times) = &mut first.times {
            *times = times.saturating_sub(1);
            if *times == 0 {
                world.faults.remove(0);
            }
        }
        Some(fault)
    }
}

/// Registers the routes of the API and of the control requests.
pub(crate) fn configure(config: &mut web::ServiceConfig, shared: &Arc<Shared>) {
    config
        .app_data(Data::from(Arc::clone(shared)))
        .app_data(web::JsonConfig::default().limit(MAX_BODY_BYTES))
        .route("/resource/{dataset}.json", web::get().to(query_rows))
        .route("/api/views/{dataset}.json", web::get().to(describe_dataset))
        .route("/_sandbox/rows", web::put().to(put_rows))
        .route("/_sandbox/rows/{number}", web::delete().to(remove_row))
        .route("/_sandbox/faults", web::post().to(add_fault))
        .route("/_sandbox/faults", web::delete().to(clear_faults))
        .route("/_sandbox", web::get().to(report_call_count))
        .default_service(web::to(respond_not_found));
}

/// Creates the HTTP response for an error.
fn error_response(error: &ApiError) -> HttpResponse {
    let status = StatusCode::from_u16(error.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    HttpResponse::build(status).json(error.body())
}

/// Creates a response with status 429. `seconds` is the value of its `Retry-After` header; `None`
/// leaves the header out.
fn throttling_response(seconds: Option<u64>) -> HttpResponse {
    let mut response = HttpResponse::TooManyRequests();
    if let Some(seconds) = seconds {
        response.insert_header(("Retry-After", seconds.to_string()));
    }
    response.json(ApiError::new(429, "throttled", "Too many requests. Please use an app token.").body())
}

/// Responds to a request that no route handles.
async fn respond_not_found() -> HttpResponse {
    error_response(&ApiError::new(404, "not_found", "Cannot find what was asked for"))
}

/// Responds to a query with rows, or as the active fault says.
async fn query_rows(
    shared: Data<Shared>,
    request: HttpRequest,
    dataset: Path<String>,
    query: Query<Vec<(String, String)>>,
) -> HttpResponse {
    shared.calls.fetch_add(1, Relaxed);
    if dataset.as_str() != DATASET {
        return error_response(&ApiError::new(404, "dataset.missing", "Not found"));
    }
    let has_token =
        request.headers().contains_key("X-App-Token") || query.iter().any(|(name, _)| name == "$$app_token");
    if !has_token
        && shared.max_anonymous_requests.is_some_and(|most| shared.anonymous.fetch_add(1, Relaxed) >= most)
    {
        return throttling_response(None);
    }
    let fault = shared.take_fault();
    match &fault {
        Some(Fault::Throttle { seconds }) => return throttling_response(*seconds),
        Some(Fault::Error { status }) => {
            return error_response(&ApiError::new(*status, "internal-error", "Internal error"));
        }
        Some(Fault::Page) => {
            return HttpResponse::Ok().content_type("text/html").body("<html>We are back soon</html>");
        }
        Some(Fault::NotRows) => return HttpResponse::Ok().json(json!(["a", 1])),
        Some(Fault::WithoutColumn { name }) if query.iter().any(|(_, text)| text.contains(name.as_str())) => {
            return error_response(&ApiError::no_such_column(name));
        }
        Some(fault) => {
            if let Some(wait) = fault.response_delay() {
                actix_web::rt::time::sleep(wait).await;
            }
        }
        None => {}
    }
    match slice::parse_query(&query) {
        Ok(parsed_query) => {
            let columns = parsed_query.columns();
            let mut rows = parsed_query.rows(&shared.lock_world().table, fault == Some(Fault::EveryPlate));
            if let Some(Fault::Cells { name, text }) = &fault {
                for row in rows.iter_mut().filter_map(Value::as_object_mut) {
                    row.insert(name.clone(), Value::from(text.as_str()));
                }
            }
            HttpResponse::Ok()
                .insert_header(("X-SODA2-Fields", json!(columns).to_string()))
                .insert_header(("X-SODA2-Types", json!(column_types(&columns)).to_string()))
                .json(rows)
        }
        Err(error) => error_response(&error),
    }
}

/// Responds with the dataset's name and its columns.
async fn describe_dataset(dataset: Path<String>) -> HttpResponse {
    if dataset.as_str() != DATASET {
        return error_response(&ApiError::new(404, "not_found", "Cannot find view with id"));
    }
    let columns: Vec<Value> = COLUMNS
        .iter()
        .map(|(name, is_number)| json!({ "fieldName": name, "dataTypeName": if *is_number { "number" } else { "text" } }))
        .collect();
    HttpResponse::Ok().json(json!({
        "id": DATASET,
        "name": "Open Parking and Camera Violations (TEST MODE)",
        "columns": columns,
    }))
}

/// Adds rows to the dataset. A row replaces an existing row with the same citation number.
async fn put_rows(shared: Data<Shared>, rows: Json<Vec<Map<String, Value>>>) -> HttpResponse {
    let mut world = shared.lock_world();
    rows.into_inner().into_iter().for_each(|row| world.table.put(row));
    HttpResponse::NoContent().finish()
}

/// Removes the row with this citation number.
async fn remove_row(shared: Data<Shared>, number: Path<String>) -> HttpResponse {
    shared.lock_world().table.remove(&number);
    HttpResponse::NoContent().finish()
}

/// Body of the control request that switches a fault on for `times` requests. Without `times`, the fault stays on.
#[derive(Deserialize)]
struct NewFault {
    fault: Fault,
    #[serde(default)]
    times: Option<u32>,
}

/// Switches on the fault in the body.
async fn add_fault(shared: Data<Shared>, new: Json<NewFault>) -> HttpResponse {
    let NewFault { fault, times } = new.into_inner();
    shared.lock_world().faults.push(ActiveFault { fault, times });
    HttpResponse::NoContent().finish()
}

async fn clear_faults(shared: Data<Shared>) -> HttpResponse {
    shared.lock_world().faults.clear();
    HttpResponse::NoContent().finish()
}

/// Responds with the number of requests for rows so far.
async fn report_call_count(shared: Data<Shared>) -> HttpResponse {
    HttpResponse::Ok().json(json!({ "calls": shared.calls.load(Relaxed), "testMode": true }))
}
