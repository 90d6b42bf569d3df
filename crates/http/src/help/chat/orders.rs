//! What a socket's task is told, and how long its client is waited for.

use std::time::Duration;

use actix_ws::CloseCode;

/// How long a socket is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timings {
    /// Between two pings.
    pub ping_every: Duration,
    /// A client that said nothing for this long, not even a pong, is gone.
    pub silent_after: Duration,
    /// A client that takes nothing for this long is disconnected.
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

/// What a socket's task is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Send this text.
    Send(String),
    /// Find out whether its session is still good.
    CheckSession,
    /// Find out whether its address is blocked.
    CheckBlock,
}

/// Why a socket is closed from here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    /// The server stops.
    Stopping,
    /// Its session is over.
    SessionEnded,
    /// It did not keep up.
    TooSlow,
    /// It sent too much, or too much that makes no sense.
    Misbehaved,
    /// A frame was too large.
    TooLarge,
    /// It sent something other than text.
    NotText,
    /// A frame was no frame.
    Malformed,
}

impl Closing {
    /// The close code and its reason, for the page's log.
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
