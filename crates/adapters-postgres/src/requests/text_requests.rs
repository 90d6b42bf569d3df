use chrono::{DateTime, Utc};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, SelectableHelper, delete, insert_into, update};
use domain::requests::text_request::TextNotificationRequest;
use domain::shared::desk::DeskKind;
use domain::shared::ids::{TextNotificationId, UserId};
use ports::requests::text_requests::TextRequests;
use ports::shared::store_error::StoreResult;

use crate::requests::rows::TextRequestRow;
use crate::store::PgStore;
use schema::text_notification_requests as requests;

impl TextRequests for PgStore<'_> {
    fn insert_text_request(
        &mut self,
        user: UserId,
        phone: &str,
        requested_at: DateTime<Utc>,
    ) -> StoreResult<TextNotificationRequest> {
        let row: TextRequestRow = self.run(|connection| {
            insert_into(requests::table)
                .values((
                    requests::user_id.eq(user.0),
                    requests::phone_number.eq(phone),
                    requests::requested_at.eq(requested_at),
                ))
                .on_conflict((requests::user_id, requests::phone_number))
                .do_nothing()
                .execute(connection)?;
            requests::table
                .filter(requests::user_id.eq(user.0))
                .filter(requests::phone_number.eq(phone))
                .select(TextRequestRow::as_select())
                .first(connection)
        })?;
        let request: TextNotificationRequest = row.into();
        self.notify_desk(DeskKind::TextRequest, request.id.0, None)?;
        Ok(request)
    }

    fn text_request(&mut self, id: TextNotificationId) -> StoreResult<Option<TextNotificationRequest>> {
        let row: Option<TextRequestRow> =
            self.first(requests::table.find(id.0).select(TextRequestRow::as_select()))?;
        Ok(row.map(Into::into))
    }

    fn mark_text_sent(&mut self, id: TextNotificationId, sent_at: DateTime<Utc>) -> StoreResult<()> {
        self.execute(
            update(requests::table.find(id.0))
                .set((requests::is_sent.eq(true), requests::sent_at.eq(sent_at))),
        )
    }

    fn delete_text_request(&mut self, id: TextNotificationId) -> StoreResult<bool> {
        let deleted = self.count_changed(delete(requests::table.find(id.0)))?;
        self.notify_desk(DeskKind::TextRequest, id.0, None)?;
        Ok(deleted > 0)
    }
}
