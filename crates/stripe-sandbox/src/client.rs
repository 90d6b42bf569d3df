//! The HTTP client of the sandbox and its tests.

use reqwest::{Client, ClientBuilder};

/// Creates a client that only connects to loopback. If another crate in the build turns on reqwest's TLS, a
/// crypto provider must be installed before any client is created.
pub fn http_client() -> ClientBuilder {
    // This fails if a provider is already installed, which is fine.
    let _already = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
}
