//! Help inquiries and their chat (docs/PRODUCT.md#help).

use chrono::{DateTime, Utc};

use crate::accounts::user::Role;
use crate::shared::ids::{ChatMessageId, InquiryId, UserId};
use crate::shared::person::phone::Phone;
use crate::shared::text::{self, TextError};
use crate::shared::words::{moves, stored_words};

/// How the driver wants to be helped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InquiryKind {
    /// Live chat.
    Chat,
    /// A call back.
    Callback,
}

stored_words!(InquiryKind { Chat => "chat", Callback => "callback", });

/// Whether support has dealt with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InquiryStatus {
    /// Open.
    Pending,
    /// Closed; nothing goes back to pending.
    Resolved,
}

stored_words!(InquiryStatus { Pending => "pending", Resolved => "resolved", });

impl InquiryStatus {
    /// The one move (docs/PRODUCT.md#resolving-an-inquiry).
    pub const MOVES: &[(Self, Self)] = &[(Self::Pending, Self::Resolved)];
}

moves!(InquiryStatus);

/// Who wrote a message; taken from the session, never from the body (docs/PRODUCT.md#chat).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SenderType {
    /// Support.
    Admin,
    /// The driver.
    User,
}

stored_words!(SenderType { Admin => "admin", User => "user", });

impl SenderType {
    /// The sender type of this role.
    pub const fn of(role: Role) -> Self {
        match role {
            Role::Admin => Self::Admin,
            Role::Driver => Self::User,
        }
    }
}

/// A request for help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelpInquiry {
    /// Identifier.
    pub id: InquiryId,
    /// Who asks.
    pub user_id: UserId,
    /// Chat or callback.
    pub kind: InquiryKind,
    /// What it is about.
    pub message: Option<String>,
    /// Where to call.
    pub phone_number: Option<String>,
    /// Status.
    pub status: InquiryStatus,
    /// Asked at.
    pub created_at: DateTime<Utc>,
    /// Resolved at.
    pub resolved_at: Option<DateTime<Utc>>,
    /// Seen in the back office.
    pub is_seen_by_admin: bool,
    /// Dealt with in the back office.
    pub is_solved: bool,
    /// Support has said the last word.
    pub is_answered: bool,
    /// When the driver said the first thing that nobody has answered; none: since it was asked.
    pub waiting_since: Option<DateTime<Utc>>,
    /// Who of the staff looks after it.
    pub assigned_to: Option<UserId>,
    /// What was said last, where a list of staff tells it.
    pub last_said: Option<LastSaid>,
}

/// What was said last in an inquiry's chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastSaid {
    /// Which side.
    pub by: SenderType,
    /// The beginning of it.
    pub beginning: String,
    /// When.
    pub at: DateTime<Utc>,
}

impl LastSaid {
    /// As much of it as a line shows.
    pub const MAX_CHARS: usize = 140;
}

/// Where an inquiry stands between driver and support (docs/PRODUCT.md#waiting-inquiries).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Support has said the last word.
    pub is_answered: bool,
    /// When the driver said the first thing that nobody has answered.
    pub waiting_since: Option<DateTime<Utc>>,
    /// Support has seen all that the driver said.
    pub is_seen: bool,
    /// Staff are done with it.
    pub is_solved: bool,
}

impl HelpInquiry {
    /// Since when the driver waits for an answer, if they do.
    pub fn waits_since(&self) -> Option<DateTime<Utc>> {
        let waits = self.status == InquiryStatus::Pending && !self.is_answered;
        waits.then(|| self.waiting_since.unwrap_or(self.created_at))
    }

    /// The driver said something that nobody of the staff has seen.
    pub fn is_unread(&self) -> bool {
        self.status == InquiryStatus::Pending && !self.is_seen_by_admin
    }

    /// Where it stands once this side has said something. Who waits already waits since then.
    pub fn after_message(&self, by: SenderType, at: DateTime<Utc>) -> Turn {
        match by {
            SenderType::Admin => {
                Turn { is_answered: true, waiting_since: None, is_seen: true, is_solved: self.is_solved }
            }
            SenderType::User => {
                let waiting_since = self.waits_since().unwrap_or(at);
                Turn {
                    is_answered: false,
                    waiting_since: Some(waiting_since),
                    is_seen: false,
                    is_solved: false,
                }
            }
        }
    }
}

/// A message of an inquiry's chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatMessage {
    /// Identifier.
    pub id: ChatMessageId,
    /// Of which inquiry.
    pub inquiry_id: InquiryId,
    /// Who wrote it.
    pub sender_id: UserId,
    /// In which role.
    pub sender_type: SenderType,
    /// The text.
    pub message: String,
    /// Sent at.
    pub created_at: DateTime<Utc>,
    /// The other side has read it.
    pub is_read: bool,
    /// What the sender's page called it.
    pub client_message_id: Option<String>,
}

/// What a driver asks for: a chat needs a first message, a callback a number to call (docs/PRODUCT.md#inquiries).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HelpRequest {
    /// Live chat.
    Chat {
        /// The first message of the chat.
        message: MessageText,
        /// Another way to reach the driver.
        phone: Option<Phone>,
    },
    /// A call back.
    Callback {
        /// Where to call.
        phone: Phone,
        /// What it is about.
        message: Option<MessageText>,
    },
}

impl HelpRequest {
    /// Chat or callback.
    pub const fn kind(&self) -> InquiryKind {
        match self {
            Self::Chat { .. } => InquiryKind::Chat,
            Self::Callback { .. } => InquiryKind::Callback,
        }
    }

    /// What it is about.
    pub const fn message(&self) -> Option<&MessageText> {
        match self {
            Self::Chat { message, .. } => Some(message),
            Self::Callback { message, .. } => message.as_ref(),
        }
    }

    /// Where to call.
    pub const fn phone(&self) -> Option<&Phone> {
        match self {
            Self::Chat { phone, .. } => phone.as_ref(),
            Self::Callback { phone, .. } => Some(phone),
        }
    }
}

/// What the sender's page calls a message, so that sending it again makes no second one: a line of at most 64 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientMessageId(String);

impl ClientMessageId {
    /// At most this many characters.
    pub const MAX_CHARS: usize = 64;

    /// Trims and checks an id.
    pub fn parse(id: &str) -> Result<Self, TextError> {
        text::line(id, Self::MAX_CHARS).map(Self)
    }

    /// The trimmed id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The text of a message: not empty after trimming, at most 4000 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageText(String);

impl MessageText {
    /// At most this many characters.
    pub const MAX_CHARS: usize = 4000;

    /// Trims and checks a message.
    pub fn parse(message: &str) -> Result<Self, TextError> {
        text::paragraph(message, Self::MAX_CHARS).map(Self)
    }

    /// The trimmed text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
