//! Security headers. The Content-Security-Policy allows the payment provider and, if the advertising pixel is
//! on, the pixel's images. It allows no other third party.

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, ETAG, HeaderMap, HeaderName, HeaderValue, LINK, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use actix_web::middleware::Next;

use crate::edge::limits::call_class::RateLimitClass;
use crate::edge::route::declared_routes;
use crate::edge::settings::Settings;
use crate::shared::path::{may_be_payment_page, path_of};
use crate::state::State;

/// Path to which browsers report content that the Content-Security-Policy blocked
/// (docs/product/security.md#csp-reports).
pub(crate) const CSP_REPORTS: &str = "/api/csp-reports";

/// Adds the headers for browser security, caching and preloading to each response.
pub async fn add_security_headers<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let path = path_of(request.request());
    let is_api = path.starts_with("/api/");
    let is_docs = path.starts_with("/api/docs");
    let route = declared_routes(request.request()).and_then(|path| path.route(request.method()));
    let is_document = route.is_some_and(|route| route.call.class == RateLimitClass::Document);
    let is_card = may_be_payment_page(request.path());
    let may_count = !is_card && !requests_privacy(request.headers());
    let state = request.app_data::<State>().cloned();
    let mut response = next.call(request).await?;
    // The OpenAPI document is the same for all callers, so it may be cached. An error response in
    // its place has no ETag.
    let is_cached_document = is_document && response.headers().contains_key(ETAG);
    let headers = response.headers_mut();
    let has_own_policy = headers.contains_key(CONTENT_SECURITY_POLICY);
    let mut set = |name: HeaderName, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    };
    set(X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(X_FRAME_OPTIONS, "DENY");
    set(REFERRER_POLICY, "strict-origin-when-cross-origin");
    set(HeaderName::from_static("cross-origin-opener-policy"), opener_policy(is_card));
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    set(HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()");
    if let Some(state) = state {
        let settings = &state.settings;
        let assets = state.assets.load();
        let import_map = assets.payment_import_map().filter(|_| is_card);
        let policy = if is_docs { docs_policy() } else { page_policy(settings, may_count, import_map) };
        // A response with an uploaded file has already set a stricter policy.
        if !has_own_policy && is_api {
            set(CONTENT_SECURITY_POLICY, &policy);
        } else if !has_own_policy {
            set(CONTENT_SECURITY_POLICY, &add_report_endpoint(&policy, settings));
            set(HeaderName::from_static("reporting-endpoints"), &format!("csp=\"{CSP_REPORTS}\""));
        }
        if is_card && !is_api {
            // Makes the browser load the payment provider's script early. Otherwise the browser would find it
            // only after loading the page's own script.
            set(LINK, &format!("<{}>; rel=preload; as=script", settings.stripe_js_url));
        }
        if settings.is_secure() {
            set(STRICT_TRANSPORT_SECURITY, "max-age=63072000; includeSubDomains");
        }
    }
    if is_api && !is_docs && !is_cached_document {
        set(CACHE_CONTROL, "no-store");
    }
    Ok(response)
}

/// Whether the visitor sends the Global Privacy Control signal, which switches off the advertising pixel.
pub(crate) fn requests_privacy(headers: &HeaderMap) -> bool {
    headers.get("sec-gpc").is_some_and(|value| value.as_bytes() == b"1")
}

/// Returns the `Cross-Origin-Opener-Policy`. On the payment page (`is_payment_page`), popups
/// such as those of Google Pay and Link must be able to report back to the page,
/// which `same-origin` would prevent.
fn opener_policy(is_payment_page: bool) -> &'static str {
    if is_payment_page { "same-origin-allow-popups" } else { "same-origin" }
}

/// Whether a script with this URL comes from Stripe's own server.
#[must_use]
pub fn is_stripe_script(url: &str) -> bool {
    url.starts_with("https://js.stripe.com/")
}

/// Builds the page's Content-Security-Policy, which allows the payment provider's URLs. The policy
/// allows the advertising pixel's images if the pixel is on and `allows_pixel` is true.
/// `import_map` is the hash of the page's import map, an inline script that the browser refuses
/// unless the policy lists it.
fn page_policy(settings: &Settings, allows_pixel: bool, import_map: Option<&str>) -> String {
    let import_map = import_map.map(|hash| format!(" '{hash}'")).unwrap_or_default();
    let pixel = if allows_pixel && settings.pixel_id.is_some() { " https://www.facebook.com" } else { "" };
    let (script, connect, frame) = if is_stripe_script(&settings.stripe_js_url) {
        (
            "https://js.stripe.com https://*.js.stripe.com".to_owned(),
            "https://api.stripe.com".to_owned(),
            "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com".to_owned(),
        )
    } else {
        let origin = origin_of(&settings.stripe_js_url);
        (origin.clone(), origin.clone(), origin)
    };
    // Inline styles are allowed, because Radix and Stripe.js set styles by script. Without these styles, the page
    // could scroll behind an open dialog.
    format!(
        "default-src 'none'; script-src 'self'{import_map} {script}; connect-src 'self' {connect}; frame-src {frame}; \
         style-src 'self' 'unsafe-inline'; img-src 'self' data:{pixel}; font-src 'self'; manifest-src 'self'; \
         worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
}

/// Adds the URL for reports of blocked content to a Content-Security-Policy. `report-to` works only
/// over https; browsers that support it ignore `report-uri`.
fn add_report_endpoint(policy: &str, settings: &Settings) -> String {
    let report_to = if settings.is_secure() { "; report-to csp" } else { "" };
    format!("{policy}; report-uri {CSP_REPORTS}{report_to}")
}

/// Returns the Content-Security-Policy of the API viewer. This server serves all of the
/// viewer's scripts and styles.
fn docs_policy() -> String {
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; \
     form-action 'self'; frame-ancestors 'none'"
        .to_owned()
}

/// Returns the URL's scheme, host and port, without the path.
fn origin_of(url: &str) -> String {
    url.splitn(4, '/').take(3).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_payment_page_may_communicate_with_popups() {
        assert_eq!(opener_policy(may_be_payment_page("/payment")), "same-origin-allow-popups");
        assert_eq!(opener_policy(may_be_payment_page("/driving-profile")), "same-origin");
    }

    #[test]
    fn only_the_gpc_header_value_1_requests_privacy() {
        for (value, asks) in [("1", true), ("0", false), ("", false)] {
            let mut headers = HeaderMap::new();
            headers.insert(HeaderName::from_static("sec-gpc"), HeaderValue::from_static(value));
            assert_eq!(requests_privacy(&headers), asks, "{value}");
        }
        assert!(!requests_privacy(&HeaderMap::new()));
    }

    #[test]
    fn the_csp_of_the_api_viewer_forbids_plugins_other_base_urls_and_framing() {
        let policy = docs_policy();
        for directive in ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"] {
            assert!(policy.split("; ").any(|part| part == directive), "{directive}: {policy}");
        }
    }

    #[test]
    fn the_origin_of_a_url_has_no_path() {
        assert_eq!(origin_of("http://127.0.0.1:4242/stripe.js"), "http://127.0.0.1:4242");
        assert_eq!(origin_of("https://pay.example/a/b.js"), "https://pay.example");
    }
}
