use chrono::{DateTime, Utc};
use diesel::sql_types::{Integer, Text, Timestamptz};
use diesel::{
    ExpressionMethods, JoinOnDsl, NullableExpressionMethods, PgSortExpressionMethods, QueryDsl,
    SelectableHelper, delete, insert_into, select, sql_query, update,
};
use domain::notices::notice::{NoticeKind, PhoneState};
use domain::shared::ids::{TextNotificationId, UserId};
use ports::notices::numbers::{CodeCounts, SentCode, TextNumber, TextNumbers};
use ports::shared::store_error::StoreResult;

use crate::notices::rows::{CodeRow, NumberRow};
use crate::shared::rows::parse_optional_word;
use crate::store::PgStore;
use schema::{notices, phone_states, text_notification_requests as requests};

/// Generates the query for drivers' numbers with their states.
macro_rules! numbers {
    () => {
        requests::table
            .left_join(phone_states::table.on(phone_states::phone.eq(requests::phone_number)))
            .filter(requests::user_id.is_not_null())
            .select((
                requests::id,
                requests::user_id.assume_not_null(),
                requests::phone_number,
                requests::confirmed_at,
                phone_states::state.nullable(),
                phone_states::since.nullable(),
            ))
    };
}

impl TextNumbers for PgStore<'_> {
    fn text_numbers_of(&mut self, user: UserId) -> StoreResult<Vec<TextNumber>> {
        self.entities::<NumberRow, _>(numbers!().filter(requests::user_id.eq(user.0)).order(requests::id))
    }

    fn text_number(&mut self, id: TextNotificationId) -> StoreResult<Option<TextNumber>> {
        self.first_entity::<NumberRow, _>(numbers!().filter(requests::id.eq(id.0)))
    }

    fn owner_of_phone(&mut self, phone: &str) -> StoreResult<Option<TextNumber>> {
        self.first_entity::<NumberRow, _>(
            numbers!()
                .filter(requests::phone_number.eq(phone))
                .order((requests::confirmed_at.desc().nulls_last(), requests::id.desc())),
        )
    }

    fn plan_confirmation_code(
        &mut self,
        user: UserId,
        request: TextNotificationId,
        phone: &str,
        planned_at: DateTime<Utc>,
    ) -> StoreResult<()> {
        self.execute(
            // SQL: the query builder has no CTEs. With a CTE, one statement stores the message and its job.
            sql_query(
                "WITH fresh AS (
                     INSERT INTO notices (user_id, channel, kind, day, request_id, phone, due_at)
                     VALUES ($1, 'text', 'code', $4::date, $2, $3, $4) RETURNING id, due_at
                 ) INSERT INTO jobs (kind, payload, run_at) SELECT 'send_text', jsonb_build_object('notice', id::text), due_at FROM fresh",
            )
            .bind::<Integer, _>(user.0)
            .bind::<Integer, _>(request.0)
            .bind::<Text, _>(phone)
            .bind::<Timestamptz, _>(planned_at),
        )
    }

    fn count_confirmation_codes(
        &mut self,
        user: UserId,
        phone: &str,
        since: DateTime<Utc>,
    ) -> StoreResult<CodeCounts> {
        let codes = notices::table
            .filter(notices::kind.eq(NoticeKind::Code.as_str()))
            .filter(notices::due_at.gt(since));
        let to_user = codes.filter(notices::user_id.eq(user.0)).count().single_value();
        let to_phone = codes.filter(notices::phone.eq(phone)).count().single_value();
        let (to_user, to_phone): (Option<i64>, Option<i64>) = self.get_result(select((to_user, to_phone)))?;
        Ok(CodeCounts { of_driver: to_user.unwrap_or_default(), to_number: to_phone.unwrap_or_default() })
    }

    fn lock_confirmation_code(&mut self, id: TextNotificationId) -> StoreResult<Option<SentCode>> {
        let row: Option<CodeRow> =
            self.first(requests::table.find(id.0).select(CodeRow::as_select()).for_update())?;
        row.map_or(Ok(None), CodeRow::into_sent_code)
    }

    fn store_confirmation_code(&mut self, id: TextNotificationId, code: &SentCode) -> StoreResult<()> {
        self.execute(update(requests::table.find(id.0)).set((
            requests::code_salt.eq(code.salt.as_slice()),
            requests::code_hash.eq(code.hash.0.as_slice()),
            requests::code_expires_at.eq(code.expires_at),
            requests::code_tries.eq(code.tries),
        )))
    }

    fn count_wrong_confirmation_code(&mut self, id: TextNotificationId) -> StoreResult<()> {
        self.execute(
            update(requests::table.find(id.0)).set(requests::code_tries.eq(requests::code_tries + 1)),
        )
    }

    fn confirm_number(&mut self, id: TextNotificationId, confirmed_at: DateTime<Utc>) -> StoreResult<()> {
        self.execute(update(requests::table.find(id.0)).set((
            requests::confirmed_at.eq(confirmed_at),
            requests::code_salt.eq(None::<Vec<u8>>),
            requests::code_hash.eq(None::<Vec<u8>>),
            requests::code_expires_at.eq(None::<DateTime<Utc>>),
            requests::code_tries.eq(0),
        )))
    }

    fn phone_state(&mut self, phone: &str) -> StoreResult<Option<PhoneState>> {
        let word: Option<String> = self.first(phone_states::table.find(phone).select(phone_states::state))?;
        parse_optional_word("phone_states.state", word.as_deref(), PhoneState::parse)
    }

    fn stop_texts(&mut self, phone: &str, stopped_at: DateTime<Utc>) -> StoreResult<()> {
        let row = (phone_states::state.eq(PhoneState::Stopped.as_str()), phone_states::since.eq(stopped_at));
        self.execute(
            insert_into(phone_states::table)
                .values((phone_states::phone.eq(phone), row))
                .on_conflict(phone_states::phone)
                .do_update()
                .set(row),
        )
    }

    fn pause_texts(&mut self, phone: &str, paused_at: DateTime<Utc>) -> StoreResult<()> {
        let row = (phone_states::state.eq(PhoneState::Paused.as_str()), phone_states::since.eq(paused_at));
        self.execute(
            insert_into(phone_states::table)
                .values((phone_states::phone.eq(phone), row))
                .on_conflict_do_nothing(),
        )
    }

    fn resume_texts(&mut self, phone: &str) -> StoreResult<()> {
        self.execute(delete(phone_states::table.find(phone)))
    }

    fn resume_paused_texts(&mut self, phone: &str) -> StoreResult<()> {
        let paused =
            phone_states::table.find(phone).filter(phone_states::state.eq(PhoneState::Paused.as_str()));
        self.execute(delete(paused))
    }
}
