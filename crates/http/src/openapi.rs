//! The OpenAPI document, generated from the handlers, and an offline page that shows it.

use utoipa::OpenApi;
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::routes::{auth, health, items, payments, users};

/// Every call.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Lanewise",
        description = "The calls of the driver's app. See docs/API.md for the conventions."
    ),
    paths(
        auth::sign_up,
        auth::log_in,
        auth::log_out,
        auth::show_session,
        auth::extend_session,
        users::list_users,
        users::show_user,
        users::update_vehicle,
        users::request_status,
        users::show_profile,
        items::list_tickets,
        items::mark_ticket_paid,
        items::list_parking,
        items::mark_parking_paid,
        items::list_tolls,
        items::mark_toll_paid,
        payments::create_payment_intent,
        payments::record_transaction,
        payments::list_transactions,
        payments::record_hire,
        payments::list_hires,
        payments::set_hire_contact,
        payments::stripe_webhook,
        health::show_config,
        health::show_openapi,
        health::healthz,
        health::readyz,
        health::metrics,
    )
)]
struct Document;

/// The document.
pub fn document() -> utoipa::openapi::OpenApi {
    Document::openapi()
}

/// As it is committed in `docs/openapi.json`.
///
/// # Errors
/// When the document cannot be written as JSON.
pub fn document_text() -> Result<String, serde_json::Error> {
    Ok(document().to_pretty_json()? + "\n")
}

/// The viewer at `/api/docs/`; its files are part of the program.
pub fn viewer() -> SwaggerUi {
    SwaggerUi::new("/api/docs/{_:.*}").config(Config::from("/api/openapi.json"))
}
