//! Refuses requests that change data if they come from other origins (docs/product/security.md#same-origin).

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{HOST, HeaderMap, ORIGIN};
use actix_web::middleware::Next;
use actix_web::{Error, ResponseError};
use domain::security::event::SecurityEventKind;

use crate::edge::caller::Caller;
use crate::edge::route::AllowedSites;
use crate::edge::security_events::record_security_event_async;
use crate::shared::error::ApiError;
use crate::shared::error_code::ErrorCode;
use crate::state::State;

/// Refuses cross-site writes with `403`, and records a security event.
pub async fn refuse_cross_site_writes<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    if request.method().is_safe() {
        return Ok(next.call(request).await?.map_into_left_body());
    }
    let caller = Caller::of(request.request());
    if caller.call.is_some_and(|call| call.sites == AllowedSites::Any) {
        return Ok(next.call(request).await?.map_into_left_body());
    }
    let state = request.app_data::<State>().cloned();
    let public_url = state.as_ref().map_or("", |state| &state.settings.public_url);
    if is_same_origin(request.headers(), public_url) {
        return Ok(next.call(request).await?.map_into_left_body());
    }
    let message = "Only Lanewise’s own pages can make this call.";
    let refusal = ApiError::new(StatusCode::FORBIDDEN, ErrorCode::CrossSite, message, &caller.request_id);
    if let Some(state) = state {
        record_security_event_async(&state, SecurityEventKind::CrossSiteWrite, &caller).await;
    }
    Ok(request.into_response(refusal.error_response()).map_into_right_body())
}

/// Whether the request comes from our page. Browsers send `Sec-Fetch-Site`; older browsers send only `Origin`. A
/// request with neither header doesn't come from our page.
fn is_same_origin(headers: &HeaderMap, public_url: &str) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    if let Some(site) = text("sec-fetch-site") {
        return site == "same-origin";
    }
    has_own_origin(headers, public_url)
}

/// Whether `Origin` is present and has our origin. If the public URL isn't https, the origin of the
/// request's `Host` is accepted too. The browser sets `Origin`, so a page can't forge it.
pub(crate) fn has_own_origin(headers: &HeaderMap, public_url: &str) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let Some(origin) = text(ORIGIN.as_str()) else { return false };
    let host = text(HOST.as_str()).unwrap_or_default();
    origin == public_url || (!public_url.starts_with("https://") && origin == format!("http://{host}"))
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderName, HeaderValue};

    use super::*;

    #[track_caller]
    fn assert_same_origin(headers: &[(&'static str, &'static str)], public_url: &str, expected: bool) {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        assert_eq!(is_same_origin(&map, public_url), expected, "{headers:?}");
    }

    #[test]
    fn only_our_own_pages_may_send_writes() {
        let url = "https://lanewise.example";
        assert_same_origin(&[("sec-fetch-site", "same-origin")], url, true);
        assert_same_origin(&[("sec-fetch-site", "same-site")], url, false);
        assert_same_origin(&[("sec-fetch-site", "cross-site"), ("origin", url)], url, false);
        assert_same_origin(&[("sec-fetch-site", "none")], url, false);
        assert_same_origin(&[("origin", url)], url, true);
        assert_same_origin(&[("origin", "https://evil.example")], url, false);
        assert_same_origin(&[("origin", "null")], url, false);
        assert_same_origin(
            &[("origin", "http://lanewise.example"), ("host", "lanewise.example")],
            url,
            false,
        );
        assert_same_origin(
            &[("origin", "http://localhost:8080"), ("host", "localhost:8080")],
            "http://127.0.0.1:8080",
            true,
        );
        assert_same_origin(
            &[("origin", "http://evil.example"), ("host", "localhost:8080")],
            "http://127.0.0.1:8080",
            false,
        );
        assert_same_origin(&[], url, false);
    }
}
