//! In-memory store of failed logins, recognized networks, blocks, security events and the audit trail.

use chrono::{DateTime, NaiveDate, Utc};
use domain::security::csp_report::CspReport;
use domain::security::data_key::KnownKey;
use domain::security::seal::{Month, Seal, TrailEntry};
use domain::shared::ids::UserId;
use domain::shared::retention::RetainedData;
use ports::back_office::figures::{Monitoring, MonitoringFigures};
use ports::security::csp_reports::{CspCount, CspReports};
use ports::security::data_keys::{DataKeys, SealedKind, SealedValue};
use ports::security::guard::{Block, Guard, LoginFailures};
use ports::security::seals::{SealKey, Seals};
use ports::security::watch::{
    AuditFilter, ConnectionSecurity, ConnectionState, EventFilter, RecordedEntry, RecordedEvent,
    SeverityCount, Watch,
};
use ports::shared::paging::{Page, Paged};
use ports::shared::retention::ExpiredRecords;
use ports::shared::secrets::TokenHash;
use ports::shared::store_error::StoreResult;

use crate::support::store::repositories::paged;
use crate::support::store::unit::Unit;

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

    fn nth_failed_login_on(
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
        Ok(self.tables.places.iter().any(|place| *place == (user, address.to_owned())))
    }

    fn remember_address(&mut self, user: UserId, address: &str, _: DateTime<Utc>) -> StoreResult<()> {
        self.tables.places.push((user, address.to_owned()));
        Ok(())
    }

    fn recent_login_addresses(&mut self, _: i64) -> StoreResult<Vec<String>> {
        Ok(self.tables.places.iter().map(|(_, address)| address.clone()).collect())
    }

    fn block_address(&mut self, block: &Block) -> StoreResult<i32> {
        self.must_be_transaction();
        self.tables.blocks.retain(|known| known.address != block.address);
        self.tables.blocks.push(block.clone());
        Ok(1)
    }

    fn unblock_address(&mut self, address: &str, now: DateTime<Utc>) -> StoreResult<Option<(i32, Block)>> {
        let is_blocked_now = |block: &Block| block.address == address && block.expires_at > now;
        let place = self.tables.blocks.iter().position(is_blocked_now);
        Ok(place.map(|place| (1, self.tables.blocks.remove(place))))
    }

    fn blocks(&mut self, now: DateTime<Utc>, _: i64) -> StoreResult<Vec<Block>> {
        Ok(self.tables.blocks.iter().filter(|block| block.expires_at > now).cloned().collect())
    }
}

impl ExpiredRecords for Unit<'_> {
    fn delete_expired(&mut self, _: RetainedData, _: DateTime<Utc>, _: i64) -> StoreResult<usize> {
        Ok(0)
    }
}

impl Watch for Unit<'_> {
    fn security_events(&mut self, filter: &EventFilter, page: Page) -> StoreResult<Paged<RecordedEvent>> {
        let events: Vec<RecordedEvent> = self
            .tables
            .security
            .iter()
            .zip(1..)
            .map(|(event, id)| RecordedEvent {
                id,
                kind: event.kind.as_str().to_owned(),
                severity: event.kind.severity().as_str().to_owned(),
                address: event.address.clone(),
                path: event.path.clone(),
                user_id: event.user_id,
                times: event.times,
                at: event.at,
            })
            .collect();
        let is_wanted = |event: &RecordedEvent| filter.from.is_none_or(|from| event.at >= from);
        Ok(paged(&events, is_wanted, page))
    }

    fn security_event_counts(&mut self, since: DateTime<Utc>) -> StoreResult<Vec<SeverityCount>> {
        let recent = self.tables.security.iter().filter(|event| event.at >= since);
        Ok(recent
            .map(|event| SeverityCount {
                severity: event.kind.severity().as_str().to_owned(),
                times: event.times.into(),
            })
            .collect())
    }

    fn audit_entries(&mut self, _: &AuditFilter, page: Page) -> StoreResult<Paged<RecordedEntry>> {
        Ok(paged(&[], |_| true, page))
    }

    fn password_hashes_of(&mut self, emails: &[&'static str]) -> StoreResult<Vec<String>> {
        let is_meant = |id: &UserId| {
            self.tables.users.iter().any(|user| user.id == *id && emails.contains(&user.email.as_str()))
        };
        let hashes = self.tables.password_hashes.iter().filter(|(id, _)| is_meant(id));
        Ok(hashes.map(|(_, hash)| hash.clone()).collect())
    }

    fn connection_state(&mut self) -> StoreResult<ConnectionState> {
        Ok(ConnectionState {
            way: ConnectionSecurity::Local,
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

/// A stub without seals. Tests of seals use a real database (crates/server/tests/it/operations/audit.rs).
impl Seals for Unit<'_> {
    fn lock_seals(&mut self) -> StoreResult<bool> {
        Ok(false)
    }

    fn seal_keys(&mut self) -> StoreResult<Vec<SealKey>> {
        Ok(vec![])
    }

    fn next_seal_key(&mut self) -> StoreResult<i32> {
        Ok(1)
    }

    fn insert_seal_key(&mut self, _: &SealKey) -> StoreResult<()> {
        Ok(())
    }

    fn last_seal(&mut self) -> StoreResult<Option<Seal>> {
        Ok(None)
    }

    fn insert_seals(&mut self, _: &[Seal]) -> StoreResult<()> {
        Ok(())
    }

    fn seals_after(&mut self, _: i32, _: i64) -> StoreResult<Vec<Seal>> {
        Ok(vec![])
    }

    fn newest_entry(&mut self) -> StoreResult<i32> {
        Ok(0)
    }

    fn trail_writers(&mut self) -> StoreResult<Vec<String>> {
        Ok(vec![])
    }

    fn entries_within(&mut self, _: i32, _: i32, _: i64) -> StoreResult<Vec<TrailEntry>> {
        Ok(vec![])
    }

    fn last_dropped_month(&mut self) -> StoreResult<Option<Month>> {
        Ok(None)
    }
}

/// A stub without data keys. Tests of data keys use a real database (crates/server/tests/it/operations/keys.rs).
impl DataKeys for Unit<'_> {
    fn data_keys(&mut self) -> StoreResult<Vec<KnownKey>> {
        Ok(vec![])
    }

    fn store_key_checks(&mut self, _: &[KnownKey], _: DateTime<Utc>) -> StoreResult<()> {
        Ok(())
    }

    fn values_to_reseal(
        &mut self,
        _: SealedKind,
        _: &[Vec<u8>],
        _: UserId,
        _: i64,
    ) -> StoreResult<Vec<SealedValue>> {
        Ok(vec![])
    }

    fn replace_sealed(&mut self, _: SealedKind, _: &SealedValue, _: &[u8]) -> StoreResult<bool> {
        Ok(false)
    }
}

/// A stub without figures. Tests of monitoring use a real database
/// (crates/adapters-postgres/tests/postgres/back_office/figures.rs).
impl Monitoring for Unit<'_> {
    fn monitoring_figures(&mut self, _: DateTime<Utc>) -> StoreResult<MonitoringFigures> {
        Ok(MonitoringFigures::default())
    }
}
