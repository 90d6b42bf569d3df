//! Options of a Stripe sandbox, and the settings that the sandbox derives from them.

use std::path::PathBuf;
use std::time::Duration;

use crate::memory::ids;

/// Options of a Stripe sandbox. With `Options::default()`, the sandbox listens on any free port, stores its state
/// in memory, generates its keys, and sends no webhooks.
#[derive(Clone, Debug)]
pub struct Options {
    /// Port on 127.0.0.1; 0 means any free port.
    pub port: u16,
    /// File in which the state survives a restart. `None` stores the state only in memory.
    pub state_file: Option<PathBuf>,
    /// URL for webhooks. `None` sends no webhooks until [`crate::Sandbox::set_webhook_url`] sets a URL.
    pub webhook_url: Option<String>,
    /// The app's URL, if browsers don't open the app at `localhost` or `127.0.0.1`. Pages at this URL may then
    /// embed the card form.
    pub app_url: Option<String>,
    /// The secret key (`sk_test_…`). `None` generates one.
    pub secret_key: Option<String>,
    /// The publishable key (`pk_test_…`). `None` generates one.
    pub publishable_key: Option<String>,
    /// The secret that signs webhooks (`whsec_…`). `None` generates one.
    pub webhook_secret: Option<String>,
    /// Delay before a failed webhook is sent again. The delay doubles with each attempt, up to a minute.
    pub webhook_retry: Duration,
    /// Time after which the sandbox settles pending objects, such as refunds and payments with the status
    /// `processing`. `None` leaves settling them to control requests.
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

/// Settings that don't change while a sandbox runs.
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
    /// Derives the settings from the options, and generates the keys that the options leave out. `port`
    /// is the port on which the sandbox listens.
    pub(crate) fn new(options: Options, port: u16) -> Self {
        let key = |key_or_random: Option<String>, prefix: &str| {
            key_or_random.unwrap_or_else(|| ids::random(prefix, 48))
        };
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
