//! The HTTP layer: routes, request and response bodies, cookies, rate limits, WebSockets, the mapping from
//! errors to statuses, the OpenAPI document, and static files.
//!
//! This crate depends on the use cases, the ports and the domain, but not on SQL or the payment provider.

pub mod accounts;
pub mod app;
pub mod back_office;
pub mod driving_record;
pub mod edge;
pub mod help;
pub mod imports;
pub mod legal_help;
pub mod notices;
pub mod openapi;
pub mod operations;
pub mod payments;
pub mod requests;
pub mod routes;
pub mod security;
pub mod shared;
pub mod sources;
pub mod staff;
pub mod state;
