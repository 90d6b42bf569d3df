//! What those who act share: where they call, how they try again, and what they were told.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::Value;
use stripe_sandbox::Sandbox;
use ureq::Agent;

/// How long a person tries again.
const PATIENCE: Duration = Duration::from_secs(60);
/// Between two tries.
const AGAIN: Duration = Duration::from_millis(300);
/// Longer than a server takes for its slowest answer.
const LONGEST_CALL: Duration = Duration::from_secs(45);

/// A message that somebody was told is there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Said {
    /// In which chat.
    pub inquiry: i64,
    /// What.
    pub text: String,
}

/// What was told, and what went wrong.
#[derive(Default)]
pub struct Notes {
    /// Confirmation numbers, each with its intent.
    pub confirmed: Vec<(String, String)>,
    /// Messages that were taken.
    pub said: Vec<Said>,
    /// Imports with how many items they must have made.
    pub imports: Vec<(i64, i64)>,
    /// Answers that must not be, whatever fails.
    pub problems: Vec<String>,
    failed: Vec<String>,
    requests_that_may_not_fail: u32,
    counts: BTreeMap<&'static str, u32>,
    longest: Duration,
}

/// An answer that is no "try again".
pub struct Answer {
    /// Its status.
    pub status: u16,
    /// Its body.
    pub json: Value,
    /// The session that it opened.
    pub cookie: String,
}

/// Everything that those who act know.
pub struct World {
    /// The payment provider.
    pub sandbox: Sandbox,
    base: String,
    agent: Agent,
    is_over: AtomicBool,
    nothing_may_fail: AtomicBool,
    notes: Mutex<Notes>,
    /// When something is waited for that was written after it.
    write_since: Mutex<Option<(Instant, OnceLock<Instant>)>>,
}

impl World {
    /// Everybody calls this address.
    pub fn new(sandbox: Sandbox, base: &str) -> Self {
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(LONGEST_CALL))
            .build()
            .into();
        Self {
            sandbox,
            base: base.to_owned(),
            agent,
            is_over: AtomicBool::new(false),
            nothing_may_fail: AtomicBool::new(false),
            notes: Mutex::default(),
            write_since: Mutex::default(),
        }
    }

    /// What was noted.
    pub fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nobody begins anything new.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Acquire)
    }

    /// Ends it.
    pub fn end(&self) {
        self.is_over.store(true, Ordering::Release);
    }

    /// From now on every request that begins must be answered at once, or not any more.
    pub fn nothing_may_fail(&self, yes: bool) {
        self.nothing_may_fail.store(yes, Ordering::Release);
    }

    /// Whether that is so.
    pub fn may_nothing_fail(&self) -> bool {
        self.nothing_may_fail.load(Ordering::Acquire)
    }

    /// One more of these.
    pub fn count(&self, what: &'static str) {
        *self.notes().counts.entry(what).or_default() += 1;
    }

    /// How many there were.
    pub fn counted(&self, what: &'static str) -> u32 {
        self.notes().counts.get(what).copied().unwrap_or_default()
    }

    /// Waits for a write that begins now or later, and is answered well; answers how long that took.
    pub fn until_written(&self, within: Duration) -> anyhow::Result<Duration> {
        let begun = Instant::now();
        *self.writes() = Some((begun, OnceLock::new()));
        loop {
            let written = self.writes().as_ref().and_then(|(_, at)| at.get().copied());
            if let Some(at) = written {
                return Ok(at - begun);
            }
            if begun.elapsed() > within {
                bail!("nothing was written within {within:?}");
            }
            sleep(Duration::from_millis(20));
        }
    }

    fn writes(&self) -> MutexGuard<'_, Option<(Instant, OnceLock<Instant>)>> {
        self.write_since.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls until there is an answer that is no "try again".
    pub fn call(
        &self,
        token: &str,
        method: &str,
        path: &str,
        (kind, body): (&str, &str),
    ) -> anyhow::Result<Answer> {
        let begun = Instant::now();
        loop {
            let may_not_fail = self.may_nothing_fail();
            let asked = Instant::now();
            let outcome = self.once(token, method, path, kind, body);
            let why = match outcome {
                Ok(answer) if ![502, 503, 504].contains(&answer.status) => {
                    if answer.status >= 500 {
                        self.notes()
                            .problems
                            .push(format!("{method} {path}: {} {}", answer.status, answer.json));
                    }
                    if method != "GET" && (200..300).contains(&answer.status) {
                        self.note_write(asked);
                    }
                    self.note_asked(may_not_fail, None);
                    let mut notes = self.notes();
                    notes.longest = notes.longest.max(begun.elapsed());
                    return Ok(answer);
                }
                Ok(answer) => format!("{method} {path}: {} {}", answer.status, answer.json),
                Err(error) => format!("{method} {path}: {error:#}"),
            };
            self.note_asked(may_not_fail, Some(&why));
            self.count("calls tried again");
            if begun.elapsed() > PATIENCE {
                bail!("nobody answers: {why}");
            }
            sleep(AGAIN);
        }
    }

    fn note_write(&self, asked: Instant) {
        if let Some((since, at)) = self.writes().as_ref()
            && asked >= *since
        {
            at.get_or_init(Instant::now);
        }
    }

    fn note_asked(&self, may_not_fail: bool, failed: Option<&str>) {
        if may_not_fail {
            let mut notes = self.notes();
            notes.requests_that_may_not_fail += 1;
            notes.failed.extend(failed.map(str::to_owned));
        }
    }

    fn once(&self, token: &str, method: &str, path: &str, kind: &str, body: &str) -> anyhow::Result<Answer> {
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

    /// A call with JSON.
    pub fn post(&self, token: &str, path: &str, body: &Value) -> anyhow::Result<Answer> {
        self.call(token, "POST", path, ("application/json", &body.to_string()))
    }

    /// A read.
    pub fn get(&self, token: &str, path: &str) -> anyhow::Result<Value> {
        let answer = self.call(token, "GET", path, ("", ""))?;
        if answer.status != 200 {
            bail!("{path}: {} {}", answer.status, answer.json);
        }
        Ok(answer.json)
    }

    /// The session of somebody with this address.
    pub fn log_in(&self, email: &str, password: &str) -> anyhow::Result<String> {
        let body = serde_json::json!({"email": email, "password": password});
        let answer = self.post("", "/api/authenticate", &body)?;
        Some(answer.cookie)
            .filter(|it| !it.is_empty())
            .with_context(|| format!("no session: {}", answer.json))
    }

    /// How long somebody waited for an answer at the most, with all tries, since this was last asked.
    pub fn longest(&self) -> Duration {
        std::mem::take(&mut self.notes().longest)
    }

    /// How many requests were made while none might fail, and what failed of them, since this was last asked.
    pub fn requests_that_may_not_fail(&self) -> (u32, Vec<String>) {
        let mut notes = self.notes();
        (std::mem::take(&mut notes.requests_that_may_not_fail), std::mem::take(&mut notes.failed))
    }
}
