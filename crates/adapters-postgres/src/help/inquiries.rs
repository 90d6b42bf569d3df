use chrono::{DateTime, Utc};
use diesel::dsl::max;
use diesel::{
    ExpressionMethods, PgExpressionMethods, QueryDsl, RunQueryDsl, SelectableHelper, insert_into, update,
};
use domain::help::inquiry::{ChatMessage, ConversationState, HelpInquiry, InquiryStatus};
use domain::shared::desk::DeskKind;
use domain::shared::ids::{ChatMessageId, InquiryId, UserId};
use ports::help::inquiries::{Help, NewChatMessage, NewInquiry};
use ports::shared::paging::{Page, Paged};
use ports::shared::store_error::StoreResult;

use crate::help::rows::{ChatMessageRow, InquiryRow};
use crate::shared::rows::convert_rows;
use crate::store::PgStore;
use schema::{chat_messages, help_inquiries};

impl Help for PgStore<'_> {
    fn insert_inquiry(&mut self, inquiry: &NewInquiry) -> StoreResult<HelpInquiry> {
        let request = &inquiry.request;
        let row: InquiryRow = self.get_result(
            insert_into(help_inquiries::table)
                .values((
                    help_inquiries::user_id.eq(inquiry.user_id.0),
                    help_inquiries::type_.eq(request.kind().as_str()),
                    help_inquiries::message.eq(request.message().map(|message| message.as_str())),
                    help_inquiries::phone_number.eq(request.phone().map(|phone| phone.digits())),
                    help_inquiries::created_at.eq(inquiry.created_at),
                ))
                .returning(InquiryRow::as_returning()),
        )?;
        let inquiry: HelpInquiry = row.try_into()?;
        self.notify_desk(DeskKind::Inquiry, inquiry.id.0, None)?;
        Ok(inquiry)
    }

    fn same_pending_inquiry(
        &mut self,
        inquiry: &NewInquiry,
        since: DateTime<Utc>,
    ) -> StoreResult<Option<HelpInquiry>> {
        let request = &inquiry.request;
        let message = request.message().map(|message| message.as_str());
        let phone = request.phone().map(|phone| phone.digits());
        self.first_entity::<InquiryRow, _>(
            help_inquiries::table
                .filter(help_inquiries::user_id.eq(inquiry.user_id.0))
                .filter(help_inquiries::created_at.ge(since))
                .filter(help_inquiries::status.eq(InquiryStatus::Pending.as_str()))
                .filter(help_inquiries::type_.eq(request.kind().as_str()))
                .filter(help_inquiries::message.is_not_distinct_from(message))
                .filter(help_inquiries::phone_number.is_not_distinct_from(phone))
                .order(help_inquiries::id.desc())
                .select(InquiryRow::as_select()),
        )
    }

    fn inquiry(&mut self, id: InquiryId) -> StoreResult<Option<HelpInquiry>> {
        self.first_entity::<InquiryRow, _>(help_inquiries::table.find(id.0).select(InquiryRow::as_select()))
    }

    fn lock_inquiry(&mut self, id: InquiryId) -> StoreResult<Option<HelpInquiry>> {
        self.first_entity::<InquiryRow, _>(
            help_inquiries::table.find(id.0).select(InquiryRow::as_select()).for_no_key_update(),
        )
    }

    fn resolve_inquiry(
        &mut self,
        id: InquiryId,
        resolved_at: DateTime<Utc>,
    ) -> StoreResult<Option<HelpInquiry>> {
        self.optional_entity::<InquiryRow, _>(
            update(help_inquiries::table.find(id.0))
                .set((
                    help_inquiries::status.eq(InquiryStatus::Resolved.as_str()),
                    help_inquiries::resolved_at.eq(resolved_at),
                    help_inquiries::is_solved.eq(true),
                ))
                .returning(InquiryRow::as_returning()),
        )
    }

    fn set_conversation_state(&mut self, id: InquiryId, state: &ConversationState) -> StoreResult<()> {
        self.execute(update(help_inquiries::table.find(id.0)).set((
            help_inquiries::is_answered.eq(state.is_answered),
            help_inquiries::waiting_since.eq(state.waiting_since),
            help_inquiries::is_seen_by_admin.eq(state.is_seen),
            help_inquiries::is_solved.eq(state.is_solved),
        )))
    }

    fn mark_inquiry_seen(&mut self, id: InquiryId) -> StoreResult<()> {
        self.execute(update(help_inquiries::table.find(id.0)).set(help_inquiries::is_seen_by_admin.eq(true)))
    }

    fn assign_inquiry(&mut self, id: InquiryId, assignee: Option<UserId>) -> StoreResult<()> {
        self.execute(
            update(help_inquiries::table.find(id.0))
                .set(help_inquiries::assigned_to.eq(assignee.map(|assignee| assignee.0))),
        )
    }

    fn insert_chat_message(&mut self, message: &NewChatMessage) -> StoreResult<ChatMessage> {
        let row: ChatMessageRow = self.run_unique(|connection| {
            insert_into(chat_messages::table)
                .values((
                    chat_messages::help_inquiry_id.eq(message.inquiry_id.0),
                    chat_messages::sender_id.eq(message.sender_id.0),
                    chat_messages::sender_type.eq(message.sender_type.as_str()),
                    chat_messages::message.eq(&message.message),
                    chat_messages::created_at.eq(message.created_at),
                    chat_messages::client_message_id.eq(&message.client_message_id),
                ))
                .returning(ChatMessageRow::as_returning())
                .get_result(connection)
        })?;
        row.try_into()
    }

    fn chat_message_by_client_id(
        &mut self,
        inquiry: InquiryId,
        client_message_id: &str,
    ) -> StoreResult<Option<ChatMessage>> {
        self.first_entity::<ChatMessageRow, _>(
            chat_messages::table
                .filter(chat_messages::help_inquiry_id.eq(inquiry.0))
                .filter(chat_messages::client_message_id.eq(client_message_id))
                .select(ChatMessageRow::as_select()),
        )
    }

    fn chat_messages(
        &mut self,
        inquiry: InquiryId,
        after: Option<ChatMessageId>,
        page: Page,
    ) -> StoreResult<Paged<ChatMessage>> {
        let after = after.map_or(0, |id| id.0);
        let (total, rows): (i64, Vec<ChatMessageRow>) = self.run(|connection| {
            let wanted = || {
                chat_messages::table
                    .filter(chat_messages::help_inquiry_id.eq(inquiry.0))
                    .filter(chat_messages::id.gt(after))
            };
            Ok((
                wanted().count().get_result(connection)?,
                wanted()
                    .select(ChatMessageRow::as_select())
                    .order(chat_messages::id.desc())
                    .limit(page.limit)
                    .offset(page.offset)
                    .load(connection)?,
            ))
        })?;
        Ok(Paged::new(convert_rows(rows)?, total))
    }

    fn newest_chat_message(&mut self, inquiry: InquiryId) -> StoreResult<Option<ChatMessageId>> {
        let newest: Option<i32> = self.run(|connection| {
            chat_messages::table
                .filter(chat_messages::help_inquiry_id.eq(inquiry.0))
                .select(max(chat_messages::id))
                .first(connection)
        })?;
        Ok(newest.map(ChatMessageId))
    }
}
