//! Helpers for the integration tests: an HTTP client, and a webhook receiver that stores its
//! requests.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use serde_json::Value;
use stripe_sandbox::Options;
use stripe_sandbox::Sandbox;

/// Maximum time that a test waits for a response or a delivery.
const DEADLINE: Duration = Duration::from_secs(10);

pub struct Answer {
    pub status: u16,
    pub body: Value,
    pub headers: reqwest::header::HeaderMap,
}

impl Answer {
    /// Returns the string at a JSON pointer in the body. Panics if there is none.
    pub fn text(&self, pointer: &str) -> &str {
        self.body
            .pointer(pointer)
            .and_then(Value::as_str)
            .unwrap_or_else(|| panic!("{pointer}: {}", self.body))
    }

    /// Returns the integer at a JSON pointer in the body. Panics if there is none.
    pub fn number(&self, pointer: &str) -> i64 {
        self.body
            .pointer(pointer)
            .and_then(Value::as_i64)
            .unwrap_or_else(|| panic!("{pointer}: {}", self.body))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}

pub struct Client {
    http: reqwest::Client,
    base: String,
    key: String,
}

impl Client {
    pub fn of(sandbox: &Sandbox) -> Self {
        Self::with_key(sandbox, sandbox.secret_key())
    }

    pub fn with_key(sandbox: &Sandbox, key: &str) -> Self {
        Self {
            http: stripe_sandbox::client::http_client().build().unwrap(),
            base: sandbox.base_url().to_owned(),
            key: key.to_owned(),
        }
    }

    /// Sends a request with the client's API key. Fails if no response arrives.
    pub async fn try_send(
        &self,
        method: &str,
        path: &str,
        body: &str,
        headers: &[(&str, &str)],
    ) -> Result<Answer, reqwest::Error> {
        let mut request = self
            .http
            .request(method.parse().unwrap(), format!("{}{path}", self.base))
            .header("Authorization", format!("Bearer {}", self.key))
            .timeout(DEADLINE)
            .body(body.to_owned());
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = request.send().await?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let text = response.text().await?;
        Ok(Answer { status, body: serde_json::from_str(&text).unwrap_or(Value::String(text)), headers })
    }

    pub async fn send(&self, method: &str, path: &str, body: &str) -> Answer {
        self.try_send(method, path, body, &[]).await.unwrap()
    }

    pub async fn post(&self, path: &str, body: &str) -> Answer {
        self.send("POST", path, body).await
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, "").await
    }

    /// Sends a POST request with the idempotency key `key`.
    pub async fn post_with_key(&self, key: &str, path: &str, body: &str) -> Answer {
        self.try_send("POST", path, body, &[("Idempotency-Key", key)]).await.unwrap()
    }

    /// Creates an intent of $150. Returns the intent's id and client secret.
    pub async fn create_intent(&self) -> (String, String) {
        let intent =
            self.post("/v1/payment_intents", "amount=15000&currency=usd&metadata[payment_id]=7").await;
        assert_eq!(intent.status, 200, "{}", intent.body);
        (intent.text("/id").to_owned(), intent.text("/client_secret").to_owned())
    }

    /// Creates an intent of $150 and confirms it with a test card, such as `pm_card_visa`. Returns the response.
    pub async fn pay(&self, card: &str) -> Answer {
        let (id, _) = self.create_intent().await;
        self.post(&format!("/v1/payment_intents/{id}/confirm"), &format!("payment_method={card}")).await
    }
}

pub fn start() -> (Sandbox, Client) {
    start_with(Options::default())
}

pub fn start_with(options: Options) -> (Sandbox, Client) {
    let sandbox = stripe_sandbox::start(options).unwrap();
    let client = Client::of(&sandbox);
    (sandbox, client)
}

/// A request that the webhook receiver got.
pub struct Delivered {
    pub signature: String,
    pub body: String,
    pub event: Value,
}

impl Delivered {
    pub fn kind(&self) -> &str {
        self.event["type"].as_str().unwrap()
    }

    pub fn id(&self) -> &str {
        self.event["id"].as_str().unwrap()
    }
}

/// A webhook receiver that runs on its own thread.
pub struct Hook {
    pub url: String,
    received: Receiver<Delivered>,
    refusals: Arc<AtomicU32>,
}

impl Hook {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/webhook", listener.local_addr().unwrap());
        let (send, received) = mpsc::channel();
        let refusals = Arc::new(AtomicU32::new(0));
        let refuse = Arc::clone(&refusals);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let is_refused = refuse
                    .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |remaining| remaining.checked_sub(1))
                    .is_ok();
                let Some(delivered) = receive(stream, is_refused) else { continue };
                if send.send(delivered).is_err() {
                    return;
                }
            }
        });
        Self { url, received, refusals }
    }

    /// Makes the receiver respond to the next `times` deliveries with status 500.
    pub fn refuse(&self, times: u32) {
        self.refusals.store(times, Ordering::SeqCst);
    }

    /// Waits for the next delivery and returns it. Panics if none arrives before the deadline.
    pub fn next(&self) -> Delivered {
        self.received.recv_timeout(DEADLINE).expect("a delivery")
    }

    /// Waits for the next `count` deliveries. Returns their event types, sorted because their order isn't guaranteed.
    pub fn kinds(&self, count: usize) -> Vec<String> {
        let mut kinds: Vec<String> = (0..count).map(|_| self.next().kind().to_owned()).collect();
        kinds.sort_unstable();
        kinds
    }
}

/// Reads one delivery, and responds with status 500 if `is_refused` is true, or else 200.
fn receive(mut stream: TcpStream, is_refused: bool) -> Option<Delivered> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let (mut length, mut signature) = (0_usize, String::new());
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':') {
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.trim().parse().ok()?,
                "stripe-signature" => signature = value.trim().to_owned(),
                _ => {}
            }
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let status = if is_refused { "500 Internal Server Error" } else { "200 OK" };
    write!(stream, "HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").ok()?;
    let body = String::from_utf8(body).ok()?;
    Some(Delivered { signature, event: serde_json::from_str(&body).ok()?, body })
}
