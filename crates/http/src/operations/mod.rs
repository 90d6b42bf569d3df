//! What operators and the page ask of the server itself: settings, health, metrics, the page's files.

pub mod app;
pub mod assets;
pub mod dto;
pub mod leaving;
pub mod readiness;
pub mod routes;
