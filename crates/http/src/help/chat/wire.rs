//! What goes over the socket, as JSON in text frames.

use domain::help::inquiry::{ChatMessage, InquiryStatus};
use domain::shared::ids::InquiryId;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::help::dto::ChatMessageDto;

/// The largest frame, and the largest message of several frames, that a client may send: all it sends are short commands.
pub const LARGEST_FRAME: usize = 4 * 1024;

/// What a client says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// `{"type": "join_chat", "inquiryId": 7}`: it wants to hear an inquiry's chat.
    JoinChat(InquiryId),
    /// Something that this build does not know.
    Unknown,
    /// Not JSON, or not of a form that makes sense.
    Unreadable,
}

#[derive(Deserialize)]
struct Envelope {
    r#type: String,
    #[serde(rename = "inquiryId")]
    inquiry_id: Option<Value>,
}

/// Reads a text frame.
pub fn read(text: &str) -> Said {
    let Ok(envelope) = serde_json::from_str::<Envelope>(text) else { return Said::Unreadable };
    if envelope.r#type != "join_chat" {
        return Said::Unknown;
    }
    let id = envelope.inquiry_id.and_then(|id| id.as_i64()).and_then(|id| i32::try_from(id).ok());
    id.filter(|id| *id > 0).map_or(Said::Unreadable, |id| Said::JoinChat(InquiryId(id)))
}

/// Answer to `join_chat`: from now on every message of this chat comes. What was before is to be read by the call.
pub fn joined(inquiry: InquiryId) -> String {
    json!({"type": "joined", "data": {"helpInquiryId": inquiry.0}}).to_string()
}

/// A new message, whole.
pub fn new_message(message: ChatMessage) -> String {
    #[derive(Serialize)]
    struct NewMessage {
        r#type: &'static str,
        data: ChatMessageDto,
    }
    serde_json::to_string(&NewMessage { r#type: "new_message", data: message.into() }).unwrap_or_default()
}

/// The inquiry was closed.
pub fn resolved(inquiry: InquiryId) -> String {
    let status = InquiryStatus::Resolved.as_str();
    json!({"type": "inquiry_updated", "data": {"helpInquiryId": inquiry.0, "status": status}}).to_string()
}

/// Something was wrong with what the client said; the socket stays open.
pub fn error(code: &str, message: &str, inquiry: Option<InquiryId>) -> String {
    json!({"type": "error", "code": code, "message": message, "inquiryId": inquiry.map(|id| id.0)})
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Said) {
        assert_eq!(read(text), expected, "{text}");
    }

    #[test]
    fn only_joining_is_understood() {
        check(r#"{"type": "join_chat", "inquiryId": 7}"#, Said::JoinChat(InquiryId(7)));
        check(r#"{"type": "join_chat", "inquiryId": 7, "more": [1]}"#, Said::JoinChat(InquiryId(7)));
        for id in ["0", "-1", "1.5", "\"7\"", "null", "99999999999", "[]"] {
            check(&format!(r#"{{"type": "join_chat", "inquiryId": {id}}}"#), Said::Unreadable);
        }
        check(r#"{"type": "join_chat"}"#, Said::Unreadable);
        check(r#"{"type": "new_message", "inquiryId": 7}"#, Said::Unknown);
        for text in ["", "{", "[]", "7", r#"{"type": 7}"#, r#"{"inquiryId": 7}"#, "\u{0}"] {
            check(text, Said::Unreadable);
        }
    }
}
