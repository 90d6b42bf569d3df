//! Help inquiries and their chat.

use chrono::{DateTime, Utc};
use domain::help::inquiry::{ChatMessage, ConversationState, HelpInquiry, HelpRequest, SenderType};
use domain::shared::ids::{ChatMessageId, InquiryId, UserId};

use crate::shared::paging::{Page, Paged};
use crate::shared::store_error::StoreResult;

/// An inquiry to store, with status `Pending`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewInquiry {
    /// The driver who asks.
    pub user_id: UserId,
    /// Chat or callback, with its message and phone number.
    pub request: HelpRequest,
    /// When the driver asks.
    pub created_at: DateTime<Utc>,
}

/// A message to store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewChatMessage {
    /// The inquiry it belongs to.
    pub inquiry_id: InquiryId,
    /// The user who sends it.
    pub sender_id: UserId,
    /// Whether the sender is the driver or staff.
    pub sender_type: SenderType,
    /// Text of the message.
    pub message: String,
    /// When it is sent.
    pub created_at: DateTime<Utc>,
    /// Id that the sender's page gave it.
    pub client_message_id: Option<String>,
}

/// Help inquiries and chat messages in the database.
pub trait Help {
    /// Stores an inquiry with status pending.
    fn insert_inquiry(&mut self, inquiry: &NewInquiry) -> StoreResult<HelpInquiry>;
    /// Returns an inquiry by its id.
    fn inquiry(&mut self, id: InquiryId) -> StoreResult<Option<HelpInquiry>>;
    /// Locks an inquiry until the transaction ends, so that its messages become visible in the order of their ids.
    fn lock_inquiry(&mut self, id: InquiryId) -> StoreResult<Option<HelpInquiry>>;
    /// Marks an inquiry as resolved. The use case checks whether it may be.
    fn resolve_inquiry(&mut self, id: InquiryId, at: DateTime<Utc>) -> StoreResult<Option<HelpInquiry>>;
    /// Stores who must answer next, and the messages that staff have read.
    fn set_conversation_state(&mut self, id: InquiryId, turn: &ConversationState) -> StoreResult<()>;
    /// Records that staff have read everything the driver wrote.
    fn mark_inquiry_seen(&mut self, id: InquiryId) -> StoreResult<()>;
    /// Assigns an inquiry to a staff member; `None` removes the assignment.
    fn assign_inquiry(&mut self, id: InquiryId, to: Option<UserId>) -> StoreResult<()>;
    /// Stores a message of an inquiry's chat.
    fn insert_chat_message(&mut self, message: &NewChatMessage) -> StoreResult<ChatMessage>;
    /// Returns the message with this id of its sender's page.
    fn chat_message_by_client_id(
        &mut self,
        inquiry: InquiryId,
        name: &str,
    ) -> StoreResult<Option<ChatMessage>>;
    /// Returns an inquiry's messages, or those after a given one, newest first.
    fn chat_messages(
        &mut self,
        inquiry: InquiryId,
        after: Option<ChatMessageId>,
        page: Page,
    ) -> StoreResult<Paged<ChatMessage>>;
    /// Returns the id of an inquiry's newest message.
    fn newest_chat_message(&mut self, inquiry: InquiryId) -> StoreResult<Option<ChatMessageId>>;
}
