//! Sends and finds texts through Twilio's Messages resource (`/2010-04-01/Accounts/{sid}/Messages.json`), and
//! verifies the signatures of Twilio's callbacks.

mod signature;

use std::time::Duration;

use breaker::{Breaker, BreakerOptions, CallError};
use chrono::{DateTime, TimeDelta, Utc};
use ports::notices::texts::{TextError, TextMessenger};
use reqwest::StatusCode;
use reqwest::blocking::{Client, RequestBuilder, Response};
use serde::Deserialize;
use traces::{OutgoingCall, TRACEPARENT};

/// Base URL of Twilio's API.
pub const TWILIO: &str = "https://api.twilio.com";
const TIMEOUT: Duration = Duration::from_secs(15);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const BREAKER: BreakerOptions = BreakerOptions { window: 4, probes: 1, wait: Duration::from_secs(15) };
/// Maximum expected difference between our clock and Twilio's. The search for a sent text starts
/// this much before the time in question.
const CLOCKS_DIFFER: TimeDelta = TimeDelta::minutes(2);

/// A Twilio account, and the phone number or messaging service that sends the texts.
#[derive(Clone, PartialEq, Eq)]
pub struct TwilioAccount {
    /// The account's id: `AC…`.
    pub account_sid: String,
    /// The secret that authenticates the account.
    pub auth_token: String,
    /// The sender: a phone number such as `+15550100199`, or the id of a messaging service, `MG…`.
    pub from: String,
    /// Base URL of the API: [`TWILIO`], or that of a test server.
    pub api_base: String,
}

/// The HTTP client for Twilio couldn't be created.
#[derive(Debug, thiserror::Error)]
#[error("could not create the client for texts")]
pub struct SetupError(#[source] Box<dyn std::error::Error + Send + Sync>);

/// A client that sends texts through Twilio.
pub struct Twilio {
    account: TwilioAccount,
    client: Client,
    breaker: Breaker,
    /// The URL to which Twilio reports delivery statuses; `None` if none is set.
    callback: Option<String>,
}

#[derive(Deserialize)]
struct Refusal {
    code: Option<i64>,
}

#[derive(Deserialize)]
struct MessageList {
    messages: Vec<Message>,
}

#[derive(Deserialize)]
struct Message {
    body: String,
    /// When Twilio accepted the text, in RFC 2822 format, such as `Sat, 21 Nov 2026 08:00:00 +0000`.
    date_created: Option<String>,
    status: String,
}

impl Twilio {
    /// Creates a client for this account. Doesn't connect to Twilio yet.
    pub fn new(account: TwilioAccount) -> Result<Self, SetupError> {
        let tls = tls::client_config().map_err(|error| SetupError(error.into()))?;
        let client = Client::builder()
            .tls_backend_preconfigured(tls)
            .timeout(TIMEOUT)
            .connect_timeout(CONNECT_TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|error| SetupError(error.into()))?;
        Ok(Self { account, client, breaker: Breaker::new("provider of texts", BREAKER), callback: None })
    }

    /// Sets the URL to which Twilio reports the delivery status of
    /// texts sent by [`TextMessenger::send_with_status_reports`].
    #[must_use]
    pub fn with_callback(self, callback: String) -> Self {
        Self { callback: Some(callback), ..self }
    }

    /// Tests whether Twilio accepts our credentials. Sends no text.
    ///
    /// # Errors
    /// [`TextError::Refused`] if Twilio rejects the credentials; another error if it doesn't respond, or
    /// returns an error about something else.
    pub fn test_connection(&self) -> Result<(), TextError> {
        let TwilioAccount { account_sid, api_base, .. } = &self.account;
        let account = format!("{}/2010-04-01/Accounts/{account_sid}.json", api_base.trim_end_matches('/'));
        let status = self.call(self.client.get(account))?.status();
        match status {
            status if status.is_success() => Ok(()),
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::NOT_FOUND => {
                Err(TextError::Refused(format!("Twilio returned {status}")))
            }
            status => Err(TextError::Unavailable(format!("Twilio returned {status}").into())),
        }
    }

    /// Returns the URL of the account's Messages resource.
    fn messages_url(&self) -> String {
        let TwilioAccount { account_sid, api_base, .. } = &self.account;
        format!("{}/2010-04-01/Accounts/{account_sid}/Messages.json", api_base.trim_end_matches('/'))
    }

    /// Sends a request with the account's credentials. The error says whether Twilio may have received the request.
    fn call(&self, request: RequestBuilder) -> Result<Response, TextError> {
        let TwilioAccount { account_sid, auth_token, .. } = &self.account;
        let call = OutgoingCall::to("texts");
        let request = request.basic_auth(account_sid, Some(auth_token)).header(TRACEPARENT, call.header());
        let sent = call.run(|| request.send());
        if let Ok(response) = &sent {
            call.record_status(response.status().as_u16());
        }
        sent.map_err(|error| {
            // The request wasn't sent, so Twilio can't have received the text.
            if error.is_connect() || error.is_builder() {
                TextError::Unavailable(error.without_url().into())
            } else {
                TextError::Lost(error.without_url().into())
            }
        })
    }
}

impl Twilio {
    /// Sends a text. If `mark` is set, Twilio reports the text's status to the callback URL with `mark`
    /// as the parameter `notice`.
    fn post_text(&self, phone: &str, text: &str, mark: Option<&str>) -> Result<(), TextError> {
        let sender = if self.account.from.starts_with("MG") { "MessagingServiceSid" } else { "From" };
        let (to, callback) = (format_e164(phone), self.callback.as_ref().zip(mark));
        let callback = callback.map(|(url, mark)| format!("{url}?notice={mark}"));
        let mut form = vec![("To", &*to), (sender, &*self.account.from)];
        form.extend(callback.as_deref().map(|url| ("StatusCallback", url)));
        form.push(("Body", text));
        let response = self.call(self.client.post(self.messages_url()).form(&form))?;
        match response.status() {
            status if status.is_success() => Ok(()),
            StatusCode::BAD_REQUEST => Err(TextError::Refused(refusal_reason(response))),
            // The error is about the account or the number of requests, so Twilio hasn't accepted the text.
            status if status.is_client_error() && status != StatusCode::REQUEST_TIMEOUT => {
                Err(TextError::Unavailable(format!("Twilio returned {status}").into()))
            }
            // Twilio may have accepted the text before the error occurred.
            status => Err(TextError::Lost(format!("Twilio returned {status}").into())),
        }
    }

    /// Returns whether Twilio has accepted this text to this phone number at or after `since`, and it hasn't failed.
    /// The time may be off by [`CLOCKS_DIFFER`]. Checks only the newest 200 texts to the number.
    fn find_sent_text(&self, phone: &str, text: &str, since: DateTime<Utc>) -> Result<bool, TextError> {
        let since = since - CLOCKS_DIFFER;
        // The request doesn't filter by date, because texts in Twilio's queue have no sending date yet. A
        // filter would miss them.
        let query = [("To", format_e164(phone)), ("PageSize", "200".to_owned())];
        let response =
            self.call(self.client.get(self.messages_url()).query(&query)).map_err(convert_lookup_error)?;
        if !response.status().is_success() {
            return Err(TextError::Unavailable(format!("Twilio returned {}", response.status()).into()));
        }
        let listed: MessageList =
            response.json().map_err(|error| TextError::Unavailable(error.without_url().into()))?;
        Ok(listed.messages.iter().any(|message| message.is_sent_text(text, since)))
    }

    /// Makes a request, unless the circuit breaker is open. A refusal doesn't count as a failure of Twilio.
    fn call_guarded<T>(&self, call: impl FnOnce() -> Result<T, TextError>) -> Result<T, TextError> {
        let is_failure = |error: &TextError| !matches!(error, TextError::Refused(_));
        self.breaker.guard(is_failure, call).map_err(|unanswered| match unanswered {
            CallError::CircuitOpen(wait) => TextError::CircuitOpen(wait),
            CallError::Failed(error) => error,
        })
    }
}

impl TextMessenger for Twilio {
    fn send(&self, phone: &str, text: &str) -> Result<(), TextError> {
        self.call_guarded(|| self.post_text(phone, text, None))
    }

    fn send_with_status_reports(&self, phone: &str, text: &str, mark: &str) -> Result<(), TextError> {
        self.call_guarded(|| self.post_text(phone, text, Some(mark)))
    }

    fn is_genuine(&self, url: &str, form: &[(String, String)], signature: &str) -> bool {
        signature::is_valid_signature(&self.account.auth_token, url, form, signature)
    }

    fn was_sent(&self, phone: &str, text: &str, since: DateTime<Utc>) -> Result<bool, TextError> {
        self.call_guarded(|| self.find_sent_text(phone, text, since))
    }
}

impl Message {
    /// Returns whether this message is the text `text`, was accepted by Twilio at or after `since`, and hasn't
    /// failed or been canceled. A message whose time can't be parsed counts too, because it is better not to send
    /// a text than to send it twice. The message may be longer than `text`, because Twilio adds a note to the
    /// texts of trial accounts.
    fn is_sent_text(&self, text: &str, since: DateTime<Utc>) -> bool {
        let created = self.date_created.as_deref().and_then(|date| DateTime::parse_from_rfc2822(date).ok());
        self.body.ends_with(text)
            && !matches!(self.status.as_str(), "failed" | "canceled")
            && created.is_none_or(|created| created >= since)
    }
}

/// Converts the error of a lookup. A lookup sends no text, so a lost response counts as unavailable.
fn convert_lookup_error(error: TextError) -> TextError {
    match error {
        TextError::Lost(source) => TextError::Unavailable(source),
        other => other,
    }
}

/// Returns why Twilio refused a text, for the log. Contains only Twilio's error code, because Twilio's
/// message contains the phone number.
fn refusal_reason(response: Response) -> String {
    let status = response.status();
    match response.json::<Refusal>() {
        Ok(Refusal { code: Some(code) }) => format!("Twilio refused the text: error {code}"),
        _ => format!("Twilio returned {status}"),
    }
}

/// Converts a phone number to E.164 format. Lanewise stores ten-digit US numbers.
fn format_e164(phone: &str) -> String {
    format!("+1{phone}")
}
