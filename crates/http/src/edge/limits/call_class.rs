//! What a call is, to its limits.

use actix_web::http::Method;

/// Where the API's own document is.
pub(crate) const DOCUMENT: &str = "/api/openapi.json";

/// What a call is, to its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Reads.
    Read,
    /// What a page asks again and again by itself.
    Poll,
    /// Changes something.
    Write,
    /// Says something to support.
    Message,
    /// Asks support for help: a person has to look.
    Inquiry,
    /// Downloads the API's own document, the largest public answer.
    Document,
}

impl Class {
    /// Of a call. The payment provider's events count as reads: there are many, and the signature is the guard.
    pub fn of(method: &Method, path: &str) -> Self {
        const POLLS: [&str; 3] =
            ["/api/chat-messages/", "/api/security/dashboard", "/api/admin/unsolved-counts"];
        match (method.is_safe(), path) {
            (true, DOCUMENT) => Self::Document,
            (true, path) if POLLS.iter().any(|poll| path.starts_with(poll)) => Self::Poll,
            (true, _) | (false, "/api/webhooks/stripe" | "/api/webhooks/twilio") => Self::Read,
            (false, "/api/chat-messages") => Self::Message,
            (false, "/api/help-inquiries") => Self::Inquiry,
            (false, _) => Self::Write,
        }
    }
}
