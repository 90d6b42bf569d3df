//! In-memory store of failed logins, recognized networks, blocks, CSP reports and monitoring figures. Also
//! reads security events and the audit trail.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use domain::security::csp_report::CspReport;
use domain::shared::ids::UserId;
use ports::security::csp_reports::{CspCount, CspReports};
use ports::security::guard::{Block, Guard, LoginFailures};
use ports::security::watch::{
    AuditFilter, ConnectionSecurity, ConnectionState, EventFilter, RecordedEntry, RecordedEvent,
    SeverityCount, Watch,
};
use ports::shared::paging::{Page, Paged};
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::StoreResult;

use crate::support::store::audit_trail::{text_fields, without_nul};
use crate::support::store::unit::Unit;

/// A row of the table of addresses that users have logged in from.
#[derive(Clone)]
pub struct MemoryPlace {
    pub user: UserId,
    pub address: String,
    pub seen_at: DateTime<Utc>,
}

/// A row of the table of failed logins.
#[derive(Clone)]
pub struct MemoryFailure {
    pub address: String,
    pub account: Option<TokenHash>,
    pub at: DateTime<Utc>,
}

impl Guard for Unit<'_> {
    fn failed_logins_from(&mut self, address: &str, since: DateTime<Utc>) -> StoreResult<LoginFailures> {
        let times: Vec<_> = self
            .tables
            .failures
            .iter()
            .filter(|row| row.address == address && row.at > since)
            .map(|row| row.at)
            .collect();
        Ok(LoginFailures { count: i64::try_from(times.len()).unwrap(), last: times.into_iter().max() })
    }

    fn time_of_nth_failed_login(
        &mut self,
        account: &TokenHash,
        nth: u32,
        since: DateTime<Utc>,
    ) -> StoreResult<Option<DateTime<Utc>>> {
        let is_on = |at: &&DateTime<Utc>| **at > since;
        let mut times: Vec<_> = self
            .tables
            .failures
            .iter()
            .filter(|row| row.account.as_ref() == Some(account))
            .map(|row| &row.at)
            .filter(is_on)
            .collect();
        times.sort();
        Ok(times.into_iter().rev().nth(usize::try_from(nth).unwrap() - 1).copied())
    }

    fn insert_failed_login(
        &mut self,
        address: &str,
        account: Option<TokenHash>,
        failed_at: DateTime<Utc>,
    ) -> StoreResult<()> {
        self.must_be_transaction();
        let (address, account) = (address.to_owned(), account);
        self.tables.failures.push(MemoryFailure { address, account, at: failed_at });
        Ok(())
    }

    fn clear_login_failures(&mut self, address: &str, account: &TokenHash) -> StoreResult<()> {
        self.tables.failures.retain(|row| row.address != address || row.account.as_ref() != Some(account));
        Ok(())
    }

    fn clear_address_failures(&mut self, address: &str) -> StoreResult<()> {
        self.tables.failures.retain(|row| row.address != address);
        Ok(())
    }

    fn clear_account_failures(&mut self, account: &TokenHash) -> StoreResult<()> {
        self.tables.failures.retain(|row| row.account.as_ref() != Some(account));
        Ok(())
    }

    fn is_known_address(&mut self, user: UserId, address: &str) -> StoreResult<bool> {
        Ok(self.tables.places.iter().any(|place| (place.user, place.address.as_str()) == (user, address)))
    }

    fn remember_address(&mut self, user: UserId, address: &str, now: DateTime<Utc>) -> StoreResult<()> {
        self.tables.places.retain(|place| (place.user, place.address.as_str()) != (user, address));
        self.tables.places.push(MemoryPlace { user, address: address.to_owned(), seen_at: now });
        Ok(())
    }

    fn recent_login_addresses(&mut self, limit: i64) -> StoreResult<Vec<String>> {
        let mut places: Vec<_> = self.tables.places.iter().collect();
        places.sort_by_key(|place| Reverse(place.seen_at));
        let newest = places.into_iter().take(usize::try_from(limit).unwrap());
        Ok(newest.map(|place| place.address.clone()).collect())
    }

    fn block_address(&mut self, block: &Block) -> StoreResult<i32> {
        self.must_be_transaction();
        let block = Block { reason: without_nul(&block.reason), ..block.clone() };
        let known = self.tables.blocks.iter_mut().zip(&self.tables.block_ids);
        if let Some((stored, id)) = known.into_iter().find(|(stored, _)| stored.address == block.address) {
            *stored = block;
            return Ok(*id);
        }
        let id = self.tables.next_id("blocks", self.tables.blocks.len());
        self.tables.blocks.push(block);
        self.tables.block_ids.push(id);
        Ok(id)
    }

    fn unblock_address(&mut self, address: &str, now: DateTime<Utc>) -> StoreResult<Option<(i32, Block)>> {
        let is_blocked_now = |block: &Block| block.address == address && block.expires_at > now;
        let place = self.tables.blocks.iter().position(is_blocked_now);
        Ok(place.map(|place| (self.tables.block_ids.remove(place), self.tables.blocks.remove(place))))
    }

    fn blocks(&mut self, now: DateTime<Utc>, limit: i64) -> StoreResult<Vec<Block>> {
        let blocks = self.tables.blocks.iter().zip(&self.tables.block_ids);
        let mut current: Vec<_> = blocks.filter(|(block, _)| block.expires_at > now).collect();
        current.sort_by_key(|(block, id)| Reverse((block.blocked_at, **id)));
        let newest = current.into_iter().take(usize::try_from(limit).unwrap());
        Ok(newest.map(|(block, _)| block.clone()).collect())
    }
}

impl Watch for Unit<'_> {
    fn security_events(&mut self, filter: &EventFilter, page: Page) -> StoreResult<Paged<RecordedEvent>> {
        let recorded = self.tables.security.iter().zip(1..).map(|(event, id)| RecordedEvent {
            id,
            kind: event.kind.as_str().to_owned(),
            severity: event.kind.severity().as_str().to_owned(),
            address: event.address.clone(),
            path: event.path.clone(),
            user_id: event.user_id,
            times: event.times,
            at: event.at,
        });
        let is_wanted = |event: &RecordedEvent| {
            filter.kind.is_none_or(|kind| event.kind == kind.as_str())
                && filter.severity.is_none_or(|severity| event.severity == severity.as_str())
                && filter.address.as_ref().is_none_or(|address| event.address == *address)
                && filter.from.is_none_or(|from| event.at >= from)
                && filter.to.is_none_or(|to| event.at < to)
        };
        let wanted = recorded.filter(is_wanted).map(|event| ((event.at, event.id), event)).collect();
        let before = filter.before.map(|id| (self.tables.security[usize::try_from(id - 1).unwrap()].at, id));
        Ok(page_newest_first(wanted, before, page))
    }

    fn security_event_counts(&mut self, since: DateTime<Utc>) -> StoreResult<Vec<SeverityCount>> {
        let mut counts = BTreeMap::new();
        for event in self.tables.security.iter().filter(|event| event.at >= since) {
            *counts.entry(event.kind.severity().as_str()).or_insert(0) += i64::from(event.times);
        }
        let count = |(severity, times): (&str, i64)| SeverityCount { severity: severity.to_owned(), times };
        Ok(counts.into_iter().map(count).collect())
    }

    fn audit_entries(&mut self, filter: &AuditFilter, page: Page) -> StoreResult<Paged<RecordedEntry>> {
        let recorded = self.tables.audit.iter().zip(1..).map(|(entry, id)| RecordedEntry {
            id,
            actor: entry.actor,
            actor_email: self
                .tables
                .open_users()
                .find(|user| Some(user.id) == entry.actor)
                .map(|user| user.email.clone()),
            action: entry.action.as_str().to_owned(),
            subject_kind: entry.subject_kind.as_str().to_owned(),
            subject_id: entry.subject_id,
            before: text_fields(&entry.before),
            after: text_fields(&entry.after),
            address: entry.address.clone(),
            at: entry.at,
        });
        let is_wanted = |entry: &RecordedEntry| {
            filter.id.is_none_or(|id| entry.id == id)
                && filter.actor.is_none_or(|actor| entry.actor == Some(actor))
                && filter.action.is_none_or(|action| entry.action == action.as_str())
                && filter.subject_kind.is_none_or(|kind| entry.subject_kind == kind.as_str())
                && filter.subject_id.is_none_or(|id| entry.subject_id == id)
                && filter.from.is_none_or(|from| entry.at >= from)
                && filter.to.is_none_or(|to| entry.at < to)
        };
        let wanted = recorded.filter(is_wanted).map(|entry| ((entry.at, entry.id), entry)).collect();
        let before = filter.before.map(|id| (self.tables.audit[usize::try_from(id - 1).unwrap()].at, id));
        Ok(page_newest_first(wanted, before, page))
    }

    fn password_hashes_of(&mut self, emails: &[&'static str]) -> StoreResult<Vec<String>> {
        let is_meant = |id: &UserId| {
            let mut users = self.tables.open_users();
            users.any(|user| user.id == *id && emails.contains(&user.email.to_lowercase().as_str()))
        };
        let hashes = self.tables.password_hashes.iter().filter(|(id, _)| is_meant(id));
        Ok(hashes.map(|(_, hash)| hash.clone()).collect())
    }

    fn connection_state(&mut self) -> StoreResult<ConnectionState> {
        Ok(ConnectionState {
            connection_security: ConnectionSecurity::Local,
            role: "lanewise_server".to_owned(),
            is_schema_current: true,
            months_ahead: 12,
            version: 150_008,
            is_standby: false,
            standbys: 1,
            now: DateTime::UNIX_EPOCH,
        })
    }
}

impl CspReports for Unit<'_> {
    fn lock_csp_reports(&mut self) -> StoreResult<()> {
        self.must_be_transaction();
        Ok(())
    }

    fn count_csp_rows(&mut self, day: NaiveDate) -> StoreResult<i64> {
        let rows = self.tables.csp_reports.iter().filter(|(known, _, _)| *known == day).count();
        Ok(i64::try_from(rows).unwrap())
    }

    fn has_csp_row(&mut self, day: NaiveDate, report: &CspReport) -> StoreResult<bool> {
        Ok(self.tables.csp_reports.iter().any(|(known, row, _)| (*known, row) == (day, report)))
    }

    fn add_csp_reports(&mut self, day: NaiveDate, report: &CspReport, reports: i64) -> StoreResult<()> {
        self.must_be_transaction();
        let rows = &mut self.tables.csp_reports;
        match rows.iter_mut().find(|(known, row, _)| (*known, row) == (day, report)) {
            Some((_, _, counted)) => *counted += reports,
            None => rows.push((day, report.clone(), reports)),
        }
        Ok(())
    }

    fn csp_counts(&mut self, since: NaiveDate, limit: i64) -> StoreResult<Vec<CspCount>> {
        let mut counts: Vec<CspCount> = vec![];
        for (day, CspReport { directive, host }, reports) in &self.tables.csp_reports {
            let (directive, host) = (directive.as_str().to_owned(), host.clone());
            let known =
                counts.iter_mut().find(|count| (&count.directive, &count.host) == (&directive, &host));
            match known {
                _ if *day < since => {}
                Some(count) => {
                    count.reports += reports;
                    count.last_day = count.last_day.max(*day);
                }
                None => counts.push(CspCount { directive, host, reports: *reports, last_day: *day }),
            }
        }
        counts.sort_by(|a, b| {
            b.reports.cmp(&a.reports).then_with(|| (&a.directive, &a.host).cmp(&(&b.directive, &b.host)))
        });
        counts.truncate(usize::try_from(limit).unwrap());
        Ok(counts)
    }
}

/// Returns a page of entries, newest first, after the entry whose time and id are `before`. The
/// total counts all entries.
fn page_newest_first<T>(
    mut entries: Vec<((DateTime<Utc>, i32), T)>,
    before: Option<(DateTime<Utc>, i32)>,
    page: Page,
) -> Paged<T> {
    let total = i64::try_from(entries.len()).unwrap();
    entries.sort_by_key(|(place, _)| Reverse(*place));
    let older = entries.into_iter().filter(|(place, _)| before.is_none_or(|before| *place < before));
    let (skip, take) = (usize::try_from(page.offset).unwrap(), usize::try_from(page.limit).unwrap());
    Paged::new(older.skip(skip).take(take).map(|(_, entry)| entry).collect(), total)
}
