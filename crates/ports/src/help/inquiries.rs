//! Help inquiries and their chat.

use chrono::{DateTime, Utc};
use domain::help::inquiry::{ChatMessage, ConversationState, HelpInquiry, HelpRequest, SenderType};
use domain::shared::ids::{ChatMessageId, InquiryId, UserId};

use crate::shared::paging::{Page, Paged};
use crate::shared::store_error::StoreResult;

/// A new inquiry to store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewInquiry {
    /// The driver who asks for help.
    pub user_id: UserId,
    /// Chat or callback, with its message and phone number.
    pub request: HelpRequest,
    /// When the driver asks for help.
    pub created_at: DateTime<Utc>,
}

/// A new chat message to store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewChatMessage {
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
    /// Id that the sender's page gave the message, by which the server recognizes a resent message. `None` if the
    /// page sent no id.
    pub client_message_id: Option<String>,
}

/// Help inquiries and chat messages in the database.
pub trait Help {
    /// Stores an inquiry with the status `Pending`.
    fn insert_inquiry(&mut self, inquiry: &NewInquiry) -> StoreResult<HelpInquiry>;
    /// Returns the newest pending inquiry of the same user with the same request, created at or
    /// after the time `since`.
    fn same_pending_inquiry(
        &mut self,
        inquiry: &NewInquiry,
        since: DateTime<Utc>,
    ) -> StoreResult<Option<HelpInquiry>>;
    /// Returns an inquiry by its id.
    fn inquiry(&mut self, id: InquiryId) -> StoreResult<Option<HelpInquiry>>;
    /// Locks an inquiry until the transaction ends. New messages need this lock, so that messages become
    /// visible in the order of their ids.
    fn lock_inquiry(&mut self, id: InquiryId) -> StoreResult<Option<HelpInquiry>>;
    /// Marks an inquiry as resolved and solved; `None` if the inquiry doesn't exist. The caller must have checked
    /// that the inquiry may be resolved.
    fn resolve_inquiry(
        &mut self,
        id: InquiryId,
        resolved_at: DateTime<Utc>,
    ) -> StoreResult<Option<HelpInquiry>>;
    /// Stores which side must answer next and since when, whether staff have read the messages, and whether
    /// the inquiry is solved.
    fn set_conversation_state(&mut self, id: InquiryId, state: &ConversationState) -> StoreResult<()>;
    /// Marks the driver's messages in this inquiry as seen by staff.
    fn mark_inquiry_seen(&mut self, id: InquiryId) -> StoreResult<()>;
    /// Assigns an inquiry to a staff member; `None` removes the assignment.
    fn assign_inquiry(&mut self, id: InquiryId, assignee: Option<UserId>) -> StoreResult<()>;
    /// Stores a message of an inquiry's chat. Fails with `Duplicate(Other)` if the chat already has a message
    /// with the same client id.
    fn insert_chat_message(&mut self, message: &NewChatMessage) -> StoreResult<ChatMessage>;
    /// Returns the inquiry's message to which the sender's page gave this id.
    fn chat_message_by_client_id(
        &mut self,
        inquiry: InquiryId,
        client_message_id: &str,
    ) -> StoreResult<Option<ChatMessage>>;
    /// Returns an inquiry's messages, newest first. If `after` is given, returns only the messages after that message.
    fn chat_messages(
        &mut self,
        inquiry: InquiryId,
        after: Option<ChatMessageId>,
        page: Page,
    ) -> StoreResult<Paged<ChatMessage>>;
    /// Returns the id of an inquiry's newest message.
    fn newest_chat_message(&mut self, inquiry: InquiryId) -> StoreResult<Option<ChatMessageId>>;
}
