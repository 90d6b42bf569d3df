//! One call under `/v1`: who makes it, what it asks for, and how its answer is written.

pub(crate) mod api;
pub(crate) mod auth;
pub(crate) mod errors;
pub(crate) mod expand;
pub(crate) mod form;
pub(crate) mod idempotency;
pub(crate) mod list;
pub(crate) mod pipeline;
