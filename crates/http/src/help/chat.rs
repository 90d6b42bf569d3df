//! Live chat: which messages a client receives over its WebSocket (docs/product/help.md#chat).

use std::collections::BTreeMap;

use application::Deps;
use application::help::inquiries;
use domain::help::inquiry::{ChatMessage, InquiryStatus};
use domain::shared::ids::{ChatMessageId, InquiryId};
use ports::shared::paging::Page;
use ports::shared::store_error::{StoreError, StoreResult};
use ports::store::with_store;
use serde::Serialize;
use serde_json::json;

use crate::edge::live::chat::ChatFunctions;
use crate::edge::live::hub::Hub;
use crate::help::dto::ChatMessageDto;

/// Functions of the help chat that live connections call.
pub const FUNCTIONS: ChatFunctions =
    ChatFunctions { join: inquiries::join_chat, joined_message, resolved_message, send_missed_messages };

/// Maximum number of messages per query.
const SLICE: i64 = 200;

/// Returns the server's response to a client's `join_chat` message.
fn joined_message(inquiry: InquiryId) -> String {
    json!({"type": "joined", "data": {"helpInquiryId": inquiry.0}}).to_string()
}

/// Returns the WebSocket message with a new chat message.
fn new_message(message: ChatMessage) -> String {
    #[derive(Serialize)]
    struct NewMessage {
        r#type: &'static str,
        data: ChatMessageDto,
    }
    serde_json::to_string(&NewMessage { r#type: "new_message", data: message.into() }).unwrap_or_default()
}

/// Returns the WebSocket message about a resolved inquiry, for the clients of its chat.
fn resolved_message(inquiry: InquiryId) -> String {
    let status = InquiryStatus::Resolved.as_str();
    json!({"type": "inquiry_updated", "data": {"helpInquiryId": inquiry.0, "status": status}}).to_string()
}

/// Sends a chat's clients all messages that they haven't received, in order. Does nothing if no
/// client receives the chat.
fn send_missed_messages(deps: &Deps, hub: &Hub, inquiry: InquiryId) -> StoreResult<()> {
    let Some(newest) = hub.newest_received(inquiry) else { return Ok(()) };
    let messages = with_store(&*deps.database, |store| {
        let after = Some(newest.unwrap_or(ChatMessageId(0)));
        let mut found = store.chat_messages(inquiry, after, Page { limit: SLICE, offset: 0 })?;
        let mut offset = SLICE;
        while offset < found.total {
            found.items.extend(store.chat_messages(inquiry, after, Page { limit: SLICE, offset })?.items);
            offset += SLICE;
        }
        Ok::<_, StoreError>(found.items)
    })?;
    // The map sorts the messages, which the queries return newest first. It also removes duplicates, because
    // the pages overlap if messages arrive between two queries.
    let in_order: BTreeMap<_, _> = messages.into_iter().map(|message| (message.id, message)).collect();
    let now = deps.clock.now();
    for (id, message) in in_order {
        let lag = (now - message.created_at).to_std().unwrap_or_default();
        metrics::histogram!("feed_lag_seconds").record(lag);
        hub.send_to_chat(inquiry, Some(id), &new_message(message));
    }
    Ok(())
}
