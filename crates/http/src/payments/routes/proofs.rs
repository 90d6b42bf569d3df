//! Requests about proofs: files that show that a remittance was sent. Only staff may send these requests
//! (docs/product/money-to-authorities.md#proof).

use actix_web::{HttpRequest, HttpResponse, web};
use application::Deps;
use application::access::Actor;
use application::payments::remittances::proving;
use application::shared::uploads;
use domain::payments::remittances::proof::MAX_PROOF;
use domain::shared::ids::{ProofId, RemittanceId};
use ports::store::Store;

use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::payments::dto::proofs::ProofDto;
use crate::shared::body::read_bytes;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::path::Id;
use crate::shared::stored_file::{download_response, parse_file_name};

pub fn routes() -> Vec<Route> {
    vec![
        route!(add_proof, Call::write(AllowedCallers::Staff).uploads()),
        route!(proof_file, Call::read(AllowedCallers::Staff)),
        route!(remove_proof, Call::write(AllowedCallers::Staff)),
    ]
}

/// Uploads a PDF, JPEG or PNG of at most 10 MB that shows that a remittance was sent. A remittance can have five
/// proofs. The server detects the type from the content, and re-encodes images before it stores them.
#[utoipa::path(post, path = "/api/admin/remittances/{id}/proofs", tag = "payments", params(
    ("id" = i32, Path),
    ("fileName" = String, Query, description = "The file's name, for display"),
), request_body(content = Vec<u8>, content_type = "application/octet-stream"), responses(
    (status = 201, description = "The stored file", body = ProofDto),
    (status = 404, description = "No such remittance", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`: the remittance is not sent; `too_many_proofs`", body = ErrorBody),
    (status = 413, description = "More than 10 MB", body = ErrorBody),
    (status = 422, description = "Invalid fields: `fileName`, `file`", body = ErrorBody),
))]
async fn add_proof(request: Request, http: HttpRequest, id: Id, payload: web::Payload) -> HandlerResult {
    // The caller is authorized first, so that only staff can make the server read a large body.
    let may = move |deps: &Deps, store: &mut dyn Store, actor: &Actor| {
        uploads::must_have_capacity(deps)?;
        proving::check_may_add_proof(store, actor, RemittanceId(id.0))
    };
    request.run(may).await?;
    let name = parse_file_name(&http, &request.caller.request_id)?;
    let content = read_bytes(&http, &mut payload.into_inner(), MAX_PROOF).await?;
    let (added, names) = request
        .run_detached(move |deps, actor| proving::add_proof(deps, actor, RemittanceId(id.0), &name, &content))
        .await?;
    Ok(HttpResponse::Created().json(ProofDto::new(added, &names)))
}

/// Downloads a proof. An audit entry records the download.
#[utoipa::path(get, path = "/api/admin/proofs/{id}", tag = "payments", params(("id" = i32, Path)), responses(
    (status = 200, description = "The content of the proof", content(
        (Vec<u8> = "application/pdf"), (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png"),
    )),
    (status = 404, description = "No such file", body = ErrorBody),
))]
async fn proof_file(request: Request, id: Id) -> HandlerResult {
    let (proof, content) =
        request.run(move |deps, store, actor| proving::read_proof(deps, store, actor, ProofId(id.0))).await?;
    let name = format!("remittance-{}-proof-{}", proof.remittance_id, proof.id);
    Ok(download_response(proof.kind, &name, content))
}

/// Deletes a proof. An audit entry records that the proof existed.
#[utoipa::path(delete, path = "/api/admin/proofs/{id}", tag = "payments", params(("id" = i32, Path)), responses(
    (status = 200, description = "The deleted file", body = ProofDto),
    (status = 404, description = "No such file", body = ErrorBody),
))]
async fn remove_proof(request: Request, id: Id) -> HandlerResult {
    let (removed, names) =
        request.run_detached(move |deps, actor| proving::remove_proof(deps, actor, ProofId(id.0))).await?;
    Ok(HttpResponse::Ok().json(ProofDto::new(removed, &names)))
}
