//! Settings of the HTTP layer.

use std::time::Duration;

use chrono::{DateTime, Utc};
use ipnet::IpNet;

use crate::edge::hosts::known::KnownHosts;

/// The contact for security reports, and when it expires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityContact {
    /// A URL that starts with `mailto:` or `https://`.
    pub address: String,
    /// When the contact expires. Researchers should not use it afterwards.
    pub expires: DateTime<Utc>,
}

/// Settings of the HTTP layer.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The site's public URL, such as `https://lanewise.example`, without a trailing slash.
    pub public_url: String,
    /// The host names for which the server accepts requests (docs/product/security.md#host-names).
    pub known_hosts: KnownHosts,
    /// Whether requests to the public address may have any host name. True in production, behind a reverse proxy.
    pub answers_any_host: bool,
    /// Proxies whose `X-Forwarded-For` is trusted (docs/product/security.md#client-address).
    pub trusted_proxies: Vec<IpNet>,
    /// The support phone number that drivers see.
    pub support_phone: String,
    /// Number of business days after sign-up within which staff promise to prepare
    /// a driver's record (docs/product/driving-record.md#record-readiness).
    pub record_ready_days: u8,
    /// Whether the server can send email.
    pub can_mail: bool,
    /// Id of the advertising pixel, if it is on.
    pub pixel_id: Option<String>,
    /// The payment provider's publishable key.
    pub publishable_key: String,
    /// The URL of the payment provider's script.
    pub stripe_js_url: String,
    /// Whether payments are only simulated.
    pub test_mode: bool,
    /// The contact for security reports; `None` if none is configured.
    pub security_contact: Option<SecurityContact>,
    /// How long a caller's reads use the primary database after the caller changed something. `None` without a replica.
    pub writers_read_primary: Option<Duration>,
}

impl Settings {
    /// Whether the public URL is https.
    pub fn is_secure(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}
