//! Help inquiries, their chat, and what was announced, in memory.

use chrono::{DateTime, Utc};
use domain::help::inquiry::{ChatMessage, HelpInquiry, InquiryStatus};
use domain::shared::ids::{ChatMessageId, InquiryId};
use ports::help::inquiries::{Help, NewChatMessage, NewInquiry};
use ports::shared::feed::{Announce, Announcement};
use ports::shared::paging::{Page, Paged};
use ports::shared::store_error::{StoreError, StoreResult, UniqueKey};

use crate::support::store::repositories::{next_id, paged};
use crate::support::store::unit::Unit;

impl Help for Unit<'_> {
    fn insert_inquiry(&mut self, new: &NewInquiry) -> StoreResult<HelpInquiry> {
        let inquiry = HelpInquiry {
            id: InquiryId(next_id(&self.tables.inquiries)),
            user_id: new.user_id,
            kind: new.request.kind(),
            message: new.request.message().map(|message| message.as_str().to_owned()),
            phone_number: new.request.phone().map(|phone| phone.digits().to_owned()),
            status: InquiryStatus::Pending,
            created_at: new.created_at,
            resolved_at: None,
            is_seen_by_admin: false,
            is_solved: false,
        };
        self.tables.inquiries.push(inquiry.clone());
        Ok(inquiry)
    }

    fn inquiry(&mut self, id: InquiryId) -> StoreResult<Option<HelpInquiry>> {
        Ok(self.tables.inquiries.iter().find(|inquiry| inquiry.id == id).cloned())
    }

    fn lock_inquiry(&mut self, id: InquiryId) -> StoreResult<Option<HelpInquiry>> {
        self.must_be_transaction();
        self.inquiry(id)
    }

    fn resolve_inquiry(&mut self, id: InquiryId, at: DateTime<Utc>) -> StoreResult<Option<HelpInquiry>> {
        Ok(self.tables.inquiries.iter_mut().find(|inquiry| inquiry.id == id).map(|inquiry| {
            inquiry.status = InquiryStatus::Resolved;
            inquiry.resolved_at = Some(at);
            inquiry.is_solved = true;
            inquiry.clone()
        }))
    }

    fn insert_chat_message(&mut self, new: &NewChatMessage) -> StoreResult<ChatMessage> {
        if let Some(name) = &new.client_message_id
            && self.chat_message_called(new.inquiry_id, name)?.is_some()
        {
            return Err(StoreError::Duplicate(UniqueKey::Other));
        }
        let message = ChatMessage {
            id: ChatMessageId(next_id(&self.tables.chat)),
            inquiry_id: new.inquiry_id,
            sender_id: new.sender_id,
            sender_type: new.sender_type,
            message: new.message.clone(),
            created_at: new.created_at,
            is_read: false,
            client_message_id: new.client_message_id.clone(),
        };
        self.tables.chat.push(message.clone());
        Ok(message)
    }

    fn chat_message_called(&mut self, inquiry: InquiryId, name: &str) -> StoreResult<Option<ChatMessage>> {
        let called = |message: &&ChatMessage| {
            message.inquiry_id == inquiry && message.client_message_id.as_deref() == Some(name)
        };
        Ok(self.tables.chat.iter().find(called).cloned())
    }

    fn chat_messages(
        &mut self,
        inquiry: InquiryId,
        after: Option<ChatMessageId>,
        page: Page,
    ) -> StoreResult<Paged<ChatMessage>> {
        let wanted =
            |message: &ChatMessage| message.inquiry_id == inquiry && after.is_none_or(|id| message.id > id);
        Ok(paged(&self.tables.chat, wanted, page))
    }

    fn newest_chat_message(&mut self, inquiry: InquiryId) -> StoreResult<Option<ChatMessageId>> {
        let of_inquiry = self.tables.chat.iter().filter(|message| message.inquiry_id == inquiry);
        Ok(of_inquiry.map(|message| message.id).max())
    }
}

impl Announce for Unit<'_> {
    fn announce(&mut self, announcement: Announcement) -> StoreResult<()> {
        self.must_be_transaction();
        self.tables.announced.push(announcement);
        Ok(())
    }
}
