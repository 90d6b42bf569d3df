//! The HTTP server, and starting and stopping it.

pub(crate) mod answers;
pub(crate) mod browser;
pub(crate) mod control;
pub(crate) mod http;
pub(crate) mod sandbox;
