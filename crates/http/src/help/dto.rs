//! Help inquiries and their chat (docs/PRODUCT.md#help).

use chrono::{DateTime, Utc};
use domain::help::inquiry::{
    ChatMessage, ClientMessageId, HelpInquiry, HelpRequest, InquiryKind, InquiryStatus, LastSaid, MessageText,
};
use domain::help::template::{NewTemplate, ReplyTemplate, TemplateTitle};
use domain::shared::ids::InquiryId;
use domain::shared::person::phone::{Phone, PhoneError};
use domain::shared::text::TextError;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::input::{Ignored, Reader, given};
use crate::shared::words as word;

/// Body of `POST /api/help-inquiries`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InquiryBody {
    /// If given, must be the caller's id.
    pub user_id: Option<i32>,
    /// How help is wanted.
    #[serde(rename = "type")]
    #[schema(value_type = word::InquiryKind)]
    pub kind: String,
    /// What it is about; a chat needs it. At most 4,000 characters.
    pub message: Option<String>,
    /// Where to call; a callback needs it.
    pub phone_number: Option<String>,
    /// Accepted and ignored.
    #[serde(default)]
    pub created_at: Ignored,
    /// Accepted and not believed: an inquiry begins pending.
    #[serde(default)]
    pub status: Ignored,
}

impl InquiryBody {
    /// What is asked for.
    ///
    /// # Errors
    /// Lists the invalid fields.
    pub fn read(&self) -> Result<HelpRequest, application::Error> {
        let mut reader = Reader::default();
        let Some(kind) = reader.check("type", InquiryKind::parse(&self.kind).ok_or("One of chat, callback."))
        else {
            return reader.finish(None);
        };
        let message =
            given(self.message.as_deref()).and_then(|text| reader.check("message", MessageText::parse(text)));
        let phone = given(self.phone_number.as_deref())
            .and_then(|text| reader.check("phoneNumber", Phone::parse(text)));
        let request = match kind {
            InquiryKind::Chat => {
                if given(self.message.as_deref()).is_none() {
                    reader.note("message", &TextError::Empty.to_string());
                }
                message.map(|message| HelpRequest::Chat { message, phone })
            }
            InquiryKind::Callback => {
                if given(self.phone_number.as_deref()).is_none() {
                    reader.note("phoneNumber", &PhoneError::Empty.to_string());
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
    /// `resolved`; `pending` is what an inquiry begins with.
    #[schema(value_type = word::InquiryStatus)]
    pub status: String,
}

impl ResolveBody {
    /// The status to be set.
    ///
    /// # Errors
    /// `status` when it is none.
    pub fn read(&self) -> Result<InquiryStatus, application::Error> {
        InquiryStatus::parse(&self.status)
            .ok_or_else(|| application::Error::field("status", "This can only become resolved."))
    }
}

/// Body of `POST /api/chat-messages`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChatMessageBody {
    /// In which inquiry's chat.
    pub help_inquiry_id: i32,
    /// Not empty after trimming, at most 4,000 characters.
    pub message: String,
    /// What the page calls it, at most 64 characters: sending it again answers the message that is there.
    pub client_message_id: Option<String>,
    /// Accepted and not believed: the session says who.
    #[serde(default)]
    pub sender_id: Ignored,
    /// Accepted and not believed: the session says who.
    #[serde(default)]
    pub sender_type: Ignored,
    /// Accepted and ignored.
    #[serde(default)]
    pub created_at: Ignored,
}

impl ChatMessageBody {
    /// Where, what, and what the page calls it.
    ///
    /// # Errors
    /// Lists the invalid fields.
    pub fn read(&self) -> Result<(InquiryId, MessageText, Option<ClientMessageId>), application::Error> {
        let mut reader = Reader::default();
        let text = reader.check("message", MessageText::parse(&self.message));
        let name = self
            .client_message_id
            .as_deref()
            .and_then(|name| reader.check("clientMessageId", ClientMessageId::parse(name)));
        reader.finish(text.map(|text| (InquiryId(self.help_inquiry_id), text, name)))
    }
}

/// A request for help.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HelpInquiry)]
pub struct InquiryDto {
    /// Identifier.
    pub id: i32,
    /// Who asks.
    pub user_id: i32,
    /// The driver's name. Only in staff lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driver_name: Option<String>,
    /// How help is wanted.
    #[serde(rename = "type")]
    pub kind: word::InquiryKind,
    /// What it is about.
    #[schema(required = true)]
    pub message: Option<String>,
    /// Where to call, ten digits.
    #[schema(required = true)]
    pub phone_number: Option<String>,
    /// Where it stands.
    pub status: word::InquiryStatus,
    /// Asked at.
    pub created_at: DateTime<Utc>,
    /// Resolved at.
    #[schema(required = true)]
    pub resolved_at: Option<DateTime<Utc>>,
    /// Whether staff have seen it.
    pub is_seen_by_admin: bool,
    /// Whether staff have dealt with it.
    pub is_solved: bool,
    /// Where it stands for staff; only they are told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub desk: Option<InquiryDeskDto>,
}

/// Where an inquiry stands for staff.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InquiryDesk)]
pub struct InquiryDeskDto {
    /// The driver said something that nobody of the staff has seen.
    pub is_unread: bool,
    /// Since when the driver waits for an answer; `null` when they do not.
    #[schema(required = true)]
    pub waiting_since: Option<DateTime<Utc>>,
    /// Who of the staff looks after it.
    #[schema(required = true)]
    pub assigned_to: Option<i32>,
    /// What was said last in its chat.
    #[schema(required = true)]
    pub last_said: Option<LastSaidDto>,
}

/// What was said last in a chat.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LastSaid)]
pub struct LastSaidDto {
    /// Which side.
    pub by: word::SenderType,
    /// Its first 140 characters.
    pub beginning: String,
    /// When.
    pub at: DateTime<Utc>,
}

impl InquiryDto {
    /// With what only staff are told.
    pub fn for_staff(mut inquiry: HelpInquiry) -> Self {
        let last = inquiry.last_said.take();
        let last = last.map(|LastSaid { by, beginning, at }| LastSaidDto { by: by.into(), beginning, at });
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
    /// One of the staff; nobody when left out.
    pub assignee_id: Option<i32>,
    /// Who had it on the screen; nobody when left out. When it is somebody else meanwhile, nothing is changed.
    pub from: Option<i32>,
}

/// Body of `POST /api/admin/reply-templates`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TemplateBody {
    /// Its name, at most 60 characters; no other has it.
    pub title: String,
    /// What it says, at most 4,000 characters.
    pub message: String,
}

impl TemplateBody {
    /// The reply.
    ///
    /// # Errors
    /// Lists the invalid fields.
    pub fn read(&self) -> Result<NewTemplate, application::Error> {
        let mut reader = Reader::default();
        let title = reader.check("title", TemplateTitle::parse(&self.title));
        let message = reader.check("message", MessageText::parse(&self.message));
        reader.finish(title.zip(message).map(|(title, message)| NewTemplate { title, message }))
    }
}

/// Body of `PATCH /api/admin/reply-templates/{id}`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TemplateChangeBody {
    /// Its name, at most 60 characters; no other has it.
    pub title: String,
    /// What it says, at most 4,000 characters.
    pub message: String,
    /// As it came with the reply: when somebody else has changed it meanwhile it is `409 changed_meanwhile`.
    pub version: i32,
}

impl TemplateChangeBody {
    /// The reply, and the version that was seen.
    ///
    /// # Errors
    /// Lists the invalid fields.
    pub fn read(self) -> Result<(NewTemplate, i32), application::Error> {
        let Self { title, message, version } = self;
        Ok((TemplateBody { title, message }.read()?, version))
    }
}

/// A reply that support keeps.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReplyTemplate)]
pub struct TemplateDto {
    /// Identifier.
    pub id: i32,
    /// Its name.
    pub title: String,
    /// What it says.
    pub message: String,
    /// Who wrote it.
    pub created_by: i32,
    /// When.
    pub created_at: DateTime<Utc>,
    /// Grows with each change; a change names it.
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

/// A message of an inquiry's chat; `/ws` carries it in this form too.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChatMessage)]
pub struct ChatMessageDto {
    /// Identifier; grows with the conversation.
    pub id: i32,
    /// In which inquiry's chat.
    pub help_inquiry_id: i32,
    /// Who wrote it.
    pub sender_id: i32,
    /// Which side wrote it.
    pub sender_type: word::SenderType,
    /// The text.
    pub message: String,
    /// Sent at.
    pub created_at: DateTime<Utc>,
    /// The other side has read it.
    pub is_read: bool,
    /// What the sender's page called it.
    #[schema(required = true)]
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
