//! Request and response bodies for help inquiries, their chat, and saved replies (docs/product/help.md).

use chrono::{DateTime, Utc};
use domain::help::inquiry::{
    ChatMessage, ClientMessageId, HelpInquiry, HelpRequest, InquiryKind, InquiryStatus, LastMessage,
    MessageText,
};
use domain::help::template::{NewTemplate, ReplyTemplate, TemplateTitle};
use domain::shared::ids::InquiryId;
use domain::shared::person::phone::{Phone, PhoneError};
use domain::shared::text::TextError;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::enums as word;
use crate::shared::input::{FieldParser, Ignored, non_blank};

/// Body of `POST /api/help-inquiries`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InquiryBody {
    /// The id of the driver who needs help. A driver may leave it out, and can't send another user's id.
    pub user_id: Option<i32>,
    /// Whether the driver wants a chat or a callback.
    #[serde(rename = "type")]
    #[schema(value_type = word::InquiryKind)]
    pub kind: String,
    /// What the driver needs help with, at most 4,000 characters. Required for a chat.
    pub message: Option<String>,
    /// The number to call. Required for a callback.
    pub phone_number: Option<String>,
    /// Accepted and ignored, because the server decides the time.
    #[serde(default)]
    pub created_at: Ignored,
    /// Accepted and ignored. A new inquiry is always pending.
    #[serde(default)]
    pub status: Ignored,
}

impl InquiryBody {
    /// Parses what kind of help the driver requests, and its details.
    pub fn parse(&self) -> Result<HelpRequest, application::Error> {
        let mut reader = FieldParser::default();
        let Some(kind) =
            reader.take_valid("type", InquiryKind::parse(&self.kind).ok_or("Must be one of chat, callback."))
        else {
            return reader.finish(None);
        };
        let message = non_blank(self.message.as_deref())
            .and_then(|text| reader.take_valid("message", MessageText::parse(text)));
        let phone = non_blank(self.phone_number.as_deref())
            .and_then(|text| reader.take_valid("phoneNumber", Phone::parse(text)));
        let request = match kind {
            InquiryKind::Chat => {
                if non_blank(self.message.as_deref()).is_none() {
                    reader.add_error("message", &TextError::Empty.to_string());
                }
                message.map(|message| HelpRequest::Chat { message, phone })
            }
            InquiryKind::Callback => {
                if non_blank(self.phone_number.as_deref()).is_none() {
                    reader.add_error("phoneNumber", &PhoneError::Empty.to_string());
                }
                phone.map(|phone| HelpRequest::Callback { phone, message })
            }
        };
        reader.finish(request)
    }
}

/// Body of `PATCH /api/help-inquiries/{id}`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResolveBody {
    /// The new status. `resolved` resolves the inquiry, and `pending` changes nothing.
    #[schema(value_type = word::InquiryStatus)]
    pub status: String,
}

impl ResolveBody {
    /// Parses the new status.
    ///
    /// # Errors
    /// A field error for `status` if it is unknown.
    pub fn parse(&self) -> Result<InquiryStatus, application::Error> {
        InquiryStatus::parse(&self.status)
            .ok_or_else(|| application::Error::field("status", "This can only become resolved."))
    }
}

/// Body of `POST /api/chat-messages`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChatMessageBody {
    /// The id of the chat's inquiry.
    pub help_inquiry_id: i32,
    /// The message. Not empty after trimming, at most 4,000 characters.
    pub message: String,
    /// An id that the page chooses for the message, at most 64 characters. If the page sends the id again, the
    /// response is the stored message.
    pub client_message_id: Option<String>,
    /// Accepted and ignored. The session identifies the sender.
    #[serde(default)]
    pub sender_id: Ignored,
    /// Accepted and ignored. The session identifies the sender.
    #[serde(default)]
    pub sender_type: Ignored,
    /// Accepted and ignored, because the server decides the time.
    #[serde(default)]
    pub created_at: Ignored,
}

impl ChatMessageBody {
    /// Parses the inquiry, the text, and the id that the page gave the message (`None` if it gave none).
    pub fn parse(&self) -> Result<(InquiryId, MessageText, Option<ClientMessageId>), application::Error> {
        let mut reader = FieldParser::default();
        let text = reader.take_valid("message", MessageText::parse(&self.message));
        let name = self
            .client_message_id
            .as_deref()
            .and_then(|name| reader.take_valid("clientMessageId", ClientMessageId::parse(name)));
        reader.finish(text.map(|text| (InquiryId(self.help_inquiry_id), text, name)))
    }
}

/// A driver's request for help, by chat or callback.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HelpInquiry)]
pub struct InquiryDto {
    pub id: i32,
    /// The id of the driver who asks for help.
    pub user_id: i32,
    /// The driver's name, only in lists for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driver_name: Option<String>,
    /// Whether the driver wants a chat or a callback.
    #[serde(rename = "type")]
    pub kind: word::InquiryKind,
    /// What the driver needs help with; null if the driver wrote nothing.
    pub message: Option<String>,
    /// The number to call, ten digits; null if the inquiry has none.
    pub phone_number: Option<String>,
    /// Whether the inquiry is pending or resolved.
    pub status: word::InquiryStatus,
    /// When the inquiry was created.
    pub created_at: DateTime<Utc>,
    /// When the inquiry was resolved; null while it is pending.
    pub resolved_at: Option<DateTime<Utc>>,
    /// Whether staff have seen the inquiry.
    pub is_seen_by_admin: bool,
    /// Whether staff have solved the inquiry.
    pub is_solved: bool,
    /// The inquiry's state for staff. Only in staff's lists, and in responses to marking the inquiry as seen
    /// and to assigning it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub desk: Option<InquiryDeskDto>,
}

/// An inquiry's state for staff.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InquiryDesk)]
pub struct InquiryDeskDto {
    /// Whether the driver has sent a message that no staff member has seen. False for a resolved inquiry.
    pub is_unread: bool,
    /// When the driver started to wait for an answer. `null` if the driver isn't waiting.
    pub waiting_since: Option<DateTime<Utc>>,
    /// The id of the staff member who is assigned to the inquiry; null without one.
    pub assigned_to: Option<i32>,
    /// The last message of the chat; null if there is none.
    pub last_said: Option<LastMessageDto>,
}

/// The last message of a chat.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LastMessage)]
pub struct LastMessageDto {
    /// Whether the driver or staff sent the message.
    pub by: word::SenderType,
    /// The first 140 characters of the message.
    pub beginning: String,
    /// When the message was sent.
    pub at: DateTime<Utc>,
}

impl InquiryDto {
    /// Builds the response for staff, which has more fields than a driver's.
    pub fn for_staff(mut inquiry: HelpInquiry) -> Self {
        let last = inquiry.last_said.take();
        let last =
            last.map(|LastMessage { by, beginning, at }| LastMessageDto { by: by.into(), beginning, at });
        let desk = InquiryDeskDto {
            is_unread: inquiry.is_unread(),
            waiting_since: inquiry.waits_since(),
            assigned_to: inquiry.assigned_to.map(|who| who.0),
            last_said: last,
        };
        Self { desk: Some(desk), ..Self::from(inquiry) }
    }
}

/// Body of `PATCH /api/admin/help-inquiries/{id}/assignee`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AssigneeBody {
    /// The staff member to assign the inquiry to. Leave it out to remove the assignment.
    pub assignee_id: Option<i32>,
    /// The assignee that the caller saw. Leave it out if there was none. If the assignee has
    /// changed since, the request fails with `409 changed_meanwhile`.
    pub from: Option<i32>,
}

/// Body of `POST /api/admin/reply-templates`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TemplateBody {
    /// The reply's name, at most 60 characters. Must be unique.
    pub title: String,
    /// The reply's text, at most 4,000 characters.
    pub message: String,
}

impl TemplateBody {
    /// Parses the title and the text of a reply template.
    pub fn parse(&self) -> Result<NewTemplate, application::Error> {
        let mut reader = FieldParser::default();
        let title = reader.take_valid("title", TemplateTitle::parse(&self.title));
        let message = reader.take_valid("message", MessageText::parse(&self.message));
        reader.finish(title.zip(message).map(|(title, message)| NewTemplate { title, message }))
    }
}

/// Body of `PATCH /api/admin/reply-templates/{id}`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TemplateChangeBody {
    /// The reply's name, at most 60 characters. Must be unique.
    pub title: String,
    /// The reply's text, at most 4,000 characters.
    pub message: String,
    /// The version that the caller saw. If another user has changed the reply since, the request
    /// fails with `409 changed_meanwhile`.
    pub version: i32,
}

impl TemplateChangeBody {
    /// Parses the changed template and the version of the template that the caller saw.
    pub fn parse(self) -> Result<(NewTemplate, i32), application::Error> {
        let Self { title, message, version } = self;
        Ok((TemplateBody { title, message }.parse()?, version))
    }
}

/// A saved reply for support.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReplyTemplate)]
pub struct TemplateDto {
    pub id: i32,
    /// The name under which staff find the reply.
    pub title: String,
    /// The text that staff can send.
    pub message: String,
    /// The id of the staff member who wrote the reply.
    pub created_by: i32,
    /// When the reply was created.
    pub created_at: DateTime<Utc>,
    /// The reply's version, which increases with each change. A request that changes the reply must contain it.
    pub version: i32,
}

impl From<ReplyTemplate> for TemplateDto {
    fn from(template: ReplyTemplate) -> Self {
        Self {
            id: template.id,
            title: template.title,
            message: template.message,
            created_by: template.created_by.0,
            created_at: template.created_at,
            version: template.version,
        }
    }
}

impl From<HelpInquiry> for InquiryDto {
    fn from(inquiry: HelpInquiry) -> Self {
        Self {
            id: inquiry.id.0,
            user_id: inquiry.user_id.0,
            driver_name: None,
            kind: inquiry.kind.into(),
            message: inquiry.message,
            phone_number: inquiry.phone_number,
            status: inquiry.status.into(),
            created_at: inquiry.created_at,
            resolved_at: inquiry.resolved_at,
            is_seen_by_admin: inquiry.is_seen_by_admin,
            is_solved: inquiry.is_solved,
            desk: None,
        }
    }
}

/// A message of an inquiry's chat. The WebSocket `/ws` sends messages in the same form.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChatMessage)]
pub struct ChatMessageDto {
    /// The message's id. Later messages have larger ids.
    pub id: i32,
    /// The id of the chat's inquiry.
    pub help_inquiry_id: i32,
    /// The id of the user who wrote the message.
    pub sender_id: i32,
    /// Whether a driver or staff wrote the message.
    pub sender_type: word::SenderType,
    pub message: String,
    /// When the message was sent.
    pub created_at: DateTime<Utc>,
    /// Whether the recipient has read the message.
    pub is_read: bool,
    /// The id that the sender's page chose for the message; null if it chose none.
    pub client_message_id: Option<String>,
}

impl From<ChatMessage> for ChatMessageDto {
    fn from(message: ChatMessage) -> Self {
        Self {
            id: message.id.0,
            help_inquiry_id: message.inquiry_id.0,
            sender_id: message.sender_id.0,
            sender_type: message.sender_type.into(),
            message: message.message,
            created_at: message.created_at,
            is_read: message.is_read,
            client_message_id: message.client_message_id,
        }
    }
}
