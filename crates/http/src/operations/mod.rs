//! Requests about the server itself: settings, health, the security contact, metrics and
//! the page's static files.

pub mod app;
pub mod assets;
pub mod dto;
pub mod readiness;
pub mod routes;
pub mod shutdown;
