//! The HTTP edge: routes, DTOs, the session cookie, one table from errors to statuses, the OpenAPI document, static files.
//!
//! It knows the use cases and the domain, no SQL and no payment provider.

pub mod address;
pub mod app;
pub mod assets;
pub mod blocks;
pub mod body;
pub mod caller;
pub mod chat;
pub mod cookie;
pub mod dto;
pub mod edge;
pub mod error;
pub mod headers;
pub mod openapi;
pub mod page;
pub mod path;
pub mod rate_limit;
pub mod report;
pub mod routes;
pub mod same_origin;
pub mod state;
pub mod tally;
pub mod telemetry;
