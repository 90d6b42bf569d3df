//! Requests without a session. The text provider's webhook is authenticated by its signature, and
//! an unsubscribe link by the token in the email.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, ContentType};
use actix_web::{HttpRequest, HttpResponse, web};
use application::notices::numbers::unsubscribe;
use application::notices::replies::{TextWebhookCall, handle_webhook};

use crate::edge::limits::call_class::RateLimitClass;
use crate::edge::route::{AllowedCallers, Call, Change, Route, route};
use crate::edge::use_case::Request;
use crate::edge::webhook::read_signature;
use crate::shared::body::read_bytes;
use crate::shared::error::{ApiError, ErrorBody, HandlerResult};
use crate::shared::html::escape_html;

/// Maximum length of an unsubscribe link's token.
const MAX_TOKEN: usize = 100;
/// Maximum size of a webhook's form, in bytes.
const MAX_FORM: usize = 64 * 1024;

pub fn routes() -> Vec<Route> {
    vec![
        route!(
            twilio_webhook,
            Call::write(AllowedCallers::Visitor)
                .class(RateLimitClass::Read)
                .changes(Change::Records)
                .from_any_site()
        ),
        route!(show_unsubscribe, Call::read(AllowedCallers::Visitor).secret_path()),
        route!(unsubscribe_by_mail, Call::write(AllowedCallers::Visitor).from_any_site().secret_path()),
    ]
}

/// Receives drivers' replies and delivery reports from Twilio. Each request has a signature. A
/// repeated request changes nothing.
#[utoipa::path(post, path = "/api/webhooks/twilio", tag = "notices",
request_body(content = String, content_type = "application/x-www-form-urlencoded", description = "Twilio's fields"),
params(("X-Twilio-Signature" = String, Header), ("notice" = Option<String>, Query, description = "The message that this is about")),
responses(
    (status = 200, description = "The reply to send, as TwiML", body = String, content_type = "text/xml"),
    (status = 400, description = "`bad_signature`", body = ErrorBody),
    (status = 413, description = "Too large", body = ErrorBody),
    (status = 503, description = "The database is down. Send it again", body = ErrorBody),
))]
async fn twilio_webhook(http: HttpRequest, payload: web::Payload, request: Request) -> HandlerResult {
    let signature = read_signature(&http, "x-twilio-signature", &request).await?;
    let bytes = read_bytes(&http, &mut payload.into_inner(), MAX_FORM).await?;
    // Twilio signs the public URL. The request's host may differ behind a proxy, so `public_url` is used.
    let requested_path = http.uri().path_and_query().map_or("", |path| path.as_str());
    let query = form_urlencoded::parse(http.query_string().as_bytes());
    let mark = query.into_owned().find(|(name, _)| name == "notice").map(|(_, value)| value);
    let call = TextWebhookCall {
        url: format!("{}{requested_path}", request.state.settings.public_url),
        form: form_urlencoded::parse(&bytes).into_owned().collect(),
        signature,
        mark,
    };
    let answer = request.run_as_visitor(move |deps, _| handle_webhook(deps, &call)).await?;
    let twiml = answer.map(|text| format!("<Message>{}</Message>", escape_html(text))).unwrap_or_default();
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/xml; charset=utf-8"))
        .body(format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?><Response>{twiml}</Response>")))
}

/// Shows the page that an email's unsubscribe link opens. Opening the page changes nothing, because some
/// email programs open every link.
#[utoipa::path(get, path = "/api/unsubscribe/{token}", tag = "notices",
params(("token" = String, Path, description = "The token from the email")), responses(
    (status = 200, description = "A page with one button, also for an unknown token", body = String, content_type = "text/html"),
    (status = 404, description = "The token is too long", body = ErrorBody),
))]
async fn show_unsubscribe(request: Request, token: web::Path<String>) -> HandlerResult {
    if token.len() > MAX_TOKEN {
        return Err(ApiError::of(application::Error::NotFound, &request.caller.request_id));
    }
    let form = "<p>This stops our emails about due dates, court dates, new tickets and higher amounts. Your texts stay \
                as they are. You can change both under Account.</p><form method=\"post\"><button>Stop these emails</button></form>";
    Ok(html_page("Stop these emails?", form))
}

/// Turns off the reminders and news that a driver gets by email, with one click (RFC 8058). A
/// repeated request changes nothing.
#[utoipa::path(post, path = "/api/unsubscribe/{token}", tag = "notices",
params(("token" = String, Path, description = "The token from the email")),
request_body(content = String, content_type = "application/x-www-form-urlencoded", description = "`List-Unsubscribe=One-Click`, or empty"),
responses(
    (status = 200, description = "Done", body = String, content_type = "text/html"),
    (status = 404, description = "No email has this link", body = ErrorBody),
))]
async fn unsubscribe_by_mail(request: Request, token: web::Path<String>) -> HandlerResult {
    request.run_as_visitor(move |deps, _| unsubscribe(deps, &token)).await?;
    Ok(html_page(
        "Emails stopped",
        "<p>We won’t send you any more emails about due dates, court dates, new tickets and higher amounts. You can \
         turn them on again under Account.</p>",
    ))
}

/// Builds an HTML page. `title` and `body` are inserted without escaping.
fn html_page(title: &str, body: &str) -> HttpResponse {
    HttpResponse::Ok().insert_header(ContentType::html()).insert_header((CACHE_CONTROL, "no-store")).body(format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <meta name=\"robots\" content=\"noindex\"><title>{title} · Lanewise</title><h1>{title}</h1>{body}<p><a href=\"/account\">Lanewise</a></p></html>"
    ))
}
