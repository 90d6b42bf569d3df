//! Functions of the help chat that live connections call.

use application::Deps;
use application::access::Actor;
use application::error::Result;
use domain::shared::ids::{ChatMessageId, InquiryId};
use ports::shared::store_error::StoreResult;
use ports::store::Store;

use crate::edge::live::hub::Hub;

/// Functions of the help chat, as pointers, so that `edge` doesn't depend on `help`.
#[derive(Clone, Copy)]
pub struct ChatFunctions {
    /// Checks that the caller may receive an inquiry's chat. Returns the id of the chat's newest message,
    /// if it has one.
    pub join: fn(&mut dyn Store, &Actor, InquiryId) -> Result<Option<ChatMessageId>>,
    /// Returns the server's response to a client's `join_chat` message.
    pub joined_message: fn(InquiryId) -> String,
    /// Returns the message about an inquiry that was resolved.
    pub resolved_message: fn(InquiryId) -> String,
    /// Sends a chat's clients all messages that they haven't received, in order.
    pub send_missed_messages: fn(&Deps, &Hub, InquiryId) -> StoreResult<()>,
}
