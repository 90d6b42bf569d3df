use chrono::{DateTime, Utc};
use diesel::dsl::not;
use diesel::sql_types::{BigInt, Integer};
use diesel::{ExpressionMethods, QueryDsl, insert_into, sql_query, update};
use domain::shared::desk::DeskKind;
use domain::shared::ids::{ReplyId, UserId};
use ports::notices::replies::{NewReply, Replies, Reply};
use ports::shared::store_error::StoreResult;

use crate::notices::rows::ReplyRow;
use crate::shared::search::without_nul;
use crate::store::PgStore;
use schema::notice_replies;

/// Selects replies with their drivers' names. A condition must be appended.
const REPLY: &str =
    "SELECT r.id, r.phone, r.user_id, r.notice_id, r.body, r.meaning, r.received_at, r.is_solved,
    coalesce(u.full_name, split_part(u.email, '@', 1)) AS driver_name
    FROM notice_replies r LEFT JOIN users u ON u.id = r.user_id WHERE";

impl Replies for PgStore<'_> {
    fn insert_reply(&mut self, reply: &NewReply) -> StoreResult<Option<ReplyId>> {
        let id: Option<i32> = self.optional(
            insert_into(notice_replies::table)
                .values((
                    notice_replies::provider_id.eq(without_nul(&reply.provider_id)),
                    notice_replies::phone.eq(&reply.phone),
                    notice_replies::user_id.eq(reply.user_id.map(|id| id.0)),
                    notice_replies::notice_id.eq(reply.notice_id.map(|id| id.0)),
                    notice_replies::body.eq(reply.body.as_deref().map(without_nul)),
                    notice_replies::meaning.eq(reply.meaning.as_str()),
                    notice_replies::received_at.eq(reply.received_at),
                    notice_replies::is_solved.eq(!reply.meaning.is_for_staff()),
                ))
                .on_conflict(notice_replies::provider_id)
                .do_nothing()
                .returning(notice_replies::id),
        )?;
        if let Some(id) = id {
            self.notify_desk(DeskKind::Reply, id, None)?;
        }
        Ok(id.map(ReplyId))
    }

    fn lock_reply(&mut self, id: ReplyId) -> StoreResult<Option<Reply>> {
        self.optional_entity::<ReplyRow, _>(
            // SQL: the query builder has no FOR UPDATE OF. With it, only one of the joined tables is locked.
            sql_query(format!("{REPLY} r.id = $1 FOR UPDATE OF r")).bind::<Integer, _>(id.0),
        )
    }

    fn open_replies(&mut self, limit: i64) -> StoreResult<Vec<Reply>> {
        self.entities::<ReplyRow, _>(
            // SQL: raw, because the statement contains `REPLY`, which `lock_reply` also uses.
            sql_query(format!("{REPLY} NOT r.is_solved ORDER BY r.id LIMIT $1")).bind::<BigInt, _>(limit),
        )
    }

    fn count_open_replies(&mut self) -> StoreResult<i64> {
        let open = notice_replies::table.filter(not(notice_replies::is_solved));
        self.get_result(open.count())
    }

    fn replies_of(&mut self, user: UserId, limit: i64) -> StoreResult<Vec<Reply>> {
        self.entities::<ReplyRow, _>(
            // SQL: raw, because the statement contains `REPLY`, which `lock_reply` also uses.
            sql_query(format!("{REPLY} r.user_id = $1 ORDER BY r.id DESC LIMIT $2"))
                .bind::<Integer, _>(user.0)
                .bind::<BigInt, _>(limit),
        )
    }

    fn solve_reply(&mut self, id: ReplyId, solved_by: UserId, solved_at: DateTime<Utc>) -> StoreResult<()> {
        self.execute(update(notice_replies::table.find(id.0)).set((
            notice_replies::is_solved.eq(true),
            notice_replies::solved_by.eq(solved_by.0),
            notice_replies::solved_at.eq(solved_at),
        )))
    }
}
