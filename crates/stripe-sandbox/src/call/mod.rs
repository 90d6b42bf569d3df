//! Handles one request under `/v1`: authentication, parameters, routing and the response.

pub(crate) mod api;
pub(crate) mod auth;
pub(crate) mod errors;
pub(crate) mod expand;
pub(crate) mod form;
pub(crate) mod idempotency;
pub(crate) mod list;
pub(crate) mod pipeline;
