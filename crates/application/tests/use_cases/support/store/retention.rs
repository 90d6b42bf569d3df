//! Deletes expired records from the in-memory database.

use chrono::{DateTime, Utc};
use domain::shared::retention::RetainedData;
use ports::shared::retention::ExpiredRecords;
use ports::shared::store_error::StoreResult;

use crate::support::store::unit::Unit;

/// Deletes up to `limit` expired rows, and returns how many it deleted.
fn delete<T>(rows: &mut Vec<T>, limit: i64, is_expired: impl Fn(&T) -> bool) -> usize {
    let (before, limit) = (rows.len(), usize::try_from(limit).unwrap());
    let mut left = limit;
    rows.retain(|row| {
        let goes = left > 0 && is_expired(row);
        left -= usize::from(goes);
        !goes
    });
    before - rows.len()
}

impl ExpiredRecords for Unit<'_> {
    fn delete_expired(
        &mut self,
        kind: RetainedData,
        before: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<usize> {
        let tables = &mut *self.tables;
        Ok(match kind {
            RetainedData::Sessions => {
                delete(&mut tables.sessions, limit, |(_, session)| session.expires_at <= before)
            }
            RetainedData::PendingLogins => {
                delete(&mut tables.staff.pending, limit, |(_, login)| login.expires_at <= before)
            }
            RetainedData::Blocks => {
                let blocks = tables.blocks.drain(..).zip(tables.block_ids.drain(..));
                let mut blocks: Vec<_> = blocks.collect();
                let deleted = delete(&mut blocks, limit, |(block, _)| block.expires_at <= before);
                (tables.blocks, tables.block_ids) = blocks.into_iter().unzip();
                deleted
            }
            RetainedData::Links => delete(&mut tables.links, limit, |row| row.link.created_at < before),
            RetainedData::Invitations => {
                delete(&mut tables.staff.invitations, limit, |(one, ..)| one.expires_at < before)
            }
            RetainedData::LoginFailures => delete(&mut tables.failures, limit, |row| row.at < before),
            RetainedData::LoginAddresses => delete(&mut tables.places, limit, |row| row.seen_at < before),
            RetainedData::Declines => {
                delete(&mut tables.declines, limit, |row| row.decline.declined_at < before)
            }
            RetainedData::UnconfirmedMessages => {
                let counted = &mut tables.notices.to_unconfirmed;
                let expired = counted.iter_mut().filter(|row| row.as_ref().is_some_and(|row| row.2 < before));
                expired.take(usize::try_from(limit).unwrap()).map(|row| *row = None).count()
            }
            RetainedData::Jobs => {
                let is_expired = |done_at: DateTime<Utc>| done_at < before;
                delete(&mut tables.jobs, limit, |row| row.done_at.is_some_and(is_expired))
            }
            RetainedData::SecurityEvents => delete(&mut tables.security, limit, |event| event.at < before),
            RetainedData::CspReports => {
                delete(&mut tables.csp_reports, limit, |(day, ..)| *day < before.date_naive())
            }
            RetainedData::Chats => {
                let is_expired = |resolved_at: DateTime<Utc>| resolved_at < before;
                delete(&mut tables.inquiries, limit, |row| row.resolved_at.is_some_and(is_expired))
            }
            RetainedData::Notes => delete(&mut tables.notes, limit, |note| note.created_at < before),
            RetainedData::Notices => {
                delete(&mut tables.notices.notices, limit, |notice| notice.due_at < before)
            }
            RetainedData::Replies => delete(&mut tables.notices.replies, limit, |(_, reply)| {
                reply.received_at < before && reply.is_solved
            }),
            RetainedData::SourceRuns => delete(&mut tables.sources.runs, limit, |run| {
                run.started_at < before && run.ended_at.is_some()
            }),
            RetainedData::UnclaimedCitations => {
                delete(&mut tables.imports.waiting, limit, |row| row.created_at < before)
            }
            RetainedData::UnsolvedDigits => {
                let users = &tables.users;
                delete(&mut tables.sealed_digits, limit, |(owner, _)| {
                    let mut own = users.iter().filter(|user| user.id == *owner);
                    own.any(|user| user.status_requested_at.is_some_and(|at| at < before))
                })
            }
            RetainedData::PaymentAddresses
            | RetainedData::ProviderEvents
            | RetainedData::UnreadEvents
            | RetainedData::AbandonedPayments
            | RetainedData::CaseSecrets
            | RetainedData::IncompleteOriginals => panic!("only PostgreSQL deletes {kind}"),
        })
    }
}
