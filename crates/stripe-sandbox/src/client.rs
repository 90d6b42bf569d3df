//! The HTTP client that the sandbox and its tests use.

use reqwest::{Client, ClientBuilder};

/// Returns a builder for HTTP clients, and installs a TLS crypto provider. If another crate in the build turns on
/// reqwest's TLS, reqwest can't create a client without a provider.
pub fn http_client() -> ClientBuilder {
    // Installing fails if the process already has a provider. The clients then use that provider.
    let _already = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
}
