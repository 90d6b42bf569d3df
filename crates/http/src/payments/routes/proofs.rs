//! Files that show that a remittance was sent, for staff (docs/PRODUCT.md#proof).

use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use actix_web::{HttpRequest, HttpResponse, web};
use application::Deps;
use application::access::Actor;
use application::payments::remittances::proving;
use application::shared::lists::names_of;
use domain::payments::remittances::proof::LARGEST_PROOF;
use domain::shared::ids::{ProofId, RemittanceId};
use ports::store::{Store, with_store};

use crate::edge::caller::Caller;
use crate::edge::use_case::{as_user, as_user_at_length, as_user_detached};
use crate::payments::dto::proofs::{ProofDto, ProofQuery};
use crate::shared::body::read_bytes;
use crate::shared::error::{ApiError, ErrorBody};
use crate::shared::path::Id;
use crate::shared::resource::resource;
use crate::state::State;

/// What a browser that shows the file all the same lets it do: nothing.
const NOTHING: &str = "sandbox; default-src 'none'; frame-ancestors 'none'";

/// Registers the routes.
pub fn configure(config: &mut web::ServiceConfig) {
    config
        .service(resource("/api/admin/remittances/{id}/proofs", "POST").route(web::post().to(add_proof)))
        .service(
            resource("/api/admin/proofs/{id}", "GET, DELETE")
                .route(web::get().to(proof_file))
                .route(web::delete().to(remove_proof)),
        );
}

/// Keeps a PDF, JPEG or PNG that shows that a remittance was sent: at most 10 MB, five of them. What it is is told by what is in it; of a
/// picture, what is drawn of it again is kept.
#[utoipa::path(post, path = "/api/admin/remittances/{id}/proofs", tag = "payments", params(
    ("id" = i32, Path),
    ("fileName" = String, Query, description = "To be shown"),
), request_body(content = Vec<u8>, content_type = "application/octet-stream"), responses(
    (status = 201, description = "The file as it is kept", body = ProofDto),
    (status = 401, description = "Not logged in", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 404, description = "No such remittance", body = ErrorBody),
    (status = 409, description = "`changed_meanwhile`: it was not sent; `too_many_proofs`", body = ErrorBody),
    (status = 413, description = "More than 10 MB", body = ErrorBody),
    (status = 422, description = "Invalid fields: `fileName`, `file`", body = ErrorBody),
))]
pub async fn add_proof(
    state: State,
    caller: Caller,
    request: HttpRequest,
    id: Id,
    payload: web::Payload,
) -> Result<HttpResponse, ApiError> {
    // Staff alone may make the server read so much.
    let may = move |_: &Deps, store: &mut dyn Store, actor: &Actor| {
        proving::may_bring(store, actor, RemittanceId(id.0))
    };
    as_user(&state, &caller, may).await?;
    let query = web::Query::<ProofQuery>::from_query(request.query_string()).map_err(|_| {
        let wrong = application::Error::field("fileName", "Give fileName, and nothing else.");
        ApiError::of(wrong, &caller.request_id)
    })?;
    let name = query.into_inner().file_name;
    let content = read_bytes(&request, &mut payload.into_inner(), LARGEST_PROOF).await?;
    let added = as_user_at_length(&state, &caller, move |deps, actor| {
        let proof = proving::add(deps, actor, RemittanceId(id.0), &name, &content)?;
        let names = with_store(&*deps.database, |store| names_of(store, proof.added_by.into_iter()))?;
        Ok(ProofDto::new(proof, &names))
    })
    .await?;
    Ok(HttpResponse::Created().json(added))
}

/// The file, to be saved. It is noted in the audit trail.
#[utoipa::path(get, path = "/api/admin/proofs/{id}", tag = "payments", params(("id" = i32, Path)), responses(
    (status = 200, description = "The file", content(
        (Vec<u8> = "application/pdf"), (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png"),
    )),
    (status = 401, description = "Not logged in", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 404, description = "No such file", body = ErrorBody),
))]
pub async fn proof_file(state: State, caller: Caller, id: Id) -> Result<HttpResponse, ApiError> {
    let (proof, content) =
        as_user(&state, &caller, move |deps, store, actor| proving::fetch(deps, store, actor, ProofId(id.0)))
            .await?;
    // Its name is ours: nothing that somebody wrote ends the header or names a folder.
    let name = format!(
        "attachment; filename=\"lanewise-remittance-{}-proof-{}.{}\"",
        proof.remittance_id,
        proof.id,
        proof.kind.ending()
    );
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, proof.kind.media_type()))
        .insert_header((CONTENT_DISPOSITION, name))
        .insert_header((CONTENT_SECURITY_POLICY, NOTHING))
        .body(content))
}

/// Takes a file away; that there was one stays in the audit trail.
#[utoipa::path(delete, path = "/api/admin/proofs/{id}", tag = "payments", params(("id" = i32, Path)), responses(
    (status = 204, description = "It is gone"),
    (status = 401, description = "Not logged in", body = ErrorBody),
    (status = 403, description = "Not staff", body = ErrorBody),
    (status = 404, description = "No such file", body = ErrorBody),
))]
pub async fn remove_proof(state: State, caller: Caller, id: Id) -> Result<HttpResponse, ApiError> {
    as_user_detached(&state, &caller, move |deps, actor| proving::remove(deps, actor, ProofId(id.0))).await?;
    Ok(HttpResponse::NoContent().finish())
}
