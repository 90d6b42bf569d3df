//! Files for the browser: the script that replaces Stripe.js, the card form and the 3-D Secure challenge.

use actix_web::http::header::ContentType;
use actix_web::web::{self, Data};
use actix_web::{HttpRequest, HttpResponse};

use crate::memory::world::Shared;
use crate::shapes::events::API_VERSION;

/// The script that replaces Stripe.js. Its files share the scope of one function.
const SCRIPT: &str = concat!(
    "(() => {\n'use strict';\n",
    include_str!("../../assets/script/api.js"),
    include_str!("../../assets/script/challenge.js"),
    include_str!("../../assets/script/elements.js"),
    include_str!("../../assets/script/express.js"),
    include_str!("../../assets/script/stripe.js"),
    "})();\n"
);
const CARD_PAGE: &str = include_str!("../../assets/card.html");
const CARD_SCRIPT: &str = include_str!("../../assets/card.js");
const CHALLENGE_PAGE: &str = include_str!("../../assets/challenge.html");
const CHALLENGE_SCRIPT: &str = include_str!("../../assets/challenge.js");
const STYLE: &str = include_str!("../../assets/style.css");

/// Registers the routes of the card form and of the challenge page.
pub(crate) fn configure(config: &mut web::ServiceConfig) {
    config
        .route("/card", web::get().to(card))
        .route("/card.js", web::get().to(|| asset(CARD_SCRIPT, "text/javascript; charset=utf-8")))
        .route("/challenge", web::get().to(challenge))
        .route("/challenge.js", web::get().to(|| asset(CHALLENGE_SCRIPT, "text/javascript; charset=utf-8")))
        .route("/style.css", web::get().to(|| asset(STYLE, "text/css; charset=utf-8")));
}

/// Serves the script that replaces Stripe.js. The script contains the sandbox's URL, to which it sends its requests.
pub(crate) async fn script(shared: Data<Shared>) -> HttpResponse {
    let train = API_VERSION.rsplit('.').next().unwrap_or_default();
    let text = SCRIPT.replace("__ORIGIN__", &shared.settings.base_url).replace("__TRAIN__", train);
    HttpResponse::Ok()
        .content_type("text/javascript; charset=utf-8")
        .insert_header(("Cache-Control", "no-cache"))
        .insert_header(("Cross-Origin-Resource-Policy", "cross-origin"))
        .insert_header(("Access-Control-Allow-Origin", "*"))
        .insert_header(("X-Content-Type-Options", "nosniff"))
        .body(text)
}

/// Serves the card form.
async fn card(shared: Data<Shared>) -> HttpResponse {
    page(&shared, CARD_PAGE)
}

/// Serves the page with the 3-D Secure challenge.
async fn challenge(shared: Data<Shared>, _request: HttpRequest) -> HttpResponse {
    page(&shared, CHALLENGE_PAGE)
}

/// Creates the response with an HTML page. Only the app's pages may embed it.
fn page(shared: &Shared, html: &'static str) -> HttpResponse {
    let app = shared.settings.app_url.as_deref().and_then(origin).unwrap_or_default();
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors http://127.0.0.1:* http://localhost:* {app}"
    );
    HttpResponse::Ok()
        .content_type(ContentType::html())
        .insert_header(("Cache-Control", "no-cache"))
        .insert_header(("Content-Security-Policy", policy.trim_end()))
        .insert_header(("Referrer-Policy", "no-referrer"))
        .insert_header(("X-Content-Type-Options", "nosniff"))
        .body(html)
}

/// Serves a script or style sheet. `kind` is its content type.
async fn asset(text: &'static str, kind: &'static str) -> HttpResponse {
    HttpResponse::Ok()
        .content_type(kind)
        .insert_header(("Cache-Control", "no-cache"))
        .insert_header(("X-Content-Type-Options", "nosniff"))
        .body(text)
}

/// Returns the origin of a URL. Returns `None` if the scheme isn't HTTP or HTTPS, or if the host has characters that
/// could change the meaning of a Content Security Policy.
fn origin(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let host = rest.split(['/', '?', '#']).next()?;
    let plain = host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte));
    (matches!(scheme, "http" | "https") && !host.is_empty() && plain).then(|| format!("{scheme}://{host}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_valid_origin_is_added_to_the_content_security_policy() {
        let cases = [
            ("https://pay.lanewise.test/start?x=1", Some("https://pay.lanewise.test")),
            ("http://192.168.1.5:8080", Some("http://192.168.1.5:8080")),
            ("https://x; script-src *", None),
            ("javascript:alert(1)", None),
        ];
        for (url, expected) in cases {
            assert_eq!(origin(url).as_deref(), expected, "{url}");
        }
    }
}
