//! Sandboxes that imitate the provider of texts.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use adapters_twilio::TwilioAccount;
use serde_json::json;

/// Starts a sandbox that accepts every text. Returns its account and a channel with the HTTP request of each text.
pub fn start_text_provider() -> (TwilioAccount, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let api_base = format!("http://{}", listener.local_addr().unwrap());
    let (sender, texts) = channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let (head, body) = read_request(&mut stream);
            stream
                .write_all(b"HTTP/1.1 201 Created\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
                .unwrap();
            if sender.send(format!("{head}\r\n\r\n{body}")).is_err() {
                return;
            }
        }
    });
    (account_at(api_base), texts)
}

/// Returns an account whose provider is the sandbox at this URL.
pub fn account_at(api_base: String) -> TwilioAccount {
    TwilioAccount {
        account_sid: "AC1".to_owned(),
        auth_token: "secret".to_owned(),
        from: "+15550100199".to_owned(),
        api_base,
    }
}

/// A sandbox that stores accepted texts and lists them on request.
pub struct RememberingProvider {
    pub api_base: String,
    taken: Arc<Mutex<Vec<(String, String)>>>,
}

impl RememberingProvider {
    /// Starts a sandbox that responds to this many texts, and never responds to the next text.
    pub fn silent_after(answered: usize) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let api_base = format!("http://{}", listener.local_addr().unwrap());
        let texts_received = Arc::new(Mutex::new(vec![]));
        let received = texts_received.clone();
        thread::spawn(move || {
            let mut left_open = vec![];
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let (is_post, form) = request(&mut stream);
                let to = form.get("To").cloned().unwrap_or_default();
                if is_post {
                    let body = form.get("Body").cloned().unwrap_or_default();
                    let mut texts_received = received.lock().unwrap();
                    texts_received.push((to, body));
                    if texts_received.len() == answered + 1 {
                        left_open.push(stream);
                        continue;
                    }
                    respond(&mut stream, 201, "{}");
                } else {
                    let to_them: Vec<_> = received
                        .lock()
                        .unwrap()
                        .iter()
                        .filter(|(number, _)| *number == to)
                        .map(|(_, body)| json!({"body": body, "date_created": null, "status": "sent"}))
                        .collect();
                    respond(&mut stream, 200, &json!({ "messages": to_them }).to_string());
                }
            }
        });
        Self { api_base, taken: texts_received }
    }

    /// Returns the numbers of the accepted texts, in order.
    pub fn numbers(&self) -> Vec<String> {
        self.taken.lock().unwrap().iter().map(|(to, _)| to.clone()).collect()
    }
}

/// Reads a request as far as its Content-Length. Returns its head and body.
fn read_request(stream: &mut TcpStream) -> (String, String) {
    let (mut read, mut piece) = (vec![], [0; 4096]);
    loop {
        let count = stream.read(&mut piece).unwrap();
        read.extend_from_slice(&piece[..count]);
        let text = String::from_utf8_lossy(&read).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.to_lowercase().split_once("content-length: ").map_or(0, |(_, rest)| {
                rest.lines().next().and_then(|number| number.trim().parse().ok()).unwrap_or(0)
            });
            if body.len() >= length || count == 0 {
                return (head.to_owned(), body.to_owned());
            }
        }
        assert!(count > 0, "half a request: {text}");
    }
}

/// Returns whether a request is a POST, and its form or query.
fn request(stream: &mut TcpStream) -> (bool, BTreeMap<String, String>) {
    let (head, body) = read_request(stream);
    let target = head.split(' ').nth(1).unwrap_or_default();
    let query = target.split_once('?').map_or("", |(_, query)| query);
    let is_post = head.starts_with("POST");
    let form = form_urlencoded::parse(if is_post { body.as_bytes() } else { query.as_bytes() });
    (is_post, form.into_owned().collect())
}

fn respond(stream: &mut TcpStream, status: u16, body: &str) {
    let length = body.len();
    let head = format!("HTTP/1.1 {status} OK\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
    stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
}
