//! In-memory desk of the back office.

use std::ops::RangeInclusive;

use chrono::{DateTime, Utc};
use domain::back_office::desk::{SearchResultKind, WaitingQueue};
use domain::back_office::waiting::WaitingFacts;
use domain::driving_record::added::CheckStatus;
use domain::notices::reply::ReplyMeaning;
use domain::payments::chargeback::Chargeback;
use domain::payments::payment::PaymentStatus;
use domain::payments::refund::{Refund, RefundStatus};
use domain::payments::remittances::obligation::ObligationStatus;
use domain::shared::citation_number::normalize_citation_number;
use domain::shared::ids::{PaymentId, UserId};
use domain::shared::payable::Payable;
use ports::back_office::desk::{Desk, SearchResult, WaitingRecord};
use ports::payments::attention::MoneyProblems;
use ports::payments::remittances::billed_again::SecondBills;
use ports::shared::store_error::StoreResult;

use crate::support::store::payments::obligations::MemoryObligation;
use crate::support::store::unit::Unit;

/// The kinds of records that the search finds, in the order of its results.
const KINDS: [SearchResultKind; 7] = [
    SearchResultKind::Ticket,
    SearchResultKind::Parking,
    SearchResultKind::Toll,
    SearchResultKind::Hire,
    SearchResultKind::Payment,
    SearchResultKind::Inquiry,
    SearchResultKind::Report,
];

/// Returns the first 100 characters of a message.
fn beginning(text: Option<&str>) -> String {
    text.unwrap_or_default().chars().take(100).collect()
}

/// Returns the first `limit` records of each kind.
fn limit_per_kind(records: &[SearchResult], limit: i64) -> Vec<SearchResult> {
    let of_kind = |kind| records.iter().filter(move |record| record.kind == kind).cloned();
    KINDS.into_iter().flat_map(|kind| of_kind(kind).take(usize::try_from(limit).unwrap())).collect()
}

impl Desk for Unit<'_> {
    fn records_by_id(&mut self, ids: &[RangeInclusive<i32>], limit: i64) -> StoreResult<Vec<SearchResult>> {
        assert!(ids.is_sorted_by_key(|ids| *ids.start()));
        let mut found = self.searchable();
        found.retain(|record| ids.iter().any(|ids| ids.contains(&record.id)));
        found.sort_by_key(|record| record.id);
        Ok(limit_per_kind(&found, limit))
    }

    fn records_by_confirmation(&mut self, beginning: &str, limit: i64) -> StoreResult<Vec<SearchResult>> {
        let mut found = self.searchable();
        found.retain(|record| {
            record.confirmation_number.as_ref().is_some_and(|number| number.starts_with(beginning))
        });
        found.sort_by(|one, other| one.confirmation_number.cmp(&other.confirmation_number));
        Ok(limit_per_kind(&found, limit))
    }

    fn records_by_citation(&mut self, beginning: &str, limit: i64) -> StoreResult<Vec<SearchResult>> {
        let mut found = vec![];
        for item in self.all_items().into_iter().rev() {
            let details = item.details();
            let number = details.citation_number().unwrap_or_default();
            if !number.is_empty() && normalize_citation_number(number).starts_with(beginning) {
                found.push(SearchResult {
                    citation_number: Some(number.to_owned()),
                    ..self.search_result(item.payable(), item.user_id())
                });
            }
        }
        Ok(limit_per_kind(&found, limit))
    }

    fn longest_waiting(
        &mut self,
        now: DateTime<Utc>,
        stuck_since: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<Vec<WaitingRecord>> {
        let mut all = self.requests_waiting();
        all.extend(self.citations_waiting());
        all.extend(self.money_waiting(now, stuck_since));
        all.extend(self.late_amounts(now));
        all.extend(self.problems_waiting()?);
        for bill in self.open_second_bills(limit)? {
            let payment = self.tables.payments.iter().find(|one| one.id == bill.payment_id).unwrap();
            let paid = payment.amount_received.unwrap_or(payment.amount);
            let facts = WaitingFacts::SecondBill(paid, payment.confirmation_number.clone());
            all.push(waiting_record(
                (WaitingQueue::BilledAgain, bill.id.0),
                bill.user_id,
                facts,
                bill.opened_at,
            ));
        }
        all.sort_by_key(|record| (record.since, record.queue.as_str(), record.id));
        all.truncate(usize::try_from(limit).unwrap());
        Ok(all)
    }
}

/// Builds a record of one driver.
fn waiting_record(
    (queue, id): (WaitingQueue, i32),
    user: UserId,
    facts: WaitingFacts,
    since: DateTime<Utc>,
) -> WaitingRecord {
    WaitingRecord { queue, id, user_id: Some(user), facts, since, due_by: None }
}

/// Builds the desk's only entry for a queue; `None` if no record waits. `times` are the times at which the queue's
/// records started to wait.
fn single_waiting_record(
    queue: WaitingQueue,
    facts: fn(i64) -> WaitingFacts,
    times: &[DateTime<Utc>],
) -> Option<WaitingRecord> {
    let since = times.iter().min().copied()?;
    let facts = facts(i64::try_from(times.len()).unwrap());
    Some(WaitingRecord { queue, id: 0, user_id: None, facts, since, due_by: None })
}

impl Unit<'_> {
    fn search_result(&self, item: Payable, user_id: UserId) -> SearchResult {
        let kind = match item {
            Payable::Ticket(_) | Payable::Lawyer(_) => SearchResultKind::Ticket,
            Payable::Parking(_) => SearchResultKind::Parking,
            Payable::Toll(_) => SearchResultKind::Toll,
        };
        let label = self.label(item).unwrap_or_default();
        let id = item.item_id();
        SearchResult { kind, id, user_id, label, citation_number: None, confirmation_number: None }
    }

    /// Returns all records that the search can find by id.
    fn searchable(&self) -> Vec<SearchResult> {
        let tables = &*self.tables;
        let new = |kind, id, user_id, label| SearchResult {
            kind,
            id,
            user_id,
            label,
            citation_number: None,
            confirmation_number: None,
        };
        let items =
            self.all_items().into_iter().map(|item| self.search_result(item.payable(), item.user_id()));
        let hires = tables.hires.iter().map(|hire| SearchResult {
            confirmation_number: Some(hire.confirmation_number.clone()),
            ..new(
                SearchResultKind::Hire,
                hire.id.0,
                hire.user_id,
                hire.violation_type.clone().unwrap_or_default(),
            )
        });
        let payments = tables.transactions.iter().map(|one| SearchResult {
            confirmation_number: Some(one.confirmation_number.clone()),
            ..new(
                SearchResultKind::Payment,
                one.id.0,
                one.user_id,
                one.violation_type.clone().unwrap_or_default(),
            )
        });
        let inquiries = tables.inquiries.iter().map(|one| {
            new(SearchResultKind::Inquiry, one.id.0, one.user_id, beginning(one.message.as_deref()))
        });
        let reports = tables.reports.iter().map(|one| {
            let facts =
                WaitingFacts::Report(one.ticket_type.as_str().to_owned(), one.state.name().to_owned());
            new(SearchResultKind::Report, one.id.0, one.user_id, facts.label())
        });
        items.chain(hires).chain(payments).chain(inquiries).chain(reports).collect()
    }

    /// Returns drivers' requests, hires, texts and items that wait for staff.
    fn requests_waiting(&self) -> Vec<WaitingRecord> {
        let tables = &*self.tables;
        let mut all = vec![];
        let mut add = |place, user, text: String, since| {
            all.push(waiting_record(place, user, WaitingFacts::Text(text), since));
        };
        for hire in tables.hires.iter().filter(|hire| !hire.is_solved) {
            let text = hire.violation_type.clone().unwrap_or_default();
            add((WaitingQueue::LawyerHire, hire.id.0), hire.user_id, text, hire.created_at);
        }
        for one in tables.inquiries.iter().filter(|one| !one.is_solved) {
            let text = beginning(one.message.as_deref());
            add((WaitingQueue::HelpInquiry, one.id.0), one.user_id, text, one.created_at);
        }
        for one in tables.text_requests.iter().filter(|one| !one.is_solved) {
            let place = (WaitingQueue::TextNotification, one.id.0);
            add(place, one.user_id.unwrap(), one.phone_number.clone(), one.requested_at);
        }
        let number = |id: i64| i32::try_from(id).unwrap();
        for one in tables.added.iter().filter(|one| one.status == CheckStatus::BeingChecked) {
            let text = self.label(one.item).unwrap_or_default();
            add((WaitingQueue::AddedItem, number(one.id)), one.user_id, text, one.added_at);
        }
        for one in tables.hardship.iter().filter(|one| one.answer.is_none()) {
            let text = self.label(one.item.payable()).unwrap_or_default();
            add((WaitingQueue::Hardship, number(one.id)), one.user_id, text, one.asked_at);
        }
        for user in tables.open_users() {
            if let Some(since) = user.vehicle_info_added_at.filter(|_| !user.is_vehicle_update_solved) {
                let plate = user.vehicle_license_plate.clone().unwrap_or_default();
                add((WaitingQueue::VehicleUpdate, user.id.0), user.id, plate, since);
            }
            if let Some(since) = user.status_requested_at.filter(|_| !user.is_status_request_solved) {
                let state = user.state.map(|state| state.name().to_owned()).unwrap_or_default();
                add((WaitingQueue::StatusRequest, user.id.0), user.id, state, since);
            }
        }
        for one in tables.reports.iter().filter(|one| !one.is_solved) {
            let facts =
                WaitingFacts::Report(one.ticket_type.as_str().to_owned(), one.state.name().to_owned());
            all.push(waiting_record(
                (WaitingQueue::MissingTicket, one.id.0),
                one.user_id,
                facts,
                one.reported_at,
            ));
        }
        for (_, reply) in tables.notices.replies.iter().filter(|(_, reply)| !reply.is_solved) {
            let text = beginning(reply.body.as_deref());
            let facts = match reply.meaning {
                ReplyMeaning::CannotCome => WaitingFacts::CannotCome(text),
                ReplyMeaning::MayMeanStop => WaitingFacts::MayMeanStop(text),
                _ => WaitingFacts::Text(text),
            };
            let (queue, id, since) = (WaitingQueue::TextReply, reply.id.0, reply.received_at);
            all.push(WaitingRecord { queue, id, user_id: reply.user_id, facts, since, due_by: None });
        }
        all
    }

    /// Returns drivers with imported citations that staff must assign.
    fn citations_waiting(&self) -> Vec<WaitingRecord> {
        let mut all: Vec<WaitingRecord> = vec![];
        for row in self.tables.imports.waiting.iter().filter(|row| row.is_stored) {
            let Some(user) = row.line.candidate else { continue };
            let known = all.iter_mut().find(|one| one.id == user.0);
            let (count, number) = match known.as_ref().map(|one| one.facts.clone()) {
                Some(WaitingFacts::Citations(count, number)) => (count + 1, number),
                _ => (1, None),
            };
            let number = number.into_iter().chain(row.line.citation.clone()).min();
            let since = known.as_ref().map_or(row.created_at, |one| one.since.min(row.created_at));
            let facts = WaitingFacts::Citations(count, number);
            let new = waiting_record((WaitingQueue::Citation, user.0), user, facts, since);
            match known {
                Some(known) => *known = new,
                None => all.push(new),
            }
        }
        all
    }

    fn has_open_refund(&self, payment: PaymentId) -> bool {
        let mut refunds = self.tables.refunds.iter();
        refunds.any(|refund| refund.payment_id == payment && refund.status.is_open())
    }

    /// Returns chargebacks and refunds that wait for staff. A due refund waits for staff if it
    /// was created before `stuck_since`.
    fn money_waiting(&self, now: DateTime<Utc>, stuck_since: DateTime<Utc>) -> Vec<WaitingRecord> {
        let tables = &*self.tables;
        let chargebacks = tables.chargebacks.iter().filter(|one| {
            one.status.needs_response() && one.evidence_due_by.is_some_and(|due_by| due_by > now)
        });
        let chargebacks = chargebacks.map(|one: &Chargeback| WaitingRecord {
            due_by: one.evidence_due_by,
            ..waiting_record(
                (WaitingQueue::Chargeback, one.id.0),
                one.user_id,
                WaitingFacts::Chargeback(one.amount, one.reason.clone()),
                one.opened_at,
            )
        });
        let is_withheld = |refund: &Refund| {
            let mut all = tables.chargebacks.iter();
            all.any(|one| one.payment_id == refund.payment_id && one.is_withholding())
        };
        let refunds = tables.refunds.iter().filter(|refund| match refund.status {
            RefundStatus::Due => refund.created_at < stuck_since && !is_withheld(refund),
            RefundStatus::Refused | RefundStatus::Failed => true,
            _ => false,
        });
        let refunds = refunds.map(|refund| {
            let payment = tables.payments.iter().find(|one| one.id == refund.payment_id).unwrap();
            let (amount, status, is_requested) =
                (refund.amount, refund.status, refund.requested_at.is_some());
            let facts = WaitingFacts::Refund { amount, status, is_requested };
            waiting_record((WaitingQueue::Refund, refund.id.0), payment.user_id, facts, refund.created_at)
        });
        chargebacks.chain(refunds).collect()
    }

    /// Returns the entry for money that should have been sent by now; `None` if no money is late.
    fn late_amounts(&self, now: DateTime<Utc>) -> Option<WaitingRecord> {
        let is_late = |row: &&MemoryObligation| {
            let id = row.new.payment_id;
            let is_waiting = matches!(row.status, ObligationStatus::Owed | ObligationStatus::Prepared);
            let is_owed = match row.lawyer {
                Some((_, share)) => share.claim() > share.sent(),
                None => {
                    let mut payments = self.tables.payments.iter();
                    payments.any(|one| one.id == id && one.status == PaymentStatus::Settled)
                }
            };
            is_waiting
                && row.new.send_by < now
                && is_owed
                && !self.tables.chargebacks.iter().any(|one| one.payment_id == id && one.status.is_open())
                && !self.has_open_refund(id)
        };
        let late = self.tables.remittances.obligations.iter().filter(is_late);
        let times: Vec<_> = late.map(|row| row.new.send_by).collect();
        single_waiting_record(WaitingQueue::Remittance, WaitingFacts::LateAmounts, &times)
    }

    /// Returns the entries for money without a payment and for events that couldn't be parsed.
    fn problems_waiting(&mut self) -> StoreResult<Vec<WaitingRecord>> {
        use domain::payments::attention::MoneyProblemKind::Orphan;
        let orphans = self.tables.orphans.iter().filter(|one| self.is_open(Orphan, &one.intent_id));
        let orphans: Vec<_> = orphans.map(|one| one.seen_at).collect();
        let events: Vec<_> =
            self.unread_events(i64::MAX)?.into_iter().map(|event| event.received_at).collect();
        let orphans = single_waiting_record(WaitingQueue::Orphan, WaitingFacts::Orphans, &orphans);
        let events = single_waiting_record(WaitingQueue::UnreadEvent, WaitingFacts::UnreadEvents, &events);
        Ok(orphans.into_iter().chain(events).collect())
    }
}
