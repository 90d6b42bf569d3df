//! `GET /ws`: authorizes and opens a WebSocket (docs/product/help.md#chat).

use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::http::StatusCode;
use actix_web::{Error as ActixError, FromRequest, HttpRequest, HttpResponse, web};
use application::Error;
use domain::security::event::SecurityEventKind;
use futures_util::StreamExt;

use crate::edge::live::hub::HubRefusal;
use crate::edge::live::socket::{Socket, UnreadBytes};
use crate::edge::live::wire::MAX_FRAME;
use crate::edge::same_origin::has_own_origin;
use crate::edge::security_events::record_security_event_async;
use crate::edge::use_case::Request;
use crate::shared::error::ApiError;
use crate::shared::error_code::ErrorCode;

/// Maximum number of bytes received without a complete message.
const MAX_UNREAD: usize = 64 * 1024;
/// Seconds after which a client may try again if the server is full.
const RETRY_AFTER_SECONDS: u64 = 30;

/// Opens a WebSocket for a logged-in caller. Refuses requests from other origins, and sockets above the limits.
pub async fn open_socket(
    http: HttpRequest,
    body: web::Payload,
    request: Request,
) -> Result<HttpResponse, ActixError> {
    let Request { state, caller } = &request;
    if !has_own_origin(http.headers(), &state.settings.public_url) {
        record_security_event_async(state, SecurityEventKind::CrossSiteWrite, caller).await;
        let message = "Only Lanewise’s own pages can open this socket.";
        return Err(
            ApiError::new(StatusCode::FORBIDDEN, ErrorCode::CrossSite, message, &caller.request_id).into()
        );
    }
    let actor = request.run(|_, _, actor| Ok(actor.clone())).await?;
    let unread = UnreadBytes::default();
    let body = limit_unread_bytes(&http, body, unread.clone()).await?;
    let place = state
        .hub
        .register(actor.id(), actor.session.id)
        .map_err(|full| refusal_response(full, &caller.request_id))?;
    let id = place.id;
    let (response, session, stream) =
        actix_ws::handle(&http, body).inspect_err(|_| state.hub.unregister(id))?;
    let stream = stream.max_frame_size(MAX_FRAME).aggregate_continuations().max_continuation_size(MAX_FRAME);
    actix_web::rt::spawn(
        Socket::new(state.clone(), caller.clone(), actor, session).run(place, stream, unread),
    );
    Ok(response)
}

/// Limits the number of bytes that the frame parser buffers, which are counted in `unread`. The parser itself
/// would wait for any number of bytes that a frame's header announces. So the connection is closed when it
/// has more unparsed bytes than a correct client sends.
async fn limit_unread_bytes(
    request: &HttpRequest,
    body: web::Payload,
    unread: UnreadBytes,
) -> Result<web::Payload, ActixError> {
    let bounded = body.into_inner().map(move |chunk| {
        let chunk = chunk?;
        unread.set(unread.get().saturating_add(chunk.len()));
        if unread.get() > MAX_UNREAD { Err(PayloadError::Overflow) } else { Ok(chunk) }
    });
    web::Payload::from_request(request, &mut Payload::Stream { payload: Box::pin(bounded) }).await
}

/// Converts the hub's refusal of a socket to an error response.
fn refusal_response(refusal: HubRefusal, request_id: &str) -> ApiError {
    match refusal {
        HubRefusal::Stopping => {
            let message = "Lanewise is restarting. Please try again.";
            ApiError::new(StatusCode::SERVICE_UNAVAILABLE, ErrorCode::Stopping, message, request_id)
        }
        HubRefusal::AtCapacity => ApiError::of(Error::Busy, request_id),
        HubRefusal::TooManySockets | HubRefusal::TooManyRooms => {
            let message = "You have too many Lanewise windows open. Please close some.";
            ApiError::new(StatusCode::TOO_MANY_REQUESTS, ErrorCode::TooManySockets, message, request_id)
        }
    }
    .retry_after(RETRY_AFTER_SECONDS)
}
