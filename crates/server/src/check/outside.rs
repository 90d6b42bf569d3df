//! Checks whether the external services respond and accept our keys, and how much disk space is free.

use std::path::PathBuf;

use adapters_mail::{SmtpMailer, SmtpOptions};
use adapters_stripe::{StripeGateway, WebhookEndpoint};
use adapters_twilio::Twilio;
use domain::security::environment::{CheckResult, ExternalChecks, WebhookState};
use ports::notices::mail::MailError;
use ports::notices::texts::TextError;
use ports::payments::events::EVENTS;
use ports::payments::gateway::{GatewayError, PaymentGateway};

use crate::config::{Config, MailConfig};

/// An id that no intent has. If the provider responds "not found", it has accepted our key.
const NO_INTENT: &str = "pi_lanewise_check";
/// An id that no refund has. If the provider responds "not found", it has accepted our key.
const NO_REFUND: &str = "re_lanewise_check";
/// An id that no dispute has. If the provider responds "not found", it has accepted our key.
const NO_DISPUTE: &str = "dp_lanewise_check";
/// Stripe's name for all kinds of events.
const EVERY_EVENT: &str = "*";

/// A checker of the external services, which sends only read requests.
pub struct ExternalChecker {
    gateway: StripeGateway,
    mail: Option<SmtpMailer>,
    texts: Option<Twilio>,
    /// The URL that the provider should send its events to.
    webhook_url: String,
    data_dir: PathBuf,
}

impl ExternalChecker {
    /// Creates the checker from the settings, without sending any request.
    ///
    /// # Errors
    /// Fails when the settings for email or texts can't be used.
    pub fn new(config: &Config, gateway: &StripeGateway) -> anyhow::Result<Self> {
        let mail = match &config.mail {
            MailConfig::Smtp { url, from } => Some(SmtpMailer::new(url, from, SmtpOptions::default())?),
            MailConfig::Off | MailConfig::Folder => None,
        };
        Ok(Self {
            gateway: gateway.clone(),
            mail,
            texts: config.twilio.clone().map(Twilio::new).transpose()?,
            webhook_url: format!("{}/api/webhooks/stripe", config.public_url),
            data_dir: config.data_dir.clone(),
        })
    }

    /// Runs the checks. If the provider doesn't respond or refuses the key, skips the other requests to the provider.
    pub fn run_checks(&self) -> ExternalChecks {
        let provider = check_result(&self.gateway.intent(NO_INTENT));
        let is_there = provider == CheckResult::Healthy;
        let may = |read: &dyn Fn() -> CheckResult| if is_there { read() } else { CheckResult::NotChecked };
        ExternalChecks {
            provider,
            events: may(&|| check_result(&self.gateway.newest_event())),
            refunds: may(&|| check_result(&self.gateway.refund(NO_REFUND))),
            disputes: may(&|| check_result(&self.gateway.chargeback(NO_DISPUTE))),
            endpoint: if is_there { self.check_webhook_endpoint() } else { WebhookState::NotChecked },
            mail: self.mail.as_ref().map_or(CheckResult::NotChecked, |mail| match mail.test_connection() {
                Ok(()) => CheckResult::Healthy,
                Err(MailError::Refused(_)) => CheckResult::Refused,
                Err(_) => CheckResult::NoAnswer,
            }),
            texts: self.texts.as_ref().map_or(CheckResult::NotChecked, |texts| {
                match texts.test_connection() {
                    Ok(()) => CheckResult::Healthy,
                    Err(TextError::Refused(_)) => CheckResult::Refused,
                    Err(_) => CheckResult::NoAnswer,
                }
            }),
            free_disk_mb: self.free_disk_mb(),
        }
    }

    /// Returns the state of our webhook endpoints at the provider.
    fn check_webhook_endpoint(&self) -> WebhookState {
        match self.gateway.webhook_endpoints() {
            Ok(all) => combine_webhook_states(&all, &self.webhook_url),
            Err(GatewayError::Refused { .. }) => WebhookState::Hidden,
            Err(_) => WebhookState::NotChecked,
        }
    }

    /// Returns the free disk space of the data directory, in MB; `None` if it can't be determined, for example
    /// because the directory doesn't exist yet.
    fn free_disk_mb(&self) -> Option<u64> {
        let disk = rustix::fs::statvfs(&self.data_dir).ok()?;
        Some(disk.f_bavail.saturating_mul(disk.f_frsize) / 1_048_576)
    }
}

/// Returns whether the provider responded and accepted the key.
fn check_result<T>(answer: &Result<T, GatewayError>) -> CheckResult {
    match answer {
        Ok(_) | Err(GatewayError::NotFound) => CheckResult::Healthy,
        Err(GatewayError::Refused { .. } | GatewayError::AlreadyRefunded(_)) => CheckResult::Refused,
        Err(_) => CheckResult::NoAnswer,
    }
}

/// Returns the combined state of all webhook endpoints with our URL.
fn combine_webhook_states(all: &[WebhookEndpoint], url: &str) -> WebhookState {
    let ours: Vec<_> = all.iter().filter(|one| one.url.trim_end_matches('/') == url).collect();
    let sending: Vec<_> = ours.iter().filter(|one| one.status == "enabled").collect();
    let sent = |event: &str| {
        sending.iter().flat_map(|one| &one.enabled_events).any(|name| name == event || name == EVERY_EVENT)
    };
    let lacking: Vec<String> =
        EVENTS.iter().filter(|event| !sent(event)).map(|event| (*event).to_owned()).collect();
    match (ours.is_empty(), sending.is_empty(), lacking.is_empty()) {
        (true, ..) => WebhookState::Missing,
        (_, true, _) => WebhookState::Off,
        (.., true) => WebhookState::Complete,
        _ => WebhookState::LacksEvents(lacking),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "https://lanewise.example/api/webhooks/stripe";

    /// Returns an endpoint with this URL and status that receives these events.
    fn endpoint(url: &str, status: &str, events: &[&str]) -> WebhookEndpoint {
        let enabled_events = events.iter().map(|event| (*event).to_owned()).collect();
        WebhookEndpoint { url: url.to_owned(), status: status.to_owned(), enabled_events }
    }

    #[test]
    fn a_webhook_endpoint_is_checked_by_url_status_and_events() {
        let all = || endpoint(URL, "enabled", EVENTS);
        assert_eq!(combine_webhook_states(&[], URL), WebhookState::Missing);
        assert_eq!(
            combine_webhook_states(&[endpoint("https://other.example/x", "enabled", &["*"])], URL),
            WebhookState::Missing
        );
        assert_eq!(combine_webhook_states(&[endpoint(URL, "disabled", &["*"])], URL), WebhookState::Off);
        assert_eq!(combine_webhook_states(&[all()], URL), WebhookState::Complete);
        assert_eq!(
            combine_webhook_states(&[endpoint(&format!("{URL}/"), "enabled", &["*"])], URL),
            WebhookState::Complete
        );
        let mut lacking = all();
        let last = lacking.enabled_events.pop().unwrap();
        assert_eq!(combine_webhook_states(&[lacking], URL), WebhookState::LacksEvents(vec![last]));
    }
}
