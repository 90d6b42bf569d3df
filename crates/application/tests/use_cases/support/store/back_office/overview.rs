//! In-memory figures of the overview, and figures for monitoring.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::back_office::overview::PaymentPurpose;
use domain::back_office::queue::Queue;
use domain::imports::import::ImportStatus;
use domain::legal_help::hire::HireStatus;
use domain::payments::ledger::{Account, EntryKind, Posting};
use domain::payments::refund::RefundStatus;
use domain::shared::business_time::business_date;
use domain::shared::money::Money;
use ports::back_office::figures::{CountsByAge, Monitoring, MonitoringFigures};
use ports::back_office::overview::{DayMoney, OpenWork, Overviews, TypeTotal};
use ports::payments::books::NewEntry;
use ports::shared::store_error::StoreResult;

use crate::support::store::back_office::lists::count;
use crate::support::store::unit::Unit;

/// Returns the purpose of the payments that are posted to this account.
fn purpose(account: Account) -> PaymentPurpose {
    match account {
        Account::TrafficFines => PaymentPurpose::TrafficTicket,
        Account::ParkingFines => PaymentPurpose::Parking,
        Account::Tolls => PaymentPurpose::Toll,
        _ => PaymentPurpose::Lawyer,
    }
}

fn add(sum: &mut Money, cents: i64) {
    *sum = Money::from_cents(sum.cents() + cents);
}

impl Unit<'_> {
    /// Returns the postings of payments since this time, without money that moved between Lanewise and payees.
    fn moved_since(&self, since: DateTime<Utc>) -> impl Iterator<Item = (&NewEntry, &Posting)> {
        use EntryKind::{Recovered, Remitted, WrittenOff};
        let entries = self.tables.books.entries.iter().filter(move |entry| {
            entry.happened_at >= since && !matches!(entry.kind, Remitted | Recovered | WrittenOff)
        });
        let lines = entries.flat_map(|entry| entry.postings.iter().map(move |line| (entry, line)));
        lines.filter(|(_, line)| line.account.is_funded_by_payments())
    }

    /// Returns the account that a posting belongs to. Money that a payee must return belongs to its payment's account.
    fn account_of(&self, entry: &NewEntry, line: &Posting) -> Account {
        if !matches!(line.account, Account::ToRecover | Account::WrittenOff) {
            return line.account;
        }
        let payment = self.tables.payments.iter().find(|payment| Some(payment.id) == entry.payment_id);
        payment.map_or(Account::Lawyers, |payment| Account::of(payment.payable))
    }
}

impl Overviews for Unit<'_> {
    fn money_by_day(&mut self, since: DateTime<Utc>) -> StoreResult<Vec<DayMoney>> {
        let mut days: BTreeMap<NaiveDate, DayMoney> = BTreeMap::new();
        for (entry, line) in self.moved_since(since) {
            let day = business_date(entry.happened_at);
            let [fines, legal_help, refunded_or_charged_back] = [Money::ZERO; 3];
            let of_day =
                days.entry(day).or_insert(DayMoney { day, fines, legal_help, refunded_or_charged_back });
            match (entry.kind, line.account) {
                (EntryKind::Charge, Account::Lawyers) => add(&mut of_day.legal_help, -line.amount.cents()),
                (EntryKind::Charge, _) => add(&mut of_day.fines, -line.amount.cents()),
                _ => add(&mut of_day.refunded_or_charged_back, line.amount.cents()),
            }
        }
        Ok(days.into_values().collect())
    }

    fn payments_by_type(&mut self, since: DateTime<Utc>) -> StoreResult<Vec<TypeTotal>> {
        let mut totals: BTreeMap<&str, TypeTotal> = BTreeMap::new();
        for (entry, line) in self.moved_since(since) {
            let paid_for = purpose(self.account_of(entry, line));
            let new = TypeTotal { paid_for, count: 0, amount: Money::ZERO };
            let total = totals.entry(paid_for.as_str()).or_insert(new);
            total.count += i64::from(entry.kind == EntryKind::Charge);
            add(&mut total.amount, -line.amount.cents());
        }
        Ok(totals.into_values().collect())
    }

    fn open_work(&mut self, now: DateTime<Utc>) -> StoreResult<Vec<OpenWork>> {
        let work = |queue| {
            let waiting = self.unsolved(queue);
            OpenWork {
                queue,
                total: count(&waiting, |_| true),
                within_a_day: count(&waiting, |since| *since > now - TimeDelta::days(1)),
                within_a_week: count(&waiting, |since| *since > now - TimeDelta::days(7)),
            }
        };
        Ok(Queue::ALL.iter().map(|queue| work(*queue)).collect())
    }

    fn hires_by_status(&mut self) -> StoreResult<Vec<(HireStatus, i64)>> {
        let hires = &self.tables.hires;
        let of = |status: &HireStatus| (*status, count(hires, |hire| hire.status == *status));
        Ok(HireStatus::ALL.iter().map(of).filter(|(_, hires)| *hires > 0).collect())
    }
}

/// Counts records by how long they have been waiting. `times` are the times at which they started to wait.
fn by_age(times: &[DateTime<Utc>], now: DateTime<Utc>) -> CountsByAge {
    let [day, week] = [1, 7].map(|days| count(times, |at| *at > now - TimeDelta::days(days)));
    let since = times.iter().min().copied();
    CountsByAge { day, week: week - day, older: count(times, |_| true) - week, since }
}

impl Monitoring for Unit<'_> {
    fn monitoring_figures(&mut self, now: DateTime<Utc>) -> StoreResult<MonitoringFigures> {
        let tables = &*self.tables;
        use RefundStatus::{Due, Failed, Refused};
        let refunds = tables.refunds.iter().filter(|one| matches!(one.status, Due | Refused | Failed));
        let refunds: Vec<_> = refunds.map(|refund| refund.created_at).collect();
        let disputes: Vec<_> = tables.chargebacks.iter().filter(|one| one.status.needs_response()).collect();
        let opened: Vec<_> = disputes.iter().map(|one| one.opened_at).collect();
        let faults = || tables.books.differences.iter().filter(|one| one.kind.is_fault());
        let imports = tables.imports.all.iter().filter(|one| {
            one.ended_at.is_none() && matches!(one.status, ImportStatus::Checking | ImportStatus::Storing)
        });
        let imports: Vec<_> = imports.map(|import| import.created_at).collect();
        let five_minutes_ago = now - TimeDelta::minutes(5);
        Ok(MonitoringFigures {
            refunds_due: by_age(&refunds, now),
            disputes: by_age(&opened, now),
            next_evidence_due: disputes.iter().filter_map(|one| one.evidence_due_by).min(),
            book_faults: i64::try_from(faults().count()).unwrap(),
            book_fault_cents: faults().map(|one| (one.ours.cents() - one.theirs.cents()).abs()).sum(),
            books_matched_at: tables.books.matching.matched_at,
            events_read_at: tables.event_cursor.map(|cursor| cursor.read_at),
            events_behind_from: tables.event_cursor.and_then(|cursor| Some(cursor.behind?.0)),
            last_event_at: tables.event_times.values().max().copied(),
            failed_logins: count(&tables.failures, |one| one.at > five_minutes_ago),
            blocked: count(&tables.blocks, |one| one.expires_at > now),
            imports: count(&imports, |_| true),
            import_since: imports.iter().min().copied(),
            database_bytes: 1,
        })
    }
}
