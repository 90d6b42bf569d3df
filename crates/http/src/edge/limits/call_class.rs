//! Classes of requests, each with its own rate limits.

use actix_web::http::Method;

/// Path of the OpenAPI document.
pub(crate) const DOCUMENT: &str = "/api/openapi.json";

/// A class of requests with its own rate limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Reads data at the request of a user.
    Read,
    /// Reads data; the page repeats this request automatically.
    Poll,
    /// Creates, changes or deletes data.
    Write,
    /// Sends a chat message to support, or a message or a file of a case, or adds a file of an item.
    Message,
    /// Creates a help inquiry, which staff must handle.
    Inquiry,
    /// Downloads the OpenAPI document, the largest public response.
    Document,
}

impl Class {
    /// Returns the class of a request. Providers' webhooks count as reads: there are many of them,
    /// and their signature protects them.
    pub fn of(method: &Method, path: &str) -> Self {
        const POLLS: [&str; 3] =
            ["/api/chat-messages/", "/api/security/dashboard", "/api/admin/unsolved-counts"];
        match (method.is_safe(), path) {
            (true, DOCUMENT) => Self::Document,
            (true, path) if POLLS.iter().any(|poll| path.starts_with(poll)) => Self::Poll,
            (true, _) | (false, "/api/webhooks/stripe" | "/api/webhooks/twilio") => Self::Read,
            (false, "/api/chat-messages") => Self::Message,
            (false, path) if is_message_of_case(path) || is_item_file(path) => Self::Message,
            (false, "/api/help-inquiries") => Self::Inquiry,
            (false, _) => Self::Write,
        }
    }
}

/// Whether a path is one to which a driver or staff send photos and documents of an item.
fn is_item_file(path: &str) -> bool {
    path.starts_with("/api/items/") && path.ends_with("/files")
}

/// Whether a path is one to which a driver or a lawyer sends messages or files of a case.
fn is_message_of_case(path: &str) -> bool {
    let is_case = ["/api/lawyer-cases/", "/api/lawyer/cases/"].iter().any(|case| path.starts_with(case));
    is_case && ["/messages", "/files"].iter().any(|kind| path.ends_with(kind))
}
