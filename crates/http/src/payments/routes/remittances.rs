//! Requests about money that is sent to authorities and lawyers. Only staff may send these requests
//! (docs/product/money-to-authorities.md#remittances).

use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::{HttpRequest, HttpResponse, web};
use application::access::Actor;
use application::payments::remittances::{owed, recovering, sending};
use application::{Deps, Error};
use domain::shared::citation_number::issuer_key;
use domain::shared::ids::{AuthorityId, LawyerId, PaymentId, RemittanceId};
use domain::shared::money::Money;
use ports::payments::remittances::{Obligation, ObligationFilter, ObligationKey};
use serde::Deserialize;

use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::payments::dto::remittance_bodies::{AcceptedBody, PrepareBody, RecoveryBody, SentBody};
use crate::payments::dto::remittance_file::remittance_csv;
use crate::payments::dto::remittances::{MoneyOwedDto, ObligationDto, RemittanceDetailsDto, RemittanceDto};
use crate::shared::body::Body;
use crate::shared::error::{ApiError, ErrorBody, HandlerResult};
use crate::shared::list_query::MAX_QUERY;
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(show_owed, Call::read(AllowedCallers::Staff)),
        route!(list_obligations, Call::read(AllowedCallers::Staff)),
        route!(record_money_returned, Call::write(AllowedCallers::Staff)),
        route!(write_off, Call::write(AllowedCallers::Staff)),
        route!(list_remittances, Call::read(AllowedCallers::Staff)),
        route!(prepare_remittance, Call::write(AllowedCallers::Staff)),
        route!(show_remittance, Call::read(AllowedCallers::Staff)),
        route!(undo_remittance, Call::write(AllowedCallers::Staff)),
        route!(record_remittance_sent, Call::write(AllowedCallers::Staff)),
        route!(record_remittance_acceptance, Call::write(AllowedCallers::Staff)),
        route!(remittance_file, Call::read(AllowedCallers::Staff).step_up()),
    ]
}

/// Returns an overview: money owed to each authority and lawyer, money that authorities and lawyers must return, and
/// sent payments whose citations a city's data still lists as open.
#[utoipa::path(get, path = "/api/admin/money-owed", tag = "payments", responses(
    (status = 200, description = "At most 500 of each", body = MoneyOwedDto),
))]
async fn show_owed(request: Request) -> HandlerResult {
    let found = request.run(|deps, store, actor| owed::show_money_owed(deps, store, actor)).await?;
    Ok(HttpResponse::Ok().json(MoneyOwedDto::from(found)))
}

#[derive(Deserialize)]
struct ToQuery {
    authority: Option<String>,
}

/// Maximum length of an issuer's name, in characters.
const MAX_ISSUER: usize = 200;

#[derive(Deserialize)]
struct ObligationQuery {
    issuer: Option<String>,
    q: Option<String>,
}

/// Lists the oldest payments whose money is owed to an authority, at most 500. Without `authority`, lists the
/// payments whose issuer isn't in the register of authorities.
#[utoipa::path(get, path = "/api/admin/obligations", tag = "payments", params(
    ("authority" = Option<i32>, Query),
    ("issuer" = Option<String>, Query, description = "Only items with this issuer name. Empty: only items without an issuer"),
    ("q" = Option<String>, Query, description = "Part of the confirmation number, or of the issuer's number"),
), responses(
    (status = 200, description = "The oldest 500", body = Vec<ObligationDto>),
    (status = 422, description = "Not a valid number", body = ErrorBody),
))]
async fn list_obligations(request: Request, http: HttpRequest) -> HandlerResult {
    let to = parse_number_parameter::<ToQuery>(&http, "authority", |query| query.authority);
    let which = web::Query::<ObligationQuery>::from_query(http.query_string());
    let (found, names) = request
        .run(move |deps, store, actor| {
            let ObligationQuery { issuer, q } = which
                .map_err(|_| {
                    application::Error::field("q", "Use authority, issuer and q, each at most once.")
                })?
                .into_inner();
            let read = [("issuer", &issuer, MAX_ISSUER), ("q", &q, MAX_QUERY)];
            let wrong = read.into_iter().find(|(_, text, most)| {
                text.as_ref().is_some_and(|text| text.contains('\0') || text.chars().count() > *most)
            });
            if let Some((name, _, most)) = wrong {
                return Err(application::Error::field(name, format!("Use at most {most} characters.")));
            }
            let which = ObligationFilter {
                to: to?.map(AuthorityId),
                issuer_key: issuer.as_deref().map(issuer_key),
                query: q.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()),
            };
            owed::list_obligations(deps, store, actor, &which)
        })
        .await?;
    Ok(HttpResponse::Ok().json(ObligationDto::all(found, &names)))
}

/// Records that an authority or a lawyer returned money.
#[utoipa::path(post, path = "/api/admin/obligations/{id}/back", tag = "payments", params(("id" = i32, Path)),
request_body = RecoveryBody, responses(
    (status = 200, description = "The amounts owed now", body = ObligationDto),
    (status = 404, description = "No such obligation", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`: it was not sent", body = ErrorBody),
    (status = 422, description = "An amount that the payee can't have returned", body = ErrorBody),
))]
async fn record_money_returned(request: Request, id: Id, body: Body<RecoveryBody>) -> HandlerResult {
    record_recovery(&request, id, body, recovering::record_returned).await
}

/// Writes off an overpayment that the authority or the lawyer won't return.
#[utoipa::path(post, path = "/api/admin/obligations/{id}/written-off", tag = "payments", params(("id" = i32, Path)),
request_body = RecoveryBody, responses(
    (status = 200, description = "The amounts owed now", body = ObligationDto),
    (status = 404, description = "No such obligation", body = ErrorBody),
    (status = 422, description = "More than the payee must return", body = ErrorBody),
))]
async fn write_off(request: Request, id: Id, body: Body<RecoveryBody>) -> HandlerResult {
    record_recovery(&request, id, body, recovering::write_off).await
}

/// Records, with the function `record`, that a payee returned money or that staff wrote it off. `id`
/// is the payment's id.
async fn record_recovery(
    request: &Request,
    id: Id,
    body: Body<RecoveryBody>,
    record: fn(&Deps, &Actor, ObligationKey, Money, &str) -> Result<Obligation, Error>,
) -> HandlerResult {
    let after = request
        .run_detached_with(body, move |deps, actor, body| {
            let (amount, how) = body.parse()?;
            let key = ObligationKey { payment_id: PaymentId(id.0), lawyer_id: body.lawyer_id.map(LawyerId) };
            record(deps, actor, key, amount, &how)
        })
        .await?;
    Ok(HttpResponse::Ok().json(ObligationDto::new(after, &application::shared::lists::Names::new())))
}

#[derive(Deserialize)]
struct BeforeQuery {
    before: Option<String>,
}

/// Lists the newest remittances, at most 50. With `before`, lists only remittances with smaller ids.
#[utoipa::path(get, path = "/api/admin/remittances", tag = "payments", params(("before" = Option<i32>, Query)), responses(
    (status = 200, description = "At most 50", body = Vec<RemittanceDto>),
    (status = 422, description = "Not a valid number", body = ErrorBody),
))]
async fn list_remittances(request: Request, http: HttpRequest) -> HandlerResult {
    let before = parse_number_parameter::<BeforeQuery>(&http, "before", |query| query.before);
    let found = request
        .run(move |_, store, actor| owed::list_remittances(store, actor, before?.map(RemittanceId)))
        .await?;
    Ok(HttpResponse::Ok().json(found.into_iter().map(RemittanceDto::from).collect::<Vec<_>>()))
}

/// Prepares a remittance of the money that can be sent to an authority or a lawyer, at most 5,000 payments.
/// Money that is held back by a refund or a chargeback isn't included.
#[utoipa::path(post, path = "/api/admin/remittances", tag = "payments", request_body = PrepareBody, responses(
    (status = 201, description = "The remittance", body = RemittanceDto),
    (status = 404, description = "No such authority or lawyer", body = ErrorBody),
    (status = 409, description = "`nothing_to_send`", body = ErrorBody),
))]
async fn prepare_remittance(request: Request, body: Body<PrepareBody>) -> HandlerResult {
    let made = request
        .run_detached_with(body, move |deps, actor, body| {
            sending::prepare_remittance(deps, actor, body.payee()?)
        })
        .await?;
    Ok(HttpResponse::Created().json(RemittanceDto::from(made)))
}

/// Returns a remittance with its obligations and proofs.
#[utoipa::path(get, path = "/api/admin/remittances/{id}", tag = "payments", params(("id" = i32, Path)), responses(
    (status = 200, description = "The remittance", body = RemittanceDetailsDto),
    (status = 404, description = "No such remittance", body = ErrorBody),
))]
async fn show_remittance(request: Request, id: Id) -> HandlerResult {
    let shown = request
        .run(move |deps, store, actor| sending::show_remittance(deps, store, actor, RemittanceId(id.0)))
        .await?;
    Ok(HttpResponse::Ok().json(RemittanceDetailsDto::from(shown)))
}

/// Undoes a remittance that was not sent. Its money is owed again.
#[utoipa::path(delete, path = "/api/admin/remittances/{id}", tag = "payments", params(("id" = i32, Path)), responses(
    (status = 200, description = "The remittance that was undone", body = RemittanceDto),
    (status = 404, description = "No such remittance", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`: it has been sent", body = ErrorBody),
))]
async fn undo_remittance(request: Request, id: Id) -> HandlerResult {
    let undone = request
        .run_detached(move |deps, actor| sending::undo_remittance(deps, actor, RemittanceId(id.0)))
        .await?;
    Ok(HttpResponse::Ok().json(RemittanceDto::from(undone)))
}

/// Records that a remittance was sent, and posts it to the books. For payments that were refunded or charged
/// back after the last file was downloaded, the request must say whether their money was sent.
#[utoipa::path(post, path = "/api/admin/remittances/{id}/sent", tag = "payments", params(("id" = i32, Path)),
request_body = SentBody, responses(
    (status = 200, description = "The remittance", body = RemittanceDto),
    (status = 404, description = "No such remittance", body = ErrorBody),
    (status = 409, description = "`refunded_since_file`: choose for the payments in `refunded`; `nothing_to_send`: all of it is left out; `changed_meanwhile`: it is already recorded", body = ErrorBody),
))]
async fn record_remittance_sent(request: Request, id: Id, body: Body<SentBody>) -> HandlerResult {
    let sent = request
        .run_detached_with(body, move |deps, actor, body| {
            let (how, choices) = body.parse(deps.clock.now())?;
            sending::record_sent(deps, actor, RemittanceId(id.0), &how, &choices)
        })
        .await?;
    Ok(HttpResponse::Ok().json(RemittanceDto::from(sent)))
}

/// Records that the payee accepted a remittance: all of it, or only the payments whose numbers are in the body.
#[utoipa::path(post, path = "/api/admin/remittances/{id}/accepted", tag = "payments", params(("id" = i32, Path)),
request_body = AcceptedBody, responses(
    (status = 200, description = "The remittance", body = RemittanceDto),
    (status = 404, description = "No such remittance", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`: it was not sent", body = ErrorBody),
    (status = 422, description = "Invalid fields, or numbers that are not in the remittance", body = ErrorBody),
))]
async fn record_remittance_acceptance(request: Request, id: Id, body: Body<AcceptedBody>) -> HandlerResult {
    let accepted = request
        .run_detached_with(body, move |deps, actor, body| {
            let (on, numbers) = body.parse(deps.clock.now())?;
            sending::record_acceptance(deps, actor, RemittanceId(id.0), on, numbers.as_deref())
        })
        .await?;
    Ok(HttpResponse::Ok().json(RemittanceDto::from(accepted)))
}

/// Exports a remittance's payments as CSV, without money that can't be sent. An audit entry records the export.
#[utoipa::path(get, path = "/api/admin/remittances/{id}/file", tag = "payments", params(("id" = i32, Path)), responses(
    (status = 200, description = "One row per payment", body = String, content_type = "text/csv"),
    (status = 404, description = "No such remittance", body = ErrorBody),
))]
async fn remittance_file(request: Request, id: Id) -> HandlerResult {
    let shown = request
        .run_detached(move |deps, actor| sending::export_remittance(deps, actor, RemittanceId(id.0)))
        .await?;
    let csv = remittance_csv(&shown).map_err(|error| {
        ApiError::of(application::Error::Defect(Box::new(error)), &request.caller.request_id)
    })?;
    let name = format!("attachment; filename=\"lanewise-remittance-{}.csv\"", shown.remittance.id);
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, name))
        .body(csv))
}

/// Parses the number in the query parameter `name`. `read` returns the parameter's text from the whole query.
/// Returns `None` if the parameter is missing or empty.
fn parse_number_parameter<Q: serde::de::DeserializeOwned>(
    request: &HttpRequest,
    name: &'static str,
    read: impl FnOnce(Q) -> Option<String>,
) -> Result<Option<i32>, application::Error> {
    let wrong = || application::Error::field(name, "Enter a whole number above 0.");
    let query = web::Query::<Q>::from_query(request.query_string()).map_err(|_| wrong())?.into_inner();
    let Some(text) = read(query).filter(|text| !text.is_empty()) else { return Ok(None) };
    let number = text.parse().ok().filter(|number: &i32| *number > 0);
    number.map(Some).ok_or_else(wrong)
}
