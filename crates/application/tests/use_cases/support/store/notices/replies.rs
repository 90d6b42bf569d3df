//! In-memory store of replies by text.

use std::cmp::Reverse;

use chrono::{DateTime, Utc};
use domain::shared::ids::{ReplyId, UserId};
use ports::notices::replies::{NewReply, Replies, Reply};
use ports::shared::store_error::StoreResult;

use crate::support::store::audit_trail::without_nul;
use crate::support::store::unit::Unit;

impl Replies for Unit<'_> {
    fn insert_reply(&mut self, new: &NewReply) -> StoreResult<Option<ReplyId>> {
        let provider_id = without_nul(&new.provider_id);
        if self.tables.notices.replies.iter().any(|(id, _)| *id == provider_id) {
            return Ok(None);
        }
        let id = ReplyId(self.tables.next_id("replies", self.tables.notices.replies.len()));
        let reply = Reply {
            id,
            phone: Some(new.phone.clone()),
            user_id: new.user_id,
            notice_id: new.notice_id,
            body: new.body.as_deref().map(without_nul),
            meaning: new.meaning,
            received_at: new.received_at,
            is_solved: !new.meaning.is_for_staff(),
            driver_name: None,
        };
        self.tables.notices.replies.push((provider_id, reply));
        Ok(Some(id))
    }

    fn lock_reply(&mut self, id: ReplyId) -> StoreResult<Option<Reply>> {
        Ok(self.replies().find(|reply| reply.id == id))
    }

    fn open_replies(&mut self, limit: i64) -> StoreResult<Vec<Reply>> {
        let open = self.replies().filter(|reply| !reply.is_solved);
        Ok(open.take(usize::try_from(limit).unwrap()).collect())
    }

    fn count_open_replies(&mut self) -> StoreResult<i64> {
        Ok(self.replies().filter(|reply| !reply.is_solved).count().try_into().unwrap())
    }

    fn replies_of(&mut self, user: UserId, limit: i64) -> StoreResult<Vec<Reply>> {
        let mut own: Vec<Reply> = self.replies().filter(|reply| reply.user_id == Some(user)).collect();
        own.sort_by_key(|reply| Reverse(reply.id));
        own.truncate(usize::try_from(limit).unwrap());
        Ok(own)
    }

    fn solve_reply(&mut self, id: ReplyId, _: UserId, _: DateTime<Utc>) -> StoreResult<()> {
        self.tables.notices.replies.iter_mut().filter(|(_, reply)| reply.id == id).for_each(|(_, reply)| {
            reply.is_solved = true;
        });
        Ok(())
    }
}

impl Unit<'_> {
    /// Returns all replies with the names of their drivers, oldest first.
    fn replies(&self) -> impl Iterator<Item = Reply> {
        let name_of = |id| {
            let driver = self.tables.users.iter().find(|user| user.id == id)?;
            Some(driver.display_name().to_owned())
        };
        let replies = self.tables.notices.replies.iter().map(|(_, reply)| reply);
        replies.map(move |reply| Reply { driver_name: reply.user_id.and_then(name_of), ..reply.clone() })
    }
}
