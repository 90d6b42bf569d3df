//! Makes one request to a city's API, with retries and strict checks of the response.

use std::io::Read;
use std::time::Duration;

use ports::sources::query::SourceQueryError;
use reqwest::StatusCode;
use reqwest::blocking::{Client, Response};
use reqwest::header::RETRY_AFTER;
use serde_json::{Map, Value};
use traces::{OutgoingCall, TRACEPARENT};

/// Maximum size of a response, in bytes.
const LARGEST: u64 = 16 * 1024 * 1024;
/// Delays before the first and the second retry.
const WAITS: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(2)];
/// Maximum wait that a city's server may ask for. If the server asks for a longer wait, the request fails.
const MAX_WAIT: Duration = Duration::from_secs(5);
/// Wait before the next request if a city's server throttles us without saying for how long.
const DEFAULT_WAIT: Duration = Duration::from_secs(60);

/// A row of a response, as a JSON object.
pub(crate) type JsonRow = Map<String, Value>;

/// The outcome of one attempt of a request.
enum AttemptResult {
    Rows(Vec<JsonRow>),
    /// The attempt failed, but a retry may succeed.
    Retry(SourceQueryError),
    Failed(SourceQueryError),
}

/// Requests rows from the API at `address`, with retries. `token` is the app token, if there is one. `count_attempt`
/// is called before each attempt. If it returns an error, the attempt isn't made.
pub(crate) fn request_rows(
    client: &Client,
    address: &str,
    query: &[(&str, String)],
    token: Option<&str>,
    mut count_attempt: impl FnMut() -> Result<(), SourceQueryError>,
) -> Result<Vec<JsonRow>, SourceQueryError> {
    let mut waits = WAITS.iter();
    loop {
        count_attempt()?;
        let mut request = client.get(address).query(query);
        if let Some(token) = token {
            request = request.header("X-App-Token", token);
        }
        let call = OutgoingCall::to("open data");
        let request = request.header(TRACEPARENT, call.header());
        let error = match call.run(|| convert_attempt(request.send(), &call)) {
            AttemptResult::Rows(rows) => return Ok(rows),
            AttemptResult::Failed(error) => return Err(error),
            AttemptResult::Retry(error) => error,
        };
        let Some(wait) = waits.next() else { return Err(error) };
        match &error {
            SourceQueryError::Throttled(retry_after) if *retry_after > MAX_WAIT => return Err(error),
            SourceQueryError::Throttled(retry_after) => std::thread::sleep((*retry_after).max(*wait)),
            _ => std::thread::sleep(*wait),
        }
    }
}

/// Converts the outcome of an attempt, and records the response's status in the span of `call`.
fn convert_attempt(sent: reqwest::Result<Response>, call: &OutgoingCall) -> AttemptResult {
    match sent {
        Ok(response) => {
            call.record_status(response.status().as_u16());
            convert_response(response)
        }
        Err(error) => AttemptResult::Retry(convert_connection_error(error)),
    }
}

/// Converts an error that prevented a response.
fn convert_connection_error(error: reqwest::Error) -> SourceQueryError {
    if error.is_timeout() {
        SourceQueryError::Slow
    } else {
        SourceQueryError::Down(error_messages(&error.without_url()))
    }
}

/// Returns the messages of an error and its causes, for staff and the log. The caller must first remove the URL
/// from the error, because the URL contains plates.
fn error_messages(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        text = format!("{text}: {cause}");
        next = cause.source();
    }
    text
}

/// Checks the status and body of a response, and returns its rows or its error.
fn convert_response(response: Response) -> AttemptResult {
    let status = response.status();
    if status == StatusCode::TOO_MANY_REQUESTS {
        return AttemptResult::Retry(SourceQueryError::Throttled(
            retry_after_of_response(&response).unwrap_or(DEFAULT_WAIT),
        ));
    }
    if status.is_server_error() || status == StatusCode::REQUEST_TIMEOUT {
        let retry_after = retry_after_of_response(&response);
        return AttemptResult::Retry(
            match retry_after.filter(|_| status == StatusCode::SERVICE_UNAVAILABLE) {
                Some(wait) => SourceQueryError::Throttled(wait),
                None => SourceQueryError::Down(format!("it returned {status}")),
            },
        );
    }
    let body = match read_body(response) {
        Ok(body) => body,
        Err(error) => return AttemptResult::Retry(error),
    };
    if status == StatusCode::BAD_REQUEST && unknown_column_message(&body).is_some() {
        return AttemptResult::Failed(SourceQueryError::ColumnsChanged(
            unknown_column_message(&body).unwrap_or_default(),
        ));
    }
    if !status.is_success() {
        return AttemptResult::Failed(SourceQueryError::Down(format!("it returned {status}")));
    }
    match serde_json::from_slice(&body) {
        Ok(rows) => AttemptResult::Rows(rows),
        Err(_) => AttemptResult::Failed(SourceQueryError::InvalidData("it isn't a list of rows")),
    }
}

/// Returns the wait in the `Retry-After` header, or `None` if the header is absent or isn't a number of seconds.
fn retry_after_of_response(response: &Response) -> Option<Duration> {
    let text = response.headers().get(RETRY_AFTER)?.to_str().ok()?;
    text.trim().parse().ok().map(Duration::from_secs)
}

/// Reads the body of a response. Fails if it has more than [`LARGEST`] bytes.
fn read_body(response: Response) -> Result<Vec<u8>, SourceQueryError> {
    let mut body = vec![];
    match response.take(LARGEST + 1).read_to_end(&mut body) {
        Ok(_) if u64::try_from(body.len()).is_ok_and(|length| length <= LARGEST) => Ok(body),
        Ok(_) => Err(SourceQueryError::InvalidData("it is too large")),
        Err(error) if is_timeout(&error) => Err(SourceQueryError::Slow),
        Err(error) => Err(SourceQueryError::Down(error.to_string())),
    }
}

/// Returns whether reading a body failed because of a timeout.
fn is_timeout(error: &std::io::Error) -> bool {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<reqwest::Error>());
    error.kind() == std::io::ErrorKind::TimedOut || inner.is_some_and(reqwest::Error::is_timeout)
}

/// Returns the server's message if an error response is about an unknown column, or about a column whose type has
/// changed. Returns `None` for other errors. Knows the error codes of SODA 2.1 and of older versions.
fn unknown_column_message(body: &[u8]) -> Option<String> {
    let answer: Value = serde_json::from_slice(body).ok()?;
    let text = |name: &str| answer.get(name).and_then(Value::as_str).unwrap_or_default();
    let code = format!("{} {}", text("code"), text("errorCode"));
    let is_known = ["no-such-column", "no-column", "type-mismatch"].iter().any(|known| code.contains(known));
    is_known.then(|| text("message").chars().take(200).collect())
}
