use chrono::{DateTime, Utc};
use diesel::sql_types::{BigInt, Bool, Integer, Nullable, Text, Timestamptz};
use diesel::{OptionalExtension, RunQueryDsl, sql_query};
use domain::shared::ids::{ReplyId, UserId};
use ports::notices::replies::{NewReply, Replies, Reply};
use ports::shared::store_error::StoreResult;

use crate::notices::rows::{Id, ReplyRow};
use crate::shared::rows::{Count, entities};
use crate::shared::search::without_nul;
use crate::store::PgStore;

const REPLY: &str =
    "SELECT r.id, r.phone, r.user_id, r.notice_id, r.body, r.meaning, r.received_at, r.is_solved,
    coalesce(u.full_name, split_part(u.email, '@', 1)) AS driver_name
    FROM notice_replies r LEFT JOIN users u ON u.id = r.user_id WHERE";

impl Replies for PgStore<'_> {
    fn insert_reply(&mut self, reply: &NewReply) -> StoreResult<Option<ReplyId>> {
        let row: Option<Id> = self.run(|connection| {
            sql_query(
                "INSERT INTO notice_replies (provider_id, phone, user_id, notice_id, body, meaning, received_at, is_solved)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (provider_id) DO NOTHING RETURNING id",
            )
            .bind::<Text, _>(without_nul(&reply.provider_id))
            .bind::<Text, _>(&reply.phone)
            .bind::<Nullable<Integer>, _>(reply.user_id.map(|id| id.0))
            .bind::<Nullable<Integer>, _>(reply.notice_id.map(|id| id.0))
            .bind::<Nullable<Text>, _>(reply.body.as_deref().map(without_nul))
            .bind::<Text, _>(reply.meaning.as_str())
            .bind::<Timestamptz, _>(reply.received_at)
            .bind::<Bool, _>(!reply.meaning.is_for_staff())
            .get_result(connection)
            .optional()
        })?;
        Ok(row.map(|row| ReplyId(row.id)))
    }

    fn lock_reply(&mut self, id: ReplyId) -> StoreResult<Option<Reply>> {
        let row: Option<ReplyRow> = self.run(|connection| {
            sql_query(format!("{REPLY} r.id = $1 FOR UPDATE OF r"))
                .bind::<Integer, _>(id.0)
                .get_result(connection)
                .optional()
        })?;
        row.map(Reply::try_from).transpose()
    }

    fn open_replies(&mut self, limit: i64) -> StoreResult<Vec<Reply>> {
        let rows: Vec<ReplyRow> = self.run(|connection| {
            sql_query(format!("{REPLY} NOT r.is_solved ORDER BY r.id LIMIT $1"))
                .bind::<BigInt, _>(limit)
                .load(connection)
        })?;
        entities(rows)
    }

    fn count_open_replies(&mut self) -> StoreResult<i64> {
        let found: Count = self.run(|connection| {
            sql_query("SELECT count(*) AS n FROM notice_replies WHERE NOT is_solved").get_result(connection)
        })?;
        Ok(found.n)
    }

    fn replies_of(&mut self, user: UserId, limit: i64) -> StoreResult<Vec<Reply>> {
        let rows: Vec<ReplyRow> = self.run(|connection| {
            sql_query(format!("{REPLY} r.user_id = $1 ORDER BY r.id DESC LIMIT $2"))
                .bind::<Integer, _>(user.0)
                .bind::<BigInt, _>(limit)
                .load(connection)
        })?;
        entities(rows)
    }

    fn solve_reply(&mut self, id: ReplyId, solved_by: UserId, solved_at: DateTime<Utc>) -> StoreResult<()> {
        self.run(|connection| {
            sql_query(
                "UPDATE notice_replies SET is_solved = true, solved_by = $2, solved_at = $3 WHERE id = $1",
            )
            .bind::<Integer, _>(id.0)
            .bind::<Integer, _>(solved_by.0)
            .bind::<Timestamptz, _>(solved_at)
            .execute(connection)
        })?;
        Ok(())
    }
}
