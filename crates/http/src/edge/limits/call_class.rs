//! Classes of requests, each with its own rate limits.

use actix_web::http::Method;

/// A class of requests with its own rate limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RateLimitClass {
    /// Reads data at the request of a user. Providers' webhooks have this class too: there are many of them,
    /// and their signature protects them.
    Read,
    /// Reads data; the page repeats this request automatically.
    Poll,
    /// Creates, changes or deletes data.
    Write,
    /// Sends a chat message to support, or a message or a file of a case, or adds a file of an item.
    Message,
    /// Creates a help inquiry or a request of a driver who can't pay, which staff must handle.
    Inquiry,
    /// Downloads the OpenAPI document, the largest public response.
    Document,
    /// Checks the server's health. Such requests aren't limited, and operators may send them from any address,
    /// even a blocked one.
    Health,
}

impl RateLimitClass {
    /// Returns the class of a request without a declared route.
    pub fn of_undeclared(method: &Method) -> Self {
        if method.is_safe() { Self::Read } else { Self::Write }
    }
}
