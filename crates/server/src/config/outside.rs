//! Settings of external services (payments, email, texts, traces, cities, virus scanner, bucket for files)
//! and the security contact.

use actix_web::http::Uri;
use adapters_files::Bucket;
use adapters_twilio::TwilioAccount;
use chrono::{DateTime, NaiveDate, NaiveTime};
use lanewise_http::edge::settings::SecurityContact;
use traces::Collector;

use crate::config::read::Reader;
use crate::config::settings::{self, Setting};

/// The cities that Lanewise queries for citations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cities {
    /// The built-in sandbox, only in development.
    TestMode,
    /// The cities with these names. There may be none.
    Named {
        /// Short names of the cities, such as `nyc`.
        names: Vec<String>,
        /// URL that replaces the URL of the cities' API; `None` in normal operation.
        api_base: Option<String>,
        /// The Socrata app token that identifies this installation. Without one, cities allow fewer calls.
        app_token: Option<String>,
    },
}

impl Cities {
    /// Returns the setting for querying no city.
    pub const fn none() -> Self {
        Self::Named { names: vec![], api_base: None, app_token: None }
    }
}

/// Reads the collector's settings, whose environment variables have OpenTelemetry's standard names. `None`
/// without a collector or with an invalid sampler.
pub(super) fn read_collector(reader: &mut Reader<'_>) -> Option<Collector> {
    let endpoint = reader.find_value(settings::OTEL_EXPORTER_OTLP_ENDPOINT)?;
    if !endpoint.starts_with("http://") && !endpoint.starts_with("https://") {
        reader.problems.push("OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address".to_owned());
    }
    let service = reader.value_or_empty(settings::OTEL_SERVICE_NAME);
    let sampler = reader.value_or_empty(settings::OTEL_TRACES_SAMPLER);
    // The server ignores the sampling decisions of its callers, so each `parentbased_…` sampler means the same as
    // the sampler without this prefix.
    let share = match sampler.strip_prefix("parentbased_").unwrap_or(&sampler) {
        "always_on" => Some(1.0),
        "always_off" => Some(0.0),
        "traceidratio" => reader.value_or_empty(settings::OTEL_TRACES_SAMPLER_ARG).parse().ok(),
        _ => None,
    };
    let share = share.filter(|share| (0.0..=1.0).contains(share));
    if share.is_none() {
        reader.problems.push(
            "OTEL_TRACES_SAMPLER must be always_on, always_off or traceidratio, with OTEL_TRACES_SAMPLER_ARG from 0 to 1"
                .to_owned(),
        );
    }
    Some(Collector { endpoint, service, share: share? })
}

/// The payment provider and its keys.
#[derive(Clone, PartialEq, Eq)]
pub enum Provider {
    /// The built-in sandbox, only in development.
    Sandbox,
    /// Stripe, or another server at `api_base`.
    Stripe(StripeKeys),
}

/// Keys of a Stripe account.
#[derive(Clone, PartialEq, Eq)]
pub struct StripeKeys {
    /// Secret or restricted key: `sk_…` or `rk_…`.
    pub secret: String,
    /// Key for the page, which starts with `pk_`.
    pub publishable: String,
    /// Webhook signing secret: `whsec_…`. Without a secret, the server refuses every webhook request.
    pub webhook_secret: Option<String>,
    /// URL that replaces the URL of Stripe's API; `None` in normal operation.
    pub api_base: Option<String>,
    /// The URL from which the page loads Stripe.js.
    pub js_url: String,
}

/// The way in which the server sends emails.
#[derive(Clone, PartialEq, Eq)]
pub enum MailConfig {
    /// The server sends no emails. Features that need emails report that they are unavailable.
    Off,
    /// The server writes emails to the folder `mail` in `data_dir`, and `/dev/mail` shows them. Only in development.
    Folder,
    /// The server sends emails through an SMTP server.
    Smtp {
        /// The SMTP server's URL: `smtps://user:password@host`, or `smtp://…?tls=required`.
        url: String,
        /// The sender, such as `Lanewise <no-reply@example.com>`.
        from: String,
    },
}

/// Returns whether the connection to a URL is private: encrypted, or on this machine.
pub fn is_private(url: &str) -> bool {
    // Parse the URL as HTTP clients do, so that a user name before an @ isn't mistaken for the host.
    let Ok(url) = url.parse::<Uri>() else { return false };
    match url.scheme_str() {
        Some("https") => true,
        Some("http") => matches!(url.host(), Some("127.0.0.1" | "localhost" | "[::1]")),
        _ => false,
    }
}

/// Reads how to send emails. Without a mail server, production sends none, and development writes them to a folder.
pub(super) fn read_mail(reader: &mut Reader<'_>) -> MailConfig {
    match (reader.find_value(settings::SMTP_URL), reader.find_value(settings::MAIL_FROM)) {
        (Some(url), Some(from)) => {
            let is_encrypted = url.starts_with("smtps://") || url.ends_with("?tls=required");
            if reader.is_production && !is_encrypted {
                reader.problems.push(
                    "SMTP_URL must be smtps://… or smtp://…?tls=required, because emails contain links that open accounts"
                        .to_owned(),
                );
            }
            MailConfig::Smtp { url, from }
        }
        (None, None) if !reader.is_production => MailConfig::Folder,
        (None, None) => MailConfig::Off,
        _ => {
            reader.problems.push("SMTP_URL and MAIL_FROM must be set together".to_owned());
            MailConfig::Off
        }
    }
}

/// Reads the settings of the Twilio account; `None` without an account. Setting only some of them is an error.
pub(super) fn read_twilio(reader: &mut Reader<'_>) -> Option<TwilioAccount> {
    const SETTINGS: [Setting; 3] =
        [settings::TWILIO_ACCOUNT_SID, settings::TWILIO_AUTH_TOKEN, settings::TWILIO_FROM];
    let [account_sid, auth_token, from] = SETTINGS.map(|setting| reader.find_value(setting));
    if let (Some(account_sid), Some(auth_token), Some(from)) = (&account_sid, &auth_token, &from) {
        let api_base = reader.value_or_empty(settings::TWILIO_API_BASE);
        let is_id = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        reader.require(
            account_sid.starts_with("AC") && is_id(account_sid),
            "TWILIO_ACCOUNT_SID must begin with AC",
        );
        let is_number = |digits: &str| digits.len() > 6 && digits.bytes().all(|byte| byte.is_ascii_digit());
        reader.require(
            from.strip_prefix('+').is_some_and(is_number) || (from.starts_with("MG") && is_id(from)),
            "TWILIO_FROM must be a number such as +15550100199, or the id of a messaging service (MG…)",
        );
        reader.require(
            is_private(&api_base),
            "TWILIO_API_BASE must be an https address, because texts and the account's secret are sent there",
        );
        return Some(TwilioAccount {
            account_sid: account_sid.clone(),
            auth_token: auth_token.clone(),
            from: from.clone(),
            api_base,
        });
    }
    let values = [account_sid, auth_token, from];
    if values.iter().any(Option::is_some) {
        let missing = SETTINGS.iter().zip(&values).filter(|(_, value)| value.is_none());
        reader.problems.push(format!(
            "{} is missing: the Twilio settings must be set together",
            missing.map(|(setting, _)| setting.name).collect::<Vec<_>>().join(", ")
        ));
    }
    None
}

/// Reads the cities. The default is no city in production and the sandbox in development.
pub(super) fn read_cities(reader: &mut Reader<'_>) -> Cities {
    let Some(text) = reader.find_value(settings::CITATION_SOURCES) else {
        return if reader.is_production { Cities::none() } else { Cities::TestMode };
    };
    let mut names = vec![];
    for name in text.split(',').map(str::trim).filter(|name| !name.is_empty() && *name != "off") {
        match adapters_opendata::find_city(name) {
            Ok(_) => names.push(name.to_owned()),
            Err(error) => reader.problems.push(format!("CITATION_SOURCES: {error}")),
        }
    }
    names.sort();
    names.dedup();
    let api_base = reader.find_value(settings::CITATION_SOURCES_API_BASE);
    if api_base.as_deref().is_some_and(|base| !is_private(base)) {
        reader.problems.push("CITATION_SOURCES_API_BASE must be an https address, or on this machine, because drivers' plates are sent there".to_owned());
    }
    Cities::Named { names, api_base, app_token: reader.find_value(settings::CITATION_SOURCES_APP_TOKEN) }
}

/// Reads the keys of the payment provider. Without keys, development uses the sandbox.
pub(super) fn read_provider(reader: &mut Reader<'_>) -> Provider {
    let (secret, publishable) = match (
        reader.find_value(settings::STRIPE_SECRET_KEY),
        reader.find_value(settings::STRIPE_PUBLISHABLE_KEY),
    ) {
        (Some(secret), Some(publishable)) => (secret, publishable),
        (None, None) if !reader.is_production => return Provider::Sandbox,
        (secret, publishable) => {
            // Production requires both keys and reports each missing one.
            reader.require(
                reader.is_production,
                "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be set together",
            );
            (secret.unwrap_or_default(), publishable.unwrap_or_default())
        }
    };
    let is_test = |key: &str| key.contains("_test_");
    if is_test(&secret) != is_test(&publishable) {
        reader.problems.push(
            "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be both live or both test keys".to_owned(),
        );
    }
    Provider::Stripe(StripeKeys {
        secret,
        publishable,
        webhook_secret: reader.find_value(settings::STRIPE_WEBHOOK_SECRET),
        api_base: reader.find_value(settings::STRIPE_API_BASE),
        js_url: reader.value_or_empty(settings::STRIPE_JS_URL),
    })
}

/// Reads the contact for security reports and its expiry date, which RFC 9116 requires; `None` without a valid contact.
pub(super) fn read_security_contact(reader: &mut Reader<'_>) -> Option<SecurityContact> {
    let (address, expires) = (
        reader.find_value(settings::SECURITY_CONTACT),
        reader.find_value(settings::SECURITY_CONTACT_EXPIRES),
    );
    if address.is_none() && expires.is_none() {
        return None;
    }
    let address = address.filter(|address| {
        let is_uri = ["mailto:", "https://"].iter().any(|start| address.starts_with(start));
        is_uri && address.bytes().all(|byte| byte.is_ascii_graphic())
    });
    let day = |text: &str| Some(text.parse::<NaiveDate>().ok()?.and_time(NaiveTime::MIN).and_utc());
    let expires = expires.and_then(|text| text.parse::<DateTime<_>>().ok().or_else(|| day(&text)));
    let contact = address.zip(expires).map(|(address, expires)| SecurityContact { address, expires });
    if contact.is_none() {
        reader.problems.push(
            "SECURITY_CONTACT must be mailto:… or https://…, and SECURITY_CONTACT_EXPIRES a date such as 2027-06-30"
                .to_owned(),
        );
    }
    contact
}

/// Reads the host and port of clamd; `None` if they aren't set. An invalid address is returned as it is.
pub(super) fn read_clamd_address(reader: &mut Reader<'_>) -> Option<String> {
    let address = reader.find_value(settings::CLAMD_ADDRESS)?;
    let host_and_port =
        address.rsplit_once(':').filter(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok());
    if host_and_port.is_none() {
        reader.problems.push(format!(
            "CLAMD_ADDRESS is {address:?}: it must be a host and a port, such as 127.0.0.1:3310"
        ));
    }
    Some(address)
}

/// Reads the settings of the bucket for files; `None` without a bucket or with an incomplete access key.
pub(super) fn read_bucket(reader: &mut Reader<'_>) -> Option<Bucket> {
    let name = reader.find_value(settings::FILES_S3_BUCKET)?;
    let endpoint = reader.find_value(settings::FILES_S3_ENDPOINT);
    if endpoint.as_deref().is_some_and(|endpoint| !is_private(endpoint)) {
        reader.problems.push("FILES_S3_ENDPOINT must be an https address, or on this machine".to_owned());
    }
    let (key_id, secret) =
        (reader.find_value(settings::FILES_S3_KEY_ID), reader.find_value(settings::FILES_S3_SECRET));
    if key_id.is_none() || secret.is_none() {
        reader.problems.push("FILES_S3_BUCKET also needs FILES_S3_KEY_ID and FILES_S3_SECRET".to_owned());
    }
    let region = reader.value_or_empty(settings::FILES_S3_REGION);
    Some(Bucket { name, endpoint, region, key_id: key_id?, secret: secret? })
}
