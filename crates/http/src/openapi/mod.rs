//! The OpenAPI document, which is generated from the handlers, and a page that shows it.

mod fields;
mod finish;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use actix_web::http::header::{CACHE_CONTROL, ContentType, ETag, EntityTag, Header, IfNoneMatch, VARY};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, web};
use utoipa::OpenApi;
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::accounts::routes::{account, auth, second_factor, users, verification};
use crate::back_office::dto::export::ExportedList;
use crate::back_office::routes::{desk, exports, notes, overview, queues, timeline};
use crate::driving_record::routes::{added, appearances, calendar, files as item_files, items, options};
use crate::help::routes as help;
use crate::help::staff_routes as staff_help;
use crate::imports::plate_reviews;
use crate::imports::routes as imports;
use crate::imports::waiting;
use crate::legal_help::cases::routes::secrets::{
    driver as own_secrets, lawyer as client_secrets, staff as case_secrets,
};
use crate::legal_help::cases::routes::{driver as own_cases, lawyer as lawyer_cases, staff as cases};
use crate::legal_help::lawyers::{photo_routes as lawyer_photos, routes as lawyers};
use crate::legal_help::routes as legal_help;
use crate::legal_help::statements::{own_routes as own_statements, routes as statements};
use crate::notices::{outside, reminders};
use crate::operations::routes as health;
use crate::payments::routes::{
    attention as money, authorities, billed_again, books, chargebacks, my_file, payments, proofs, receipts,
    refunds, remittances,
};
use crate::requests::routes as requests;
use crate::security::csp_reports;
use crate::security::routes as security;
use crate::shared::enums::Claim;
use crate::shared::resource::resource;
use crate::sources::routes as sources;
use crate::staff::routes as staff;

/// Collects all requests of the API.
#[derive(OpenApi)]
#[openapi(
    // These schemas are used only in parameters, so they aren't added automatically.
    components(schemas(Claim, ExportedList, crate::shared::enums::ItemKind)),
    info(
        title = "Lanewise",
        description = "The API of the drivers' app and the back office. See docs/API.md for the conventions."
    ),
    paths(
        auth::sign_up,
        auth::log_in,
        auth::enter_code,
        auth::log_out,
        auth::show_session,
        auth::extend_session,
        auth::confirm_session,
        account::request_password_reset,
        account::show_password_reset,
        account::confirm_password_reset,
        account::change_password,
        account::update_contact,
        account::request_email_change,
        account::request_email_link,
        account::confirm_email_change,
        account::list_sessions,
        account::end_session,
        account::end_other_sessions,
        account::download_data,
        account::close_account,
        users::show_user,
        users::update_user,
        users::request_status,
        users::show_profile,
        users::update_profile,
        users::bulk_update,
        users::end_sessions_of,
        verification::verify_user,
        verification::unverify_user,
        verification::verify_users,
        timeline::show_timeline,
        items::list_tickets,
        items::create_ticket,
        items::update_ticket,
        items::remove_ticket,
        items::remove_parking,
        items::remove_toll,
        items::list_parking,
        items::create_parking,
        items::update_parking,
        items::list_tolls,
        items::create_toll,
        items::update_toll,
        added::list_added_items,
        added::add_item,
        added::withdraw_added_item,
        added::list_issuers,
        added::list_items_to_check,
        added::show_item_to_check,
        added::decide_added_item,
        appearances::list_court_appearances,
        calendar::ticket_calendar,
        calendar::parking_calendar,
        calendar::toll_calendar,
        options::ticket_options,
        options::parking_options,
        options::toll_options,
        item_files::list_item_files,
        item_files::add_item_file,
        item_files::item_file,
        item_files::delete_item_file,
        item_files::add_original_piece,
        payments::create_payment_intent,
        payments::record_transaction,
        legal_help::record_hire,
        legal_help::update_hire,
        legal_help::cancel_hire,
        own_cases::show_availability,
        own_cases::state_court,
        own_cases::list_own_cases,
        own_cases::show_own_case,
        own_cases::sign_agreement,
        own_cases::answer_plea,
        own_cases::end_own_case,
        own_cases::change_own_lawyer,
        own_cases::get_own_money_back,
        own_secrets::count_own_unread,
        own_secrets::show_own_messages,
        own_secrets::send_own_message,
        own_secrets::read_own_messages,
        own_secrets::add_own_file,
        own_secrets::own_case_file,
        own_secrets::delete_own_file,
        own_secrets::answer_consent,
        client_secrets::count_client_unread,
        client_secrets::show_client_messages,
        client_secrets::send_client_message,
        client_secrets::read_client_messages,
        client_secrets::add_client_file,
        client_secrets::client_case_file,
        client_secrets::delete_client_file,
        client_secrets::ask_for_record,
        client_secrets::show_shared_record,
        case_secrets::ask_to_read,
        case_secrets::show_messages,
        case_secrets::case_file,
        lawyer_cases::list_lawyer_cases,
        lawyer_cases::show_lawyer_case,
        lawyer_cases::accept_case,
        lawyer_cases::decline_case,
        lawyer_cases::show_agreement_template,
        lawyer_cases::send_agreement,
        lawyer_cases::record_step,
        lawyer_cases::lawyer_contacted,
        lawyer_cases::withdraw_from_case,
        cases::show_case_desk,
        cases::show_case,
        cases::correct_court,
        cases::skip_lawyer,
        cases::reassign_case,
        cases::record_contact,
        cases::end_case,
        cases::refund_lost_case,
        lawyers::list_lawyers,
        lawyers::show_lawyer,
        lawyers::add_lawyer,
        lawyers::change_lawyer,
        lawyers::set_lawyer_active,
        lawyers::invite_lawyer,
        lawyer_photos::show_lawyer_photo,
        lawyer_photos::upload_lawyer_photo,
        lawyer_photos::remove_lawyer_photo,
        lawyer_photos::photo_of_own_lawyer,
        statements::list_statements,
        statements::statements_file,
        statements::statement_pdf,
        own_statements::list_own_statements,
        own_statements::own_statements_file,
        own_statements::own_statement_pdf,
        statements::record_statement_paid,
        statements::undo_statement_paid,
        payments::stripe_webhook,
        help::create_help_inquiry,
        help::resolve_inquiry,
        help::send_message,
        help::list_messages,
        staff_help::see_inquiry,
        staff_help::assign_inquiry,
        staff_help::list_templates,
        staff_help::keep_template,
        staff_help::change_template,
        staff_help::remove_template,
        receipts::transaction_receipt,
        receipts::hire_receipt,
        receipts::list_history,
        receipts::history_this_year,
        my_file::my_file_of_item,
        requests::report_missing_ticket,
        requests::set_report_status,
        requests::request_texts,
        requests::turn_texts_off,
        reminders::show_reminders,
        reminders::choose_reminders,
        reminders::send_number_code,
        reminders::confirm_number,
        reminders::open_calendar,
        reminders::close_calendar,
        reminders::read_calendar,
        reminders::show_notices,
        reminders::list_replies,
        reminders::solve_reply,
        reminders::set_appearance,
        outside::twilio_webhook,
        outside::show_unsubscribe,
        outside::unsubscribe_by_mail,
        queues::unsolved_counts,
        chargebacks::show_chargeback,
        chargebacks::show_evidence,
        chargebacks::state_evidence,
        money::money_attention,
        money::close_attention,
        money::rebuild_payment,
        books::show_books,
        books::match_books,
        books::books_file,
        refunds::list_refunds,
        refunds::refund_payment,
        refunds::retry_refund,
        refunds::paid_otherwise,
        authorities::list_authorities,
        authorities::add_authority,
        authorities::change_authority,
        authorities::preview_merge,
        authorities::merge_authorities,
        authorities::assign_payments,
        remittances::show_owed,
        remittances::list_obligations,
        remittances::money_back,
        remittances::write_off,
        remittances::list_remittances,
        remittances::prepare_remittance,
        remittances::show_remittance,
        remittances::undo_remittance,
        remittances::record_remittance_sent,
        remittances::record_remittance_acceptance,
        remittances::remittance_file,
        billed_again::report_billed_again,
        billed_again::court_letter,
        billed_again::list_billed_again,
        billed_again::settle_billed_again,
        proofs::add_proof,
        proofs::proof_file,
        proofs::remove_proof,
        queues::mark_solved,
        queues::mark_hire_seen,
        queues::reveal_digits,
        queues::settle_status_request,
        notes::list_notes,
        notes::add_note,
        notes::remove_note,
        overview::show_overview,
        desk::search_everything,
        desk::list_waiting,
        exports::export_list,
        csp_reports::report_csp,
        security::show_dashboard,
        security::list_events,
        security::export_report,
        security::block_ip,
        security::unblock_ip,
        security::list_audit,
        imports::list_imports,
        imports::upload_import,
        imports::show_import,
        imports::check_import,
        imports::confirm_import,
        imports::cancel_import,
        imports::import_lines,
        imports::import_problems,
        imports::undo_import,
        imports::import_rows_with_errors,
        sources::list_sources,
        sources::run_source,
        waiting::list_citations,
        waiting::decide_citations,
        plate_reviews::list_plate_reviews,
        plate_reviews::decide_plate_review,
        staff::list_staff,
        staff::list_choices,
        staff::set_preference,
        staff::list_invitations,
        staff::invite_staff,
        staff::withdraw_invitation,
        staff::remove_staff,
        staff::reset_second_factor,
        staff::show_invitation,
        staff::accept_invitation,
        second_factor::show_second_factor,
        second_factor::start_second_factor_setup,
        second_factor::confirm_second_factor,
        second_factor::switch_second_factor_off,
        second_factor::renew_recovery_codes,
        health::show_config,
        show_openapi,
        health::healthz,
        health::security_txt,
        health::readyz,
    )
)]
struct Document;

/// Returns the OpenAPI document.
pub fn document() -> utoipa::openapi::OpenApi {
    let lists = [
        crate::accounts::lists::Calls::openapi(),
        crate::legal_help::lists::Calls::openapi(),
        crate::payments::lists::Calls::openapi(),
        crate::help::lists::Calls::openapi(),
        crate::requests::lists::Calls::openapi(),
    ];
    let mut whole = lists.into_iter().fold(Document::openapi(), utoipa::openapi::OpenApi::merge_from);
    finish::finish(&mut whole);
    whole
}

/// Returns the document as the text that is committed as `docs/openapi.json`.
///
/// # Errors
/// Fails if the document can't be serialized.
pub fn document_text() -> Result<String, serde_json::Error> {
    Ok(document().to_pretty_json()? + "\n")
}

/// Returns the viewer at `/api/docs/`, whose files are compiled into the server.
pub fn viewer() -> SwaggerUi {
    SwaggerUi::new("/api/docs/{_:.*}").config(Config::from("/api/openapi.json"))
}

/// Registers the route `/api/openapi.json`.
pub fn configure(config: &mut web::ServiceConfig) {
    config.service(resource("/api/openapi.json", "GET").route(web::get().to(show_openapi)));
}

/// Registers the document and a page that shows it.
pub fn configure_viewer(config: &mut web::ServiceConfig) {
    config.configure(configure).service(web::redirect("/api/docs", "/api/docs/")).service(viewer());
}

/// `Cache-Control` of the OpenAPI document, which changes only with a release.
const CACHED: &str = "public, max-age=300";

/// The document and its ETag. It is serialized once, because it is the largest public response.
static WRITTEN: LazyLock<(Bytes, EntityTag)> = LazyLock::new(|| {
    let text = document_text().unwrap_or_default();
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    // The ETag is weak, because compressed responses have the same one.
    let tag = EntityTag::new_weak(format!("{:016x}", hasher.finish()));
    (Bytes::from(text), tag)
});

/// Returns this OpenAPI document.
#[utoipa::path(get, path = "/api/openapi.json", tag = "operations", responses(
    (status = 200, description = "The OpenAPI 3.1 document", body = Object),
    (status = 304, description = "The version named by `If-None-Match` is current"),
))]
pub async fn show_openapi(request: HttpRequest) -> HttpResponse {
    let (text, tag) = &*WRITTEN;
    let is_current = match IfNoneMatch::parse(&request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|known| known.weak_eq(tag)),
        Err(_) => false,
    };
    let mut answer = if is_current { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    answer.insert_header(ETag(tag.clone())).insert_header((CACHE_CONTROL, CACHED));
    if is_current {
        return answer.insert_header((VARY, "accept-encoding")).finish();
    }
    answer.content_type(ContentType::json()).body(text.clone())
}
