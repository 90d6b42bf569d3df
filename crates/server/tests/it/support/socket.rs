//! A WebSocket client for `/ws`.

use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::handshake::HandshakeError;
use tungstenite::http::{HeaderName, HeaderValue};
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Message, WebSocket};

/// Maximum time that the client waits for a message.
const MAX_WAIT: Duration = Duration::from_secs(10);

pub struct Socket {
    pub inner: WebSocket<TcpStream>,
}

impl Socket {
    /// Opens a socket, as our own page would.
    pub fn open(base: &str, token: &str) -> Self {
        let cookie = format!("lanewise_session={token}");
        Self::try_open(base, &[("origin", base), ("cookie", &cookie)])
            .unwrap_or_else(|status| panic!("{status}"))
    }

    /// Opens a socket and joins an inquiry's chat.
    pub fn open_in_chat(base: &str, token: &str, inquiry: i32) -> Self {
        let mut socket = Self::open(base, token);
        socket.join(inquiry);
        let answer = socket.next();
        assert_eq!(answer, json!({"type": "joined", "data": {"helpInquiryId": inquiry}}));
        socket
    }

    /// Opens a socket. If the server refuses the socket, returns the response's status.
    pub fn try_open(base: &str, headers: &[(&str, &str)]) -> Result<Self, u16> {
        let address = base.strip_prefix("http://").unwrap();
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(MAX_WAIT)).unwrap();
        stream.set_nodelay(true).unwrap();
        let mut request = format!("ws://{address}/ws").into_client_request().unwrap();
        for (name, value) in headers {
            let name = HeaderName::from_bytes(name.as_bytes()).unwrap();
            request.headers_mut().insert(name, HeaderValue::from_str(value).unwrap());
        }
        match tungstenite::client(request, stream) {
            Ok((inner, _)) => Ok(Self { inner }),
            Err(HandshakeError::Failure(tungstenite::Error::Http(answer))) => Err(answer.status().as_u16()),
            Err(other) => panic!("{other}"),
        }
    }

    /// Sends a message to the server.
    pub fn say(&mut self, value: &Value) {
        self.inner.send(Message::text(value.to_string())).unwrap();
    }

    /// Asks the server to join an inquiry's chat.
    pub fn join(&mut self, inquiry: i32) {
        self.say(&json!({"type": "join_chat", "inquiryId": inquiry}));
    }

    /// Returns the next message as JSON.
    pub fn next(&mut self) -> Value {
        loop {
            match self.inner.read().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// Returns the texts of the next chat messages.
    pub fn messages(&mut self, count: usize) -> Vec<String> {
        (0..count)
            .map(|_| {
                let next = self.next();
                assert_eq!(next["type"], "new_message", "{next}");
                next["data"]["message"].as_str().unwrap().to_owned()
            })
            .collect()
    }

    /// Asserts that no message arrives during this time.
    pub fn assert_quiet(&mut self, during: Duration) {
        self.inner.get_ref().set_read_timeout(Some(during)).unwrap();
        let until = Instant::now() + during;
        while Instant::now() < until {
            match self.inner.read() {
                Ok(Message::Ping(_)) | Err(tungstenite::Error::Io(_)) => {}
                other => panic!("{other:?}"),
            }
        }
        self.inner.get_ref().set_read_timeout(Some(MAX_WAIT)).unwrap();
    }

    /// Returns how the server closed the socket, or `None` if the connection ended without a close frame.
    pub fn wait_for_close(&mut self) -> Option<(CloseCode, String)> {
        let deadline = Instant::now() + MAX_WAIT;
        loop {
            assert!(Instant::now() < deadline, "the socket stayed open");
            match self.inner.read() {
                Ok(Message::Close(reason)) => {
                    return reason.map(|reason| (reason.code, reason.reason.to_string()));
                }
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    panic!("the socket stayed open")
                }
                Err(_) => return None,
            }
        }
    }

    #[track_caller]
    pub fn assert_closed(&mut self, code: CloseCode, reason: &str) {
        assert_eq!(self.wait_for_close(), Some((code, reason.to_owned())));
    }
}
