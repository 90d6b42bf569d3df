//! TLS settings of the server's HTTP clients: rustls with ring, and Mozilla's root certificates.

use rustls::{ClientConfig, Error, RootCertStore};

/// Creates the TLS settings of a client.
///
/// # Errors
/// Fails if ring doesn't support the default versions of TLS.
pub fn client_config() -> Result<ClientConfig, Error> {
    let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    Ok(ClientConfig::builder_with_provider(rustls::crypto::ring::default_provider().into())
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth())
}
