//! The API's error responses.

use serde_json::{Value, json};

/// An error response: the HTTP status, and the code and message in the body.
#[derive(Debug)]
pub(crate) struct ApiError {
    pub(crate) status: u16,
    code: &'static str,
    message: String,
}

impl ApiError {
    pub(crate) fn new(status: u16, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into() }
    }

    /// Creates the error for a query with an unknown column.
    pub(crate) fn no_such_column(name: &str) -> Self {
        Self::new(
            400,
            "query.soql.no-such-column",
            format!("Query coordinator error: query.soql.no-such-column; No such column: {name}"),
        )
    }

    /// Creates the error for a query that can't be parsed.
    pub(crate) fn unparsable_query(description: &str) -> Self {
        Self::new(400, "malformed.compiler", format!("Could not parse SoQL query: {description}"))
    }

    /// Returns the JSON body of the error response.
    pub(crate) fn body(&self) -> Value {
        json!({ "code": self.code, "error": true, "message": self.message })
    }
}
