//! Checks whether the external services respond and accept our keys.

use std::path::PathBuf;

use adapters_mail::{SmtpMailer, SmtpOptions};
use adapters_stripe::{StripeGateway, WebhookEndpoint};
use adapters_twilio::Twilio;
use domain::security::environment::{Asked, Endpoint, Outside};
use ports::notices::mail::MailError;
use ports::notices::texts::TextError;
use ports::payments::events::EVENTS;
use ports::payments::gateway::{GatewayError, PaymentGateway};

use crate::config::{Config, Mail};

/// No intent has this id, so a "not found" response proves that the provider accepts our key.
const NO_INTENT: &str = "pi_lanewise_check";
/// No refund has this id.
const NO_REFUND: &str = "re_lanewise_check";
/// No dispute has this id.
const NO_DISPUTE: &str = "dp_lanewise_check";
/// Stripe's wildcard for all events.
const EVERY_EVENT: &str = "*";

/// Sends the checks to the external services. They are read-only.
pub struct Lookout {
    gateway: StripeGateway,
    mail: Option<SmtpMailer>,
    texts: Option<Twilio>,
    /// The URL that the provider should send its events to.
    webhook_url: String,
    data_dir: PathBuf,
}

impl Lookout {
    /// Creates the checks from the settings, without contacting anyone.
    ///
    /// # Errors
    /// Fails when the settings for email or texts can't be used.
    pub fn new(config: &Config, gateway: &StripeGateway) -> anyhow::Result<Self> {
        let mail = match &config.mail {
            Mail::Smtp { url, from } => Some(SmtpMailer::new(url, from, SmtpOptions::default())?),
            Mail::Off | Mail::Folder => None,
        };
        Ok(Self {
            gateway: gateway.clone(),
            mail,
            texts: config.twilio.clone().map(Twilio::new).transpose()?,
            webhook_url: format!("{}/api/webhooks/stripe", config.public_url),
            data_dir: config.data_dir.clone(),
        })
    }

    /// Runs all checks. Blocks until each service has responded or timed out.
    pub fn look(&self) -> Outside {
        let provider = answered(&self.gateway.intent(NO_INTENT));
        let is_there = provider == Asked::Well;
        let may = |read: &dyn Fn() -> Asked| if is_there { read() } else { Asked::Not };
        Outside {
            provider,
            events: may(&|| answered(&self.gateway.newest_event())),
            refunds: may(&|| answered(&self.gateway.refund_status(NO_REFUND))),
            disputes: may(&|| answered(&self.gateway.chargeback(NO_DISPUTE))),
            endpoint: if is_there { self.endpoint() } else { Endpoint::NotAsked },
            mail: self.mail.as_ref().map_or(Asked::Not, |mail| match mail.greet() {
                Ok(()) => Asked::Well,
                Err(MailError::Refused(_)) => Asked::Refused,
                Err(_) => Asked::Silent,
            }),
            texts: self.texts.as_ref().map_or(Asked::Not, |texts| match texts.greet() {
                Ok(()) => Asked::Well,
                Err(TextError::Refused(_)) => Asked::Refused,
                Err(_) => Asked::Silent,
            }),
            free_disk_mb: self.free_disk_mb(),
        }
    }

    fn endpoint(&self) -> Endpoint {
        match self.gateway.webhook_endpoints() {
            Ok(all) => judged(&all, &self.webhook_url),
            Err(GatewayError::Refused { .. }) => Endpoint::Hidden,
            Err(_) => Endpoint::NotAsked,
        }
    }

    /// Returns the free space in the data directory, in MB, or `None` while it doesn't exist.
    fn free_disk_mb(&self) -> Option<u64> {
        let disk = rustix::fs::statvfs(&self.data_dir).ok()?;
        Some(disk.f_bavail.saturating_mul(disk.f_frsize) / 1_048_576)
    }
}

/// Returns whether the provider responded and accepted the key.
fn answered<T>(answer: &Result<T, GatewayError>) -> Asked {
    match answer {
        Ok(_) | Err(GatewayError::NotFound) => Asked::Well,
        Err(GatewayError::Refused { .. } | GatewayError::AlreadyRefunded(_)) => Asked::Refused,
        Err(_) => Asked::Silent,
    }
}

/// Returns the state of the webhook endpoints with our URL. If there are several, the best one counts.
fn judged(all: &[WebhookEndpoint], url: &str) -> Endpoint {
    let ours: Vec<_> = all.iter().filter(|one| one.url.trim_end_matches('/') == url).collect();
    let sending: Vec<_> = ours.iter().filter(|one| one.status == "enabled").collect();
    let sent = |event: &str| {
        sending.iter().flat_map(|one| &one.enabled_events).any(|name| name == event || name == EVERY_EVENT)
    };
    let lacking: Vec<String> =
        EVENTS.iter().filter(|event| !sent(event)).map(|event| (*event).to_owned()).collect();
    match (ours.is_empty(), sending.is_empty(), lacking.is_empty()) {
        (true, ..) => Endpoint::Missing,
        (_, true, _) => Endpoint::Off,
        (.., true) => Endpoint::Whole,
        _ => Endpoint::Lacks(lacking),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "https://lanewise.example/api/webhooks/stripe";

    fn endpoint(url: &str, status: &str, events: &[&str]) -> WebhookEndpoint {
        let enabled_events = events.iter().map(|event| (*event).to_owned()).collect();
        WebhookEndpoint { url: url.to_owned(), status: status.to_owned(), enabled_events }
    }

    #[test]
    fn a_webhook_endpoint_is_checked_by_url_status_and_events() {
        let all = || endpoint(URL, "enabled", EVENTS);
        assert_eq!(judged(&[], URL), Endpoint::Missing);
        assert_eq!(judged(&[endpoint("https://other.example/x", "enabled", &["*"])], URL), Endpoint::Missing);
        assert_eq!(judged(&[endpoint(URL, "disabled", &["*"])], URL), Endpoint::Off);
        assert_eq!(judged(&[all()], URL), Endpoint::Whole);
        assert_eq!(judged(&[endpoint(&format!("{URL}/"), "enabled", &["*"])], URL), Endpoint::Whole);
        let mut lacking = all();
        let last = lacking.enabled_events.pop().unwrap();
        assert_eq!(judged(&[lacking], URL), Endpoint::Lacks(vec![last]));
    }
}
