//! Requests about help inquiries and their chat.

use actix_web::HttpResponse;
use actix_web::http::header::{HeaderName, HeaderValue};
use application::help::inquiries;
use domain::shared::ids::{ChatMessageId, InquiryId, UserId};

use crate::edge::limits::call_class::RateLimitClass;
use crate::edge::route::{AllowedCallers, Call, Change, Route, route};
use crate::edge::use_case::Request;
use crate::help::dto::{ChatMessageBody, ChatMessageDto, InquiryBody, InquiryDto, ResolveBody};
use crate::shared::body::Body;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::list_query::ListQuery;
use crate::shared::path::Id;

pub fn routes() -> Vec<Route> {
    vec![
        route!(
            create_help_inquiry,
            Call::write(AllowedCallers::DriverOrStaff)
                .class(RateLimitClass::Inquiry)
                .changes(Change::Records)
        ),
        route!(resolve_inquiry, Call::write(AllowedCallers::Staff).changes(Change::Records)),
        route!(
            send_message,
            Call::write(AllowedCallers::DriverOrStaff)
                .class(RateLimitClass::Message)
                .changes(Change::Records)
        ),
        route!(list_messages, Call::poll(AllowedCallers::DriverOrStaff)),
    ]
}

/// Creates a help inquiry: a chat with its first message, or a request for a callback.
#[utoipa::path(post, path = "/api/help-inquiries", tag = "help", request_body = InquiryBody, responses(
    (status = 201, description = "The inquiry", body = InquiryDto),
    (status = 403, description = "`userId` names another user", body = ErrorBody),
    (status = 404, description = "Staff didn't name a user", body = ErrorBody),
))]
async fn create_help_inquiry(request: Request, body: Body<InquiryBody>) -> HandlerResult {
    let inquiry = request
        .run_detached_with(body, move |deps, actor, body| {
            let user = body.user_id.map_or(actor.id(), UserId);
            inquiries::create_inquiry(deps, actor, user, body.parse()?)
        })
        .await?;
    Ok(HttpResponse::Created().json(InquiryDto::from(inquiry)))
}

/// Resolves an inquiry. Only staff may do this. The chat of a resolved inquiry can still be read,
/// and the inquiry can't be reopened.
#[utoipa::path(patch, path = "/api/help-inquiries/{id}", tag = "help", params(("id" = i32, Path)),
request_body = ResolveBody, responses(
    (status = 200, description = "The inquiry, resolved", body = InquiryDto),
    (status = 404, description = "No such inquiry", body = ErrorBody),
    (status = 409, description = "`inquiry_resolved`: it is already resolved", body = ErrorBody),
))]
async fn resolve_inquiry(request: Request, id: Id, body: Body<ResolveBody>) -> HandlerResult {
    let inquiry = request
        .run_detached_with(body, move |deps, actor, body| {
            inquiries::set_inquiry_status(deps, actor, InquiryId(id.0), body.parse()?)
        })
        .await?;
    Ok(HttpResponse::Ok().json(InquiryDto::from(inquiry)))
}

/// Sends a message in an inquiry's chat. If the `clientMessageId` was used before, returns the stored message.
#[utoipa::path(post, path = "/api/chat-messages", tag = "help", request_body = ChatMessageBody, responses(
    (status = 201, description = "The message", body = ChatMessageDto),
    (status = 404, description = "The caller has no such inquiry", body = ErrorBody),
    (status = 409, description = "`inquiry_resolved`: the chat is closed", body = ErrorBody),
))]
async fn send_message(request: Request, body: Body<ChatMessageBody>) -> HandlerResult {
    let message = request
        .run_detached_with(body, move |deps, actor, body| {
            let (inquiry, text, name) = body.parse()?;
            inquiries::send_message(deps, actor, inquiry, &text, name.as_ref())
        })
        .await?;
    Ok(HttpResponse::Created().json(ChatMessageDto::from(message)))
}

/// Response header with the inquiry's status. A page that missed the socket's message about a resolved inquiry gets the
/// status from this header.
const INQUIRY_STATUS: HeaderName = HeaderName::from_static("x-inquiry-status");

/// Lists an inquiry's messages, newest first. The page polls the list, so the request never renews the session.
#[utoipa::path(get, path = "/api/chat-messages/{inquiryId}", tag = "help", params(
    ("inquiryId" = i32, Path, description = "The inquiry's id"),
    ("after" = Option<i32>, Query, description = "Only messages with a larger id"),
    ("limit" = Option<i32>, Query, description = "Page size: 50 by default, at most 200"),
    ("offset" = Option<i32>, Query),
), responses(
    (status = 200, description = "Newest first", body = Vec<ChatMessageDto>, headers(
        ("x-inquiry-status" = String, description = "`pending`, or `resolved` if no further messages are accepted"),
    )),
    (status = 404, description = "The caller has no such inquiry", body = ErrorBody),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn list_messages(request: Request, id: Id, query: ListQuery) -> HandlerResult {
    let (page, after, valid) = (query.page, query.after.map(ChatMessageId), query.must_have_no_sort());
    let (status, paged) = request
        .run(move |_, store, actor| {
            valid?;
            inquiries::list_messages(store, actor, InquiryId(id.0), after, page)
        })
        .await?;
    let mut response = query.respond(paged, ChatMessageDto::from);
    response.headers_mut().insert(INQUIRY_STATUS, HeaderValue::from_static(status.as_str()));
    Ok(response)
}
