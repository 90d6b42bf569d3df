//! State that the actors share: the base URL, retries, and the responses.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::Value;
use stripe_sandbox::Sandbox;
use ureq::Agent;

/// How long a user keeps retrying.
const MAX_WAIT: Duration = Duration::from_secs(60);
/// Delay between two attempts.
const RETRY_DELAY: Duration = Duration::from_millis(300);
/// Timeout of an attempt, which is longer than a server's slowest response.
const MAX_CALL: Duration = Duration::from_secs(45);

/// A chat message that the server accepted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AcceptedMessage {
    pub inquiry: i64,
    pub text: String,
}

/// The responses to check at the end, and the problems found so far.
#[derive(Default)]
pub struct Notes {
    /// Confirmation numbers of payments, each with the intent's id.
    pub confirmed: Vec<(String, String)>,
    /// Messages that the server accepted.
    pub messages: Vec<AcceptedMessage>,
    /// Ids of imports, each with the number of items that the import must create.
    pub imports: Vec<(i64, i64)>,
    /// Descriptions of responses that must never happen, whatever fails in the cluster.
    pub problems: Vec<String>,
    failed: Vec<String>,
    strict_requests: u32,
    counts: BTreeMap<&'static str, u32>,
    longest: Duration,
}

/// A final response, with any status except 502, 503 and 504.
pub struct Answer {
    pub status: u16,
    pub json: Value,
    /// The session cookie that the response set.
    pub cookie: String,
}

/// Everything that the actors share.
pub struct World {
    pub sandbox: Sandbox,
    base: String,
    agent: Agent,
    is_over: AtomicBool,
    is_strict: AtomicBool,
    notes: Mutex<Notes>,
    /// While the test waits for a new write: when the wait started, and when the first write that
    /// started later was confirmed.
    write_since: Mutex<Option<(Instant, OnceLock<Instant>)>>,
}

impl World {
    /// Creates the shared state. All requests go to this base URL.
    pub fn new(sandbox: Sandbox, base: &str) -> Self {
        let agent =
            Agent::config_builder().http_status_as_error(false).timeout_global(Some(MAX_CALL)).build().into();
        Self {
            sandbox,
            base: base.to_owned(),
            agent,
            is_over: AtomicBool::new(false),
            is_strict: AtomicBool::new(false),
            notes: Mutex::default(),
            write_since: Mutex::default(),
        }
    }

    /// Locks and returns the notes.
    pub fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether actors should stop starting new work.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Acquire)
    }

    /// Makes the actors start no new work.
    pub fn end(&self) {
        self.is_over.store(true, Ordering::Release);
    }

    /// Sets whether every new request must succeed at the first attempt.
    pub fn set_strict(&self, is_strict: bool) {
        self.is_strict.store(is_strict, Ordering::Release);
    }

    /// Returns whether every new request must succeed at the first attempt.
    pub fn is_strict(&self) -> bool {
        self.is_strict.load(Ordering::Acquire)
    }

    /// Counts an event. [`World::counted`] returns the count.
    pub fn count(&self, event: &'static str) {
        *self.notes().counts.entry(event).or_default() += 1;
    }

    /// Returns how often `count` was called for this event.
    pub fn counted(&self, event: &'static str) -> u32 {
        self.notes().counts.get(event).copied().unwrap_or_default()
    }

    /// Waits until a write that starts after this call succeeds, at most for `within`. Returns how long that took.
    pub fn wait_for_write(&self, within: Duration) -> anyhow::Result<Duration> {
        let started_at = Instant::now();
        *self.writes() = Some((started_at, OnceLock::new()));
        loop {
            let written = self.writes().as_ref().and_then(|(_, at)| at.get().copied());
            if let Some(at) = written {
                return Ok(at - started_at);
            }
            if started_at.elapsed() > within {
                bail!("nothing was written within {within:?}");
            }
            sleep(Duration::from_millis(20));
        }
    }

    /// Locks and returns the state of [`World::wait_for_write`].
    fn writes(&self) -> MutexGuard<'_, Option<(Instant, OnceLock<Instant>)>> {
        self.write_since.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a request, and repeats it until the response is final or [`MAX_WAIT`] has passed. `token` is the
    /// session cookie. The tuple has the body's content type and the body.
    pub fn call(
        &self,
        token: &str,
        method: &str,
        path: &str,
        (kind, body): (&str, &str),
    ) -> anyhow::Result<Answer> {
        let started_at = Instant::now();
        loop {
            let must_succeed = self.is_strict();
            let called_at = Instant::now();
            let outcome = self.send_once(token, method, path, kind, body);
            let why = match outcome {
                Ok(answer) if ![502, 503, 504].contains(&answer.status) => {
                    if answer.status >= 500 {
                        self.notes()
                            .problems
                            .push(format!("{method} {path}: {} {}", answer.status, answer.json));
                    }
                    if method != "GET" && (200..300).contains(&answer.status) {
                        self.record_first_write(called_at);
                    }
                    self.record_request(must_succeed, None);
                    let mut notes = self.notes();
                    notes.longest = notes.longest.max(started_at.elapsed());
                    return Ok(answer);
                }
                Ok(answer) => format!("{method} {path}: {} {}", answer.status, answer.json),
                Err(error) => format!("{method} {path}: {error:#}"),
            };
            self.record_request(must_succeed, Some(&why));
            self.count("calls retried");
            if started_at.elapsed() > MAX_WAIT {
                bail!("no server responds: {why}");
            }
            sleep(RETRY_DELAY);
        }
    }

    /// Records that a write that started at `started_at` has succeeded. If it is the first write
    /// that started after the call of [`World::wait_for_write`], stores the current time.
    fn record_first_write(&self, started_at: Instant) {
        if let Some((since, at)) = self.writes().as_ref()
            && started_at >= *since
        {
            at.get_or_init(Instant::now);
        }
    }

    /// If `must_succeed`, counts a request that had to succeed at the first attempt, and adds its error `failed`, if
    /// any. Otherwise does nothing.
    fn record_request(&self, must_succeed: bool, failed: Option<&str>) {
        if must_succeed {
            let mut notes = self.notes();
            notes.strict_requests += 1;
            notes.failed.extend(failed.map(str::to_owned));
        }
    }

    /// Sends a request once. `kind` is the body's content type; if it is empty, the request has no body.
    fn send_once(
        &self,
        token: &str,
        method: &str,
        path: &str,
        kind: &str,
        body: &str,
    ) -> anyhow::Result<Answer> {
        let mut request = ureq::http::Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.base))
            .header("sec-fetch-site", "same-origin")
            .header("cookie", token);
        if !kind.is_empty() {
            request = request.header("content-type", kind);
        }
        let mut answer = self.agent.run(request.body(body.to_owned())?)?;
        let cookie = answer.headers().get("set-cookie").and_then(|it| it.to_str().ok()).unwrap_or_default();
        let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        let text = answer.body_mut().read_to_string()?;
        let json = serde_json::from_str(&text).unwrap_or(Value::String(text));
        Ok(Answer { status: answer.status().as_u16(), json, cookie })
    }

    /// Makes a POST request with JSON.
    pub fn post(&self, token: &str, path: &str, body: &Value) -> anyhow::Result<Answer> {
        self.call(token, "POST", path, ("application/json", &body.to_string()))
    }

    /// Makes a GET request that must succeed.
    pub fn get(&self, token: &str, path: &str) -> anyhow::Result<Value> {
        let answer = self.call(token, "GET", path, ("", ""))?;
        if answer.status != 200 {
            bail!("{path}: {} {}", answer.status, answer.json);
        }
        Ok(answer.json)
    }

    /// Logs in and returns the session cookie.
    pub fn log_in(&self, email: &str, password: &str) -> anyhow::Result<String> {
        let body = serde_json::json!({"email": email, "password": password});
        let answer = self.post("", "/api/authenticate", &body)?;
        Some(answer.cookie)
            .filter(|it| !it.is_empty())
            .with_context(|| format!("the login failed: {}", answer.json))
    }

    /// Returns the longest time that an actor waited for a final response since the last call of this function.
    pub fn take_longest_wait(&self) -> Duration {
        std::mem::take(&mut self.notes().longest)
    }

    /// Returns the number of requests that had to succeed at the first attempt, and their failures, since the last
    /// call of this function.
    pub fn take_strict_requests(&self) -> (u32, Vec<String>) {
        let mut notes = self.notes();
        (std::mem::take(&mut notes.strict_requests), std::mem::take(&mut notes.failed))
    }
}
