//! The HTTP client that the sandbox and its tests use.

use reqwest::{Client, ClientBuilder};

/// Creates an HTTP client that connects only to this machine. If another crate in the build turns
/// on reqwest's TLS, a crypto provider must be installed before any client is created.
pub fn http_client() -> ClientBuilder {
    // Installing fails if a provider is already installed, which is fine.
    let _already = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
}
