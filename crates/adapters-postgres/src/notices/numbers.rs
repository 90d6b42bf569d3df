use chrono::{DateTime, Utc};
use diesel::sql_types::{BigInt, Binary, Integer, Text, Timestamptz};
use diesel::{OptionalExtension, QueryableByName, RunQueryDsl, sql_query};
use domain::notices::notice::PhoneState;
use domain::shared::ids::{TextNotificationId, UserId};
use ports::notices::numbers::{SentCode, TextNumber, TextNumbers};
use ports::shared::store_error::StoreResult;

use crate::notices::rows::{CodeRow, NumberRow};
use crate::shared::rows::{entities, parsed};
use crate::store::PgStore;

const NUMBER: &str = "SELECT r.id, r.user_id, r.phone_number, r.confirmed_at, s.state, s.since
    FROM text_notification_requests r LEFT JOIN phone_states s ON s.phone = r.phone_number WHERE r.user_id IS NOT NULL AND";

#[derive(QueryableByName)]
struct Counts {
    #[diesel(sql_type = BigInt)]
    one: i64,
    #[diesel(sql_type = BigInt)]
    other: i64,
}

#[derive(QueryableByName)]
struct WordRow {
    #[diesel(sql_type = Text)]
    word: String,
}

impl TextNumbers for PgStore<'_> {
    fn text_numbers_of(&mut self, user: UserId) -> StoreResult<Vec<TextNumber>> {
        let rows: Vec<NumberRow> = self.run(|connection| {
            sql_query(format!("{NUMBER} r.user_id = $1 ORDER BY r.id"))
                .bind::<Integer, _>(user.0)
                .load(connection)
        })?;
        entities(rows)
    }

    fn text_number(&mut self, id: TextNotificationId) -> StoreResult<Option<TextNumber>> {
        let row: Option<NumberRow> = self.run(|connection| {
            sql_query(format!("{NUMBER} r.id = $1"))
                .bind::<Integer, _>(id.0)
                .get_result(connection)
                .optional()
        })?;
        row.map(TextNumber::try_from).transpose()
    }

    fn owner_of_phone(&mut self, phone: &str) -> StoreResult<Option<TextNumber>> {
        let row: Option<NumberRow> = self.run(|connection| {
            sql_query(format!(
                "{NUMBER} r.phone_number = $1 ORDER BY r.confirmed_at DESC NULLS LAST, r.id DESC LIMIT 1"
            ))
            .bind::<Text, _>(phone)
            .get_result(connection)
            .optional()
        })?;
        row.map(TextNumber::try_from).transpose()
    }

    fn plan_code(
        &mut self,
        user: UserId,
        request: TextNotificationId,
        phone: &str,
        planned_at: DateTime<Utc>,
    ) -> StoreResult<()> {
        self.run(|connection| {
            sql_query(
                "WITH fresh AS (
                     INSERT INTO notices (user_id, channel, kind, day, request_id, phone, due_at)
                     VALUES ($1, 'text', 'code', $4::date, $2, $3, $4) RETURNING id, due_at
                 ) INSERT INTO jobs (kind, payload, run_at) SELECT 'send_text', jsonb_build_object('notice', id::text), due_at FROM fresh",
            )
            .bind::<Integer, _>(user.0)
            .bind::<Integer, _>(request.0)
            .bind::<Text, _>(phone)
            .bind::<Timestamptz, _>(planned_at)
            .execute(connection)
        })?;
        Ok(())
    }

    fn count_codes(&mut self, user: UserId, phone: &str, since: DateTime<Utc>) -> StoreResult<(i64, i64)> {
        let counts: Counts = self.run(|connection| {
            sql_query(
                "SELECT (SELECT count(*) FROM notices WHERE user_id = $1 AND kind = 'code' AND due_at > $3) AS one,
                     (SELECT count(*) FROM notices WHERE phone = $2 AND kind = 'code' AND due_at > $3) AS other",
            )
            .bind::<Integer, _>(user.0)
            .bind::<Text, _>(phone)
            .bind::<Timestamptz, _>(since)
            .get_result(connection)
        })?;
        Ok((counts.one, counts.other))
    }

    fn lock_code(&mut self, id: TextNotificationId) -> StoreResult<Option<SentCode>> {
        let row: Option<CodeRow> = self.run(|connection| {
            sql_query(
                "SELECT code_salt, code_hash, code_expires_at, code_tries FROM text_notification_requests WHERE id = $1 FOR UPDATE",
            )
            .bind::<Integer, _>(id.0)
            .get_result(connection)
            .optional()
        })?;
        row.map_or(Ok(None), CodeRow::read)
    }

    fn store_code(&mut self, id: TextNotificationId, code: &SentCode) -> StoreResult<()> {
        self.run(|connection| {
            sql_query(
                "UPDATE text_notification_requests SET code_salt = $2, code_hash = $3, code_expires_at = $4, code_tries = $5
                 WHERE id = $1",
            )
            .bind::<Integer, _>(id.0)
            .bind::<Binary, _>(code.salt.as_slice())
            .bind::<Binary, _>(code.hash.0.as_slice())
            .bind::<Timestamptz, _>(code.expires_at)
            .bind::<Integer, _>(code.tries)
            .execute(connection)
        })?;
        Ok(())
    }

    fn count_wrong_number_code(&mut self, id: TextNotificationId) -> StoreResult<()> {
        self.run(|connection| {
            sql_query("UPDATE text_notification_requests SET code_tries = code_tries + 1 WHERE id = $1")
                .bind::<Integer, _>(id.0)
                .execute(connection)
        })?;
        Ok(())
    }

    fn confirm_number(&mut self, id: TextNotificationId, confirmed_at: DateTime<Utc>) -> StoreResult<()> {
        self.run(|connection| {
            sql_query(
                "UPDATE text_notification_requests SET confirmed_at = $2, code_salt = NULL, code_hash = NULL,
                     code_expires_at = NULL, code_tries = 0 WHERE id = $1",
            )
            .bind::<Integer, _>(id.0)
            .bind::<Timestamptz, _>(confirmed_at)
            .execute(connection)
        })?;
        Ok(())
    }

    fn phone_state(&mut self, phone: &str) -> StoreResult<Option<PhoneState>> {
        let row: Option<WordRow> = self.run(|connection| {
            sql_query("SELECT state AS word FROM phone_states WHERE phone = $1")
                .bind::<Text, _>(phone)
                .get_result(connection)
                .optional()
        })?;
        row.map(|row| parsed("phone_states.state", &row.word, PhoneState::parse)).transpose()
    }

    fn set_phone_state(
        &mut self,
        phone: &str,
        state: Option<PhoneState>,
        changed_at: DateTime<Utc>,
    ) -> StoreResult<()> {
        self.run(|connection| match state {
            None => sql_query("DELETE FROM phone_states WHERE phone = $1")
                .bind::<Text, _>(phone)
                .execute(connection),
            Some(state) => sql_query(
                "INSERT INTO phone_states (phone, state, since) VALUES ($1, $2, $3)
                 ON CONFLICT (phone) DO UPDATE SET state = excluded.state, since = excluded.since",
            )
            .bind::<Text, _>(phone)
            .bind::<Text, _>(state.as_str())
            .bind::<Timestamptz, _>(changed_at)
            .execute(connection),
        })?;
        Ok(())
    }
}
