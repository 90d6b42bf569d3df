//! Starts and stops the HTTP server, and handles its requests.

pub(crate) mod answers;
pub(crate) mod browser;
pub(crate) mod control;
pub(crate) mod http;
pub(crate) mod sandbox;
