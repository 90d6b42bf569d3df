//! Orders for a socket's task, reasons for closing, and timeouts.

use std::time::Duration;

use actix_ws::CloseCode;

/// Timeouts of a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timings {
    /// Time between two pings.
    pub ping_every: Duration,
    /// Time without a message after which a client counts as disconnected. A connected client responds to pings.
    pub silent_after: Duration,
    /// Time after which a client that accepts no data is disconnected.
    pub send_within: Duration,
}

impl Default for Timings {
    fn default() -> Self {
        Self {
            ping_every: Duration::from_secs(20),
            silent_after: Duration::from_secs(50),
            send_within: Duration::from_secs(10),
        }
    }
}

/// An instruction to the task that serves a socket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SocketOrder {
    /// Send a text frame to the client.
    Send(String),
    /// Check whether the session is still valid.
    CheckSession,
    /// Check whether the address is blocked.
    CheckBlock,
}

/// Why the server closes a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    /// The server is stopping.
    Stopping,
    /// The session has ended, or the client's address is blocked.
    SessionEnded,
    /// The client read its messages too slowly: its queue is full, or a frame couldn't be sent in time.
    TooSlow,
    /// The client sent too many messages, or caused too many errors.
    Misbehaved,
    /// The client sent a frame or a message that is too large.
    TooLarge,
    /// The client sent a frame other than text.
    NotText,
    /// The client sent a malformed frame.
    Malformed,
}

impl Closing {
    /// Returns the WebSocket's close code, and the reason that the browser gets.
    pub fn code(self) -> (CloseCode, &'static str) {
        match self {
            Self::Stopping => (CloseCode::Away, "stopping"),
            Self::SessionEnded => (CloseCode::Policy, "session_ended"),
            Self::TooSlow => (CloseCode::Again, "too_slow"),
            Self::Misbehaved => (CloseCode::Policy, "too_many_messages"),
            Self::TooLarge => (CloseCode::Size, "too_large"),
            Self::NotText => (CloseCode::Unsupported, "text_only"),
            Self::Malformed => (CloseCode::Protocol, "malformed"),
        }
    }
}
