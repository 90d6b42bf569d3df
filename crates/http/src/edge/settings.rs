//! Settings of the HTTP edge.

use std::time::Duration;

use chrono::{DateTime, Utc};
use ipnet::IpNet;

use crate::edge::hosts::known::KnownHosts;

/// Whom to tell about a hole, and until when that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityContact {
    /// `mailto:…` or `https://…`.
    pub address: String,
    /// Nobody should rely on it afterwards.
    pub expires: DateTime<Utc>,
}

/// Settings of the HTTP edge.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where browsers find Lanewise, such as `https://lanewise.example`; no slash at the end.
    pub public_url: String,
    /// Host names that are answered (docs/PRODUCT.md#host-names).
    pub known_hosts: KnownHosts,
    /// The public address is answered by any name: in production, behind a reverse proxy.
    pub answers_any_host: bool,
    /// Proxies whose `X-Forwarded-For` counts (docs/PRODUCT.md#client-address).
    pub trusted_proxies: Vec<IpNet>,
    /// Shown to drivers.
    pub support_phone: String,
    /// Business days after sign-up by which a record is promised (docs/PRODUCT.md#record-readiness).
    pub record_ready_days: u8,
    /// Mail can be sent.
    pub can_mail: bool,
    /// Advertising pixel, when switched on.
    pub pixel_id: Option<String>,
    /// The payment provider's publishable key.
    pub publishable_key: String,
    /// Where the page loads the provider's script from.
    pub stripe_js_url: String,
    /// Payments are not real.
    pub test_mode: bool,
    /// Whom to tell about a hole.
    pub security_contact: Option<SecurityContact>,
    /// For so long who has written reads where they wrote; none without a replica.
    pub writers_read_primary: Option<Duration>,
}

impl Settings {
    /// Whether browsers come by https: decides the cookie's name and flags.
    pub fn is_secure(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}
