//! What a sandbox is started with, and the keys it makes for itself.

use std::path::PathBuf;
use std::time::Duration;

use crate::memory::ids;

/// How to start a sandbox. `Options::default()` listens on any free port, keeps its state in memory only, makes
/// its own keys and delivers no webhooks until it is told where to.
#[derive(Clone, Debug)]
pub struct Options {
    /// The port on 127.0.0.1; 0 takes any free one.
    pub port: u16,
    /// Where to keep the state, so that it survives a restart. In memory only when absent.
    pub state_file: Option<PathBuf>,
    /// Where events are delivered; can be set later with [`crate::Sandbox::set_webhook_url`].
    pub webhook_url: Option<String>,
    /// The app's public address, when it is not on loopback: its pages may frame the card form.
    pub app_url: Option<String>,
    /// The secret key (`sk_test_…`); made at the start when absent.
    pub secret_key: Option<String>,
    /// The publishable key (`pk_test_…`); made at the start when absent.
    pub publishable_key: Option<String>,
    /// The secret that webhooks are signed with (`whsec_…`); made at the start when absent.
    pub webhook_secret: Option<String>,
    /// The wait before a failed delivery is tried again; it doubles with each attempt, up to a minute.
    pub webhook_retry: Duration,
    /// How long a refund stays pending and a payment stays processing, where a fault or a test card makes it so.
    /// `None` leaves it so until a control call settles it.
    pub settle_after: Option<Duration>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            port: 0,
            state_file: None,
            webhook_url: None,
            app_url: None,
            secret_key: None,
            publishable_key: None,
            webhook_secret: None,
            webhook_retry: Duration::from_millis(500),
            settle_after: Some(Duration::from_secs(3)),
        }
    }
}

/// What does not change while a sandbox runs.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub base_url: String,
    pub app_url: Option<String>,
    pub secret_key: String,
    pub publishable_key: String,
    pub webhook_secret: String,
    pub webhook_retry: Duration,
    pub settle_after: Option<Duration>,
}

impl Settings {
    pub(crate) fn new(options: Options, port: u16) -> Self {
        let key = |given: Option<String>, prefix: &str| given.unwrap_or_else(|| ids::random(prefix, 48));
        Self {
            base_url: format!("http://127.0.0.1:{port}"),
            app_url: options.app_url,
            secret_key: key(options.secret_key, "sk_test_"),
            publishable_key: key(options.publishable_key, "pk_test_"),
            webhook_secret: key(options.webhook_secret, "whsec_"),
            webhook_retry: options.webhook_retry,
            settle_after: options.settle_after,
        }
    }
}
