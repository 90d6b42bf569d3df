//! In-memory store of help inquiries, their chat, saved replies, staff's notes, and announcements.

use chrono::{DateTime, Utc};
use domain::back_office::note::{NoteText, StaffNote};
use domain::help::inquiry::{ChatMessage, ConversationState, HelpInquiry, InquiryStatus};
use domain::help::template::{NewTemplate, ReplyTemplate};
use domain::shared::desk::{DeskKind, DeskRecord};
use domain::shared::ids::{ChatMessageId, InquiryId, UserId};
use ports::back_office::notes::{NoteFilter, Notes};
use ports::help::inquiries::{Help, NewChatMessage, NewInquiry};
use ports::help::templates::Templates;
use ports::shared::feed::{Announcement, Announcements};
use ports::shared::paging::{Page, Paged};
use ports::shared::store_error::{StoreError, StoreResult, UniqueKey};

use crate::support::store::repositories::paged;
use crate::support::store::unit::Unit;

impl Help for Unit<'_> {
    fn insert_inquiry(&mut self, new: &NewInquiry) -> StoreResult<HelpInquiry> {
        let inquiry = HelpInquiry {
            id: InquiryId(self.tables.next_id("inquiries", self.tables.inquiries.len())),
            user_id: new.user_id,
            kind: new.request.kind(),
            message: new.request.message().map(|message| message.as_str().to_owned()),
            phone_number: new.request.phone().map(|phone| phone.digits().to_owned()),
            status: InquiryStatus::Pending,
            created_at: new.created_at,
            resolved_at: None,
            is_seen_by_admin: false,
            is_solved: false,
            is_answered: false,
            waiting_since: None,
            assigned_to: None,
            last_said: None,
        };
        self.tables.inquiries.push(inquiry.clone());
        Ok(inquiry)
    }

    fn same_pending_inquiry(
        &mut self,
        new: &NewInquiry,
        since: DateTime<Utc>,
    ) -> StoreResult<Option<HelpInquiry>> {
        let request = &new.request;
        let is_same = |inquiry: &&HelpInquiry| {
            inquiry.user_id == new.user_id
                && inquiry.created_at >= since
                && inquiry.status == InquiryStatus::Pending
                && inquiry.kind == request.kind()
                && inquiry.message.as_deref() == request.message().map(|message| message.as_str())
                && inquiry.phone_number.as_deref() == request.phone().map(|phone| phone.digits())
        };
        Ok(self.tables.inquiries.iter().rev().find(is_same).cloned())
    }

    fn inquiry(&mut self, id: InquiryId) -> StoreResult<Option<HelpInquiry>> {
        Ok(self.tables.inquiries.iter().find(|inquiry| inquiry.id == id).cloned())
    }

    fn lock_inquiry(&mut self, id: InquiryId) -> StoreResult<Option<HelpInquiry>> {
        self.must_be_transaction();
        self.inquiry(id)
    }

    fn resolve_inquiry(
        &mut self,
        id: InquiryId,
        resolved_at: DateTime<Utc>,
    ) -> StoreResult<Option<HelpInquiry>> {
        Ok(self.tables.inquiries.iter_mut().find(|inquiry| inquiry.id == id).map(|inquiry| {
            inquiry.status = InquiryStatus::Resolved;
            inquiry.resolved_at = Some(resolved_at);
            inquiry.is_solved = true;
            inquiry.clone()
        }))
    }

    fn set_conversation_state(&mut self, id: InquiryId, state: &ConversationState) -> StoreResult<()> {
        self.must_be_transaction();
        let inquiry = self.tables.inquiries.iter_mut().find(|inquiry| inquiry.id == id).unwrap();
        inquiry.is_answered = state.is_answered;
        inquiry.waiting_since = state.waiting_since;
        inquiry.is_seen_by_admin = state.is_seen;
        inquiry.is_solved = state.is_solved;
        Ok(())
    }

    fn mark_inquiry_seen(&mut self, id: InquiryId) -> StoreResult<()> {
        self.must_be_transaction();
        self.tables.inquiries.iter_mut().find(|inquiry| inquiry.id == id).unwrap().is_seen_by_admin = true;
        Ok(())
    }

    fn assign_inquiry(&mut self, id: InquiryId, assignee: Option<UserId>) -> StoreResult<()> {
        self.must_be_transaction();
        self.tables.inquiries.iter_mut().find(|inquiry| inquiry.id == id).unwrap().assigned_to = assignee;
        Ok(())
    }

    fn insert_chat_message(&mut self, new: &NewChatMessage) -> StoreResult<ChatMessage> {
        if let Some(name) = &new.client_message_id
            && self.chat_message_by_client_id(new.inquiry_id, name)?.is_some()
        {
            return Err(StoreError::Duplicate(UniqueKey::Other));
        }
        let message = ChatMessage {
            id: ChatMessageId(self.tables.next_id("chat", self.tables.chat.len())),
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

    fn chat_message_by_client_id(
        &mut self,
        inquiry: InquiryId,
        name: &str,
    ) -> StoreResult<Option<ChatMessage>> {
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

impl Templates for Unit<'_> {
    fn templates(&mut self) -> StoreResult<Vec<ReplyTemplate>> {
        let mut templates = self.tables.templates.clone();
        templates.sort_by(|a, b| (&a.title, a.id).cmp(&(&b.title, b.id)));
        Ok(templates)
    }

    fn insert_template(
        &mut self,
        new: &NewTemplate,
        author: UserId,
        created_at: DateTime<Utc>,
    ) -> StoreResult<Option<ReplyTemplate>> {
        self.must_be_transaction();
        let title = new.title.as_str();
        if self.tables.templates.iter().any(|stored| stored.title.eq_ignore_ascii_case(title)) {
            return Ok(None);
        }
        let stored = ReplyTemplate {
            id: self.tables.next_id("templates", self.tables.templates.len()),
            title: title.to_owned(),
            message: new.message.as_str().to_owned(),
            created_by: author,
            created_at,
            version: 1,
        };
        self.tables.templates.push(stored.clone());
        Ok(Some(stored))
    }

    fn lock_template(&mut self, id: i32) -> StoreResult<Option<ReplyTemplate>> {
        self.must_be_transaction();
        Ok(self.tables.templates.iter().find(|template| template.id == id).cloned())
    }

    fn update_template(&mut self, id: i32, new: &NewTemplate) -> StoreResult<Option<ReplyTemplate>> {
        self.must_be_transaction();
        let title = new.title.as_str();
        if self
            .tables
            .templates
            .iter()
            .any(|stored| stored.id != id && stored.title.eq_ignore_ascii_case(title))
        {
            return Ok(None);
        }
        let Some(stored) = self.tables.templates.iter_mut().find(|stored| stored.id == id) else {
            return Err(StoreError::Failed("the template doesn't exist".into()));
        };
        title.clone_into(&mut stored.title);
        new.message.as_str().clone_into(&mut stored.message);
        stored.version += 1;
        Ok(Some(stored.clone()))
    }

    fn delete_template(&mut self, id: i32) -> StoreResult<Option<ReplyTemplate>> {
        self.must_be_transaction();
        let place = self.tables.templates.iter().position(|template| template.id == id);
        Ok(place.map(|place| self.tables.templates.remove(place)))
    }
}

impl Notes for Unit<'_> {
    fn lock_driver_for_note(&mut self, DeskRecord { kind, id }: DeskRecord) -> StoreResult<Option<UserId>> {
        self.must_be_transaction();
        let tables = &*self.tables;
        let owner = match kind {
            DeskKind::Hire => tables.hires.iter().find(|hire| hire.id.0 == id).map(|hire| hire.user_id),
            DeskKind::Report => {
                tables.reports.iter().find(|report| report.id.0 == id).map(|report| report.user_id)
            }
            DeskKind::Inquiry => {
                tables.inquiries.iter().find(|inquiry| inquiry.id.0 == id).map(|inquiry| inquiry.user_id)
            }
            DeskKind::User => tables.users.iter().find(|user| user.id.0 == id).map(|user| user.id),
            _ => None,
        };
        Ok(owner.filter(|owner| tables.is_open(*owner)))
    }

    fn notes(&mut self, filter: NoteFilter, limit: i64) -> StoreResult<Vec<StaffNote>> {
        let wanted = |note: &&StaffNote| match filter {
            NoteFilter::Record(record) => note.record == record,
            NoteFilter::Driver(user) => note.user_id == user,
        };
        let newest = self.tables.notes.iter().rev().filter(wanted).cloned();
        Ok(newest.take(usize::try_from(limit).unwrap()).collect())
    }

    fn count_notes(&mut self, record: DeskRecord) -> StoreResult<i64> {
        let notes = self.tables.notes.iter().filter(|note| note.record == record);
        Ok(i64::try_from(notes.count()).unwrap())
    }

    fn insert_note(
        &mut self,
        record: DeskRecord,
        user_id: UserId,
        author: UserId,
        text: &NoteText,
        created_at: DateTime<Utc>,
    ) -> StoreResult<StaffNote> {
        self.must_be_transaction();
        let id = self.tables.next_id("notes", self.tables.notes.len());
        let note = StaffNote { id, record, user_id, author, text: text.as_str().to_owned(), created_at };
        self.tables.notes.push(note.clone());
        Ok(note)
    }

    fn delete_note(&mut self, id: i32) -> StoreResult<Option<StaffNote>> {
        self.must_be_transaction();
        let place = self.tables.notes.iter().position(|note| note.id == id);
        Ok(place.map(|place| self.tables.notes.remove(place)))
    }
}

impl Announcements for Unit<'_> {
    fn announce(&mut self, announcement: Announcement) -> StoreResult<()> {
        self.must_be_transaction();
        self.tables.announced.push(announcement);
        Ok(())
    }
}
