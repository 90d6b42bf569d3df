//! The HTTP client of the stand-in and of its tests.

use reqwest::{Client, ClientBuilder};

/// A client that only ever speaks to loopback. Another crate of the same build may have switched reqwest's TLS on, which then
/// wants a provider of cryptography before any client is made.
pub fn http_client() -> ClientBuilder {
    // Refused when there is one already, which is as good.
    let _already = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
}
