//! Help inquiries and their chat (docs/product/help.md).

use chrono::{DateTime, TimeDelta, Utc};

use crate::accounts::user::Role;
use crate::shared::ids::{ChatMessageId, InquiryId, UserId};
use crate::shared::person::phone::Phone;
use crate::shared::stored_words::{moves, stored_words};
use crate::shared::text::constraint::{Constrained, TextConstraint};
use crate::shared::text::{self, TextError};

/// How the driver wants to get help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InquiryKind {
    /// A live chat with support.
    Chat,
    /// A phone call from support.
    Callback,
}

stored_words!(InquiryKind { Chat => "chat", Callback => "callback", });

/// Whether support has resolved an inquiry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InquiryStatus {
    /// Support hasn't resolved the inquiry yet.
    Pending,
    /// Support has resolved the inquiry.
    Resolved,
}

/// An event that can change an inquiry's status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InquiryEvent {
    /// Staff resolved the inquiry.
    ResolvedByStaff,
}

stored_words!(InquiryStatus { Pending => "pending", Resolved => "resolved", });

impl InquiryStatus {
    /// The only allowed change of an inquiry's status (docs/product/help.md#resolving-an-inquiry).
    pub const MOVES: &[(Self, InquiryEvent, Self)] =
        &[(Self::Pending, InquiryEvent::ResolvedByStaff, Self::Resolved)];
}

moves!(InquiryStatus by InquiryEvent);

/// The side that sent a message (docs/product/help.md#chat).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SenderType {
    /// A staff member.
    Admin,
    /// The driver who opened the inquiry.
    User,
}

stored_words!(SenderType { Admin => "admin", User => "user", });

impl SenderType {
    /// The sender type of this role. Lawyers have no inquiries, so they never send a message.
    pub const fn of(role: Role) -> Self {
        match role {
            Role::Admin => Self::Admin,
            Role::Driver | Role::Lawyer => Self::User,
        }
    }
}

/// A driver's request for help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelpInquiry {
    /// Id of the inquiry, part of its URLs.
    pub id: InquiryId,
    /// The driver who asks for help.
    pub user_id: UserId,
    /// Whether the driver wants a chat or a callback.
    pub kind: InquiryKind,
    /// What the driver wants help with; `None` if the driver asked for a call without saying why.
    pub message: Option<String>,
    /// Phone number at which support can reach the driver; `None` for a chat without one.
    pub phone_number: Option<String>,
    /// Whether support has resolved the inquiry.
    pub status: InquiryStatus,
    /// When the driver asked for help.
    pub created_at: DateTime<Utc>,
    /// When support resolved the inquiry; `None` while it is pending.
    pub resolved_at: Option<DateTime<Utc>>,
    /// Whether staff have read everything the driver wrote.
    pub is_seen_by_admin: bool,
    /// Whether staff marked the inquiry as solved in their queue.
    pub is_solved: bool,
    /// Whether the chat's last message is from support.
    pub is_answered: bool,
    /// Time of the driver's first unanswered message; `None` if support answered last, or if the driver has
    /// written nothing since opening the inquiry.
    pub waiting_since: Option<DateTime<Utc>>,
    /// The staff member who is assigned to the inquiry; `None` if it is unassigned.
    pub assigned_to: Option<UserId>,
    /// The chat's last message; `None` if it wasn't loaded.
    pub last_said: Option<LastMessage>,
}

/// The last message of an inquiry's chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastMessage {
    /// Whether staff or the driver sent the message.
    pub by: SenderType,
    /// First characters of the message's text.
    pub beginning: String,
    /// When the message was sent.
    pub at: DateTime<Utc>,
}

impl LastMessage {
    /// Maximum length of the excerpt, in characters.
    pub const MAX_CHARS: usize = 140;
}

/// The parts of an inquiry that each new message changes (docs/product/help.md#waiting-inquiries).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConversationState {
    /// Whether the chat's last message is from support.
    pub is_answered: bool,
    /// Time of the driver's first unanswered message; `None` if support answered last.
    pub waiting_since: Option<DateTime<Utc>>,
    /// Whether staff have read everything the driver wrote.
    pub is_seen: bool,
    /// Whether staff marked the inquiry as solved.
    pub is_solved: bool,
}

impl HelpInquiry {
    /// Returns the time at which the driver started waiting for an answer; `None` if the driver isn't waiting.
    pub fn waits_since(&self) -> Option<DateTime<Utc>> {
        let waits = self.status == InquiryStatus::Pending && !self.is_answered;
        waits.then(|| self.waiting_since.unwrap_or(self.created_at))
    }

    /// Whether the inquiry is pending and staff haven't read everything that the driver wrote.
    pub fn is_unread(&self) -> bool {
        self.status == InquiryStatus::Pending && !self.is_seen_by_admin
    }

    /// Returns the inquiry's state after a message from this sender. If the driver was already waiting, the
    /// start of the wait doesn't change.
    pub fn after_message(&self, sender: SenderType, sent_at: DateTime<Utc>) -> ConversationState {
        match sender {
            SenderType::Admin => ConversationState {
                is_answered: true,
                waiting_since: None,
                is_seen: true,
                is_solved: self.is_solved,
            },
            SenderType::User => {
                let waiting_since = self.waits_since().unwrap_or(sent_at);
                ConversationState {
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
    /// Id of the message; later messages have larger ids.
    pub id: ChatMessageId,
    /// The inquiry whose chat the message belongs to.
    pub inquiry_id: InquiryId,
    /// The user who sent the message.
    pub sender_id: UserId,
    /// Whether the sender is the driver or staff.
    pub sender_type: SenderType,
    /// Text of the message.
    pub message: String,
    /// When the message was sent.
    pub created_at: DateTime<Utc>,
    /// Whether the recipient has read the message.
    pub is_read: bool,
    /// Id that the sender's browser gave the message, so that Lanewise recognizes a resent message.
    /// `None` if the browser sent no id.
    pub client_message_id: Option<String>,
}

/// Period after a request for help in which an identical request counts as a repetition. A browser repeats a request
/// if it didn't get the response (docs/product/help.md#inquiries).
pub const REPEATED_WITHIN: TimeDelta = TimeDelta::minutes(5);

/// A request for help. A chat needs a first message, a callback needs a phone number (docs/product/help.md#inquiries).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HelpRequest {
    /// A live chat with support.
    Chat {
        /// The first message of the chat.
        message: MessageText,
        /// Optional phone number, as another way to reach the driver.
        phone: Option<Phone>,
    },
    /// A phone call from support.
    Callback {
        /// Number to call back.
        phone: Phone,
        /// What the driver wants help with, for support to read before the call; `None` if the driver didn't say.
        message: Option<MessageText>,
    },
}

impl HelpRequest {
    /// Whether the driver wants a chat or a callback.
    pub const fn kind(&self) -> InquiryKind {
        match self {
            Self::Chat { .. } => InquiryKind::Chat,
            Self::Callback { .. } => InquiryKind::Callback,
        }
    }

    /// Returns what the driver wants help with; `None` if the driver asks for a
    /// call without saying why.
    pub const fn message(&self) -> Option<&MessageText> {
        match self {
            Self::Chat { message, .. } => Some(message),
            Self::Callback { message, .. } => message.as_ref(),
        }
    }

    /// Phone number at which support can reach the driver, if the driver gave one.
    pub const fn phone(&self) -> Option<&Phone> {
        match self {
            Self::Chat { phone, .. } => phone.as_ref(),
            Self::Callback { phone, .. } => Some(phone),
        }
    }
}

/// Id that the sender's browser gives a message, so that Lanewise doesn't store a resent message
/// twice: one line of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientMessageId(String);

impl ClientMessageId {
    /// Maximum length of an id, in characters.
    pub const MAX_CHARS: usize = 64;

    /// Trims and validates an id.
    pub fn parse(id: &str) -> Result<Self, TextError> {
        text::line(id, Self::MAX_CHARS).map(Self)
    }

    /// The trimmed id, as stored.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Constrained for ClientMessageId {
    fn constraint() -> TextConstraint {
        TextConstraint::line(Self::MAX_CHARS)
    }
}

/// Text of a message. Not empty after trimming.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageText(String);

impl MessageText {
    /// Maximum length of a message, in characters.
    pub const MAX_CHARS: usize = 4000;

    /// Trims and validates a message.
    pub fn parse(message: &str) -> Result<Self, TextError> {
        text::paragraph(message, Self::MAX_CHARS).map(Self)
    }

    /// The trimmed text, as stored and shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Constrained for MessageText {
    fn constraint() -> TextConstraint {
        TextConstraint::paragraph(Self::MAX_CHARS)
    }
}
