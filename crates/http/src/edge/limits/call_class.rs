//! Classes of requests, each with its own rate limits.

use actix_web::http::Method;

/// A class of requests with its own rate limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RateLimitClass {
    /// Reads data. Providers' webhooks have this class too, because they are frequent and authenticated by a signature.
    Read,
    /// Reads data; the page repeats this request automatically.
    Poll,
    /// Creates, changes or deletes data.
    Write,
    /// Sends a chat message to support, or a message or a file of a case, or adds a file of an item.
    Message,
    /// Creates a help inquiry or a request of a driver who can't pay, which staff must handle.
    Inquiry,
    /// Downloads the OpenAPI document, which is large.
    Document,
    /// Checks the server's health. Health checks aren't limited, and are accepted even from a blocked address.
    Health,
}

impl RateLimitClass {
    /// Returns the class of a request without a declared route.
    pub fn of_undeclared(method: &Method) -> Self {
        if method.is_safe() { Self::Read } else { Self::Write }
    }
}
