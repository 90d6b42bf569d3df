//! Messages that are sent over WebSockets, as JSON in text frames.

use domain::shared::desk::{DeskKind, DeskRecord};
use domain::shared::ids::{InquiryId, UserId};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::edge::live::presence::PresentMember;

/// Maximum size of a client's frame, and of a message of several frames, in bytes. Clients only send short commands.
pub const MAX_FRAME: usize = 4 * 1024;

/// A message from a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientMessage {
    /// `{"type": "join_chat", "inquiryId": 7}`: subscribes to an inquiry's chat.
    JoinChat(InquiryId),
    /// `{"type": "follow_desk"}`: subscribes staff to changes of records.
    SubscribeToDesk,
    /// `{"type": "at_record", "record": {"kind": "lawyer_hire", "id": 7}, "isTyping": false}`: a staff member
    /// has this record open, or none if `record` is missing.
    AtRecord { record: Option<DeskRecord>, is_typing: bool },
    /// A message of a type that this server doesn't know.
    Unknown,
    /// A message that isn't JSON or isn't in the expected form.
    Invalid,
}

#[derive(Deserialize)]
struct Envelope {
    r#type: String,
    #[serde(rename = "inquiryId")]
    inquiry_id: Option<Value>,
    record: Option<Value>,
    #[serde(rename = "isTyping", default)]
    is_typing: bool,
}

/// Parses a client's message. Returns `Invalid` for malformed text.
pub fn parse_message(text: &str) -> ClientMessage {
    let Ok(envelope) = serde_json::from_str::<Envelope>(text) else { return ClientMessage::Invalid };
    match envelope.r#type.as_str() {
        "join_chat" => {
            let id = envelope.inquiry_id.as_ref().and_then(parse_id);
            id.map_or(ClientMessage::Invalid, |id| ClientMessage::JoinChat(InquiryId(id)))
        }
        "follow_desk" => ClientMessage::SubscribeToDesk,
        "at_record" => match &envelope.record {
            None => ClientMessage::AtRecord { record: None, is_typing: false },
            Some(named) => parse_record(named).map_or(ClientMessage::Invalid, |record| {
                ClientMessage::AtRecord { record: Some(record), is_typing: envelope.is_typing }
            }),
        },
        _ => ClientMessage::Unknown,
    }
}

/// Returns the value as an id; `None` if it is not a whole number above 0.
fn parse_id(value: &Value) -> Option<i32> {
    value.as_i64().and_then(|id| i32::try_from(id).ok()).filter(|id| *id > 0)
}

/// Parses a JSON object with the kind and the id of a record; `None` if it is invalid.
fn parse_record(value: &Value) -> Option<DeskRecord> {
    let kind = DeskKind::parse(value.get("kind")?.as_str()?)?;
    Some(DeskRecord { kind, id: parse_id(value.get("id")?)? })
}

/// Returns the response to `follow_desk`.
pub fn desk_followed_message() -> String {
    json!({"type": "desk_followed"}).to_string()
}

/// Returns the message about records that were created or changed, each with the staff member who
/// changed the record, if known. An empty list means that the client should reload everything.
pub fn desk_changed_message(changes: &[(DeskRecord, Option<UserId>)]) -> String {
    let changes: Vec<Value> = changes
        .iter()
        .map(
            |(DeskRecord { kind, id }, by)| json!({"kind": kind.as_str(), "id": id, "by": by.map(|by| by.0)}),
        )
        .collect();
    json!({"type": "desk_changed", "data": {"changes": changes}}).to_string()
}

/// Returns the message with the staff members who have a record open.
pub fn record_people_message(DeskRecord { kind, id }: DeskRecord, people: &[PresentMember]) -> String {
    let people: Vec<Value> = people
        .iter()
        .map(|PresentMember { who, is_typing }| json!({"userId": who.0, "isTyping": is_typing}))
        .collect();
    json!({"type": "record_people", "data": {"kind": kind.as_str(), "id": id, "people": people}}).to_string()
}

/// Returns the message about an error in a client's message. `inquiry` is the chat that the error is about, if
/// there is one. The socket stays open.
pub fn error_message(code: &str, message: &str, inquiry: Option<InquiryId>) -> String {
    json!({"type": "error", "code": code, "message": message, "inquiryId": inquiry.map(|id| id.0)})
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_parsed(text: &str, expected: ClientMessage) {
        assert_eq!(parse_message(text), expected, "{text}");
    }

    #[test]
    fn desk_and_presence_messages_are_parsed_and_unknown_records_are_invalid() {
        assert_parsed(r#"{"type": "follow_desk"}"#, ClientMessage::SubscribeToDesk);
        assert_parsed(r#"{"type": "at_record"}"#, ClientMessage::AtRecord { record: None, is_typing: false });
        assert_parsed(
            r#"{"type": "at_record", "record": null}"#,
            ClientMessage::AtRecord { record: None, is_typing: false },
        );
        let hire = DeskRecord { kind: DeskKind::Hire, id: 7 };
        let at = r#"{"type": "at_record", "record": {"kind": "lawyer_hire", "id": 7}"#;
        assert_parsed(&format!("{at}}}"), ClientMessage::AtRecord { record: Some(hire), is_typing: false });
        assert_parsed(
            &format!(r#"{at}, "isTyping": true}}"#),
            ClientMessage::AtRecord { record: Some(hire), is_typing: true },
        );
        for wrong in [r#"{}"#, "7", r#"{"kind": "weather", "id": 7}"#, r#"{"kind": "user", "id": 0}"#] {
            assert_parsed(&format!(r#"{{"type": "at_record", "record": {wrong}}}"#), ClientMessage::Invalid);
        }
    }

    #[test]
    fn a_join_message_is_parsed_and_malformed_or_unknown_messages_are_rejected() {
        assert_parsed(r#"{"type": "join_chat", "inquiryId": 7}"#, ClientMessage::JoinChat(InquiryId(7)));
        assert_parsed(
            r#"{"type": "join_chat", "inquiryId": 7, "more": [1]}"#,
            ClientMessage::JoinChat(InquiryId(7)),
        );
        for id in ["0", "-1", "1.5", "\"7\"", "null", "99999999999", "[]"] {
            assert_parsed(&format!(r#"{{"type": "join_chat", "inquiryId": {id}}}"#), ClientMessage::Invalid);
        }
        assert_parsed(r#"{"type": "join_chat"}"#, ClientMessage::Invalid);
        assert_parsed(r#"{"type": "new_message", "inquiryId": 7}"#, ClientMessage::Unknown);
        for text in ["", "{", "[]", "7", r#"{"type": 7}"#, r#"{"inquiryId": 7}"#, "\u{0}"] {
            assert_parsed(text, ClientMessage::Invalid);
        }
    }
}
