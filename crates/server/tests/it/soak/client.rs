//! A user's browser, which retries requests that get no response.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::plan::Dice;
use super::servers::SERVERS;
use super::world::World;
use crate::support::Answer;

/// Maximum wait for a response: longer than a server's request to the provider with all attempts.
pub const MAX_WAIT: Duration = Duration::from_secs(45);

pub fn agent() -> ureq::Agent {
    ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(MAX_WAIT)).build().into()
}

/// Returns an IP address for a session. It is the same for each request of the session.
fn address(token: &str) -> String {
    let mut hasher = DefaultHasher::new();
    token.hash(&mut hasher);
    let [a, b, c, ..] = hasher.finish().to_le_bytes();
    format!("10.{a}.{b}.{c}")
}

/// A request that the page sends.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    pub method: &'a str,
    pub path: &'a str,
    pub token: &'a str,
    pub body: Option<&'a Value>,
}

impl World {
    pub fn get(&self, dice: &mut Dice, path: &str, token: &str) -> Option<Answer> {
        self.call(dice, MAX_WAIT, Call { method: "GET", path, token, body: None })
    }

    pub fn post(&self, dice: &mut Dice, path: &str, token: &str, body: &Value) -> Option<Answer> {
        self.call(dice, MAX_WAIT, Call { method: "POST", path, token, body: Some(body) })
    }

    /// Repeats the request while a server is down or responds with 503, for at most `patience`. Then returns `None`.
    pub fn call(&self, dice: &mut Dice, patience: Duration, call: Call<'_>) -> Option<Answer> {
        let begin = Instant::now();
        let mut seat = dice.below(SERVERS);
        loop {
            match self.once(seat, &call) {
                Some(answer) if answer.status == 503 => self.count_event("answers 503"),
                Some(answer) => {
                    if answer.status >= 500 {
                        let text = &answer.text;
                        self.record_problem(format!(
                            "{} {}: {} {text}",
                            call.method, call.path, answer.status
                        ));
                    }
                    return Some(answer);
                }
                None => self.count_event("calls without an answer"),
            }
            if begin.elapsed() > patience {
                self.count_event("persons who lost patience");
                return None;
            }
            dice.think(100, 500);
            seat = (seat + 1) % SERVERS;
        }
    }

    /// Sends the request to one server; `None` if the server doesn't respond.
    fn once(&self, seat: usize, call: &Call<'_>) -> Option<Answer> {
        let request = ureq::http::Request::builder()
            .method(call.method)
            .uri(format!("{}{}", self.servers.base(seat), call.path))
            .header("sec-fetch-site", "same-origin")
            .header("x-forwarded-for", address(call.token))
            .header("cookie", format!("lanewise_session={}", call.token));
        let sent = match call.body {
            Some(body) => self
                .agent
                .run(request.header("content-type", "application/json").body(body.to_string()).unwrap()),
            None => self.agent.run(request.body(()).unwrap()),
        };
        let mut response = sent.ok()?;
        let status = response.status().as_u16();
        let text = response.body_mut().read_to_string().ok()?;
        let json = serde_json::from_str(&text).unwrap_or(Value::Null);
        Some(Answer { status, json, text, headers: vec![] })
    }
}
