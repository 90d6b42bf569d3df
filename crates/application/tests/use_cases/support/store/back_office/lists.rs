//! In-memory lists, with their filters, orders and figures. A search finds records only by their ids, because only
//! PostgreSQL searches text.

use std::cmp::Ordering;

use domain::accounts::user::User;
use domain::help::inquiry::{HelpInquiry, InquiryKind, InquiryStatus, LastMessage};
use domain::legal_help::hire::{HireStatus, LawyerHire};
use domain::payments::chargeback::{Chargeback, ChargebackStatus};
use domain::payments::payment::PaymentTransaction;
use domain::requests::report::{MissingTicketReport, ReportStatus};
use domain::requests::text_request::TextNotificationRequest;
use domain::shared::money::Money;
use domain::shared::search::Search;
use ports::accounts::lists::{UserFilter, UserList, UserSort};
use ports::help::lists::{HelpInquirySummary, InquiryFilter, InquiryList, InquirySort};
use ports::legal_help::lists::{HireFilter, HireList, HireSummary};
use ports::payments::lists::{
    ChargebackFilter, ChargebackList, ChargebackSort, ChargebackSummary, TransactionFilter, TransactionList,
    TransactionSummary,
};
use ports::requests::lists::{
    MissingTicketSummary, ReportFilter, ReportList, RequestSort, StatusRequest, StatusRequestFilter,
    StatusRequestList, StatusRequestSummary, TextNotificationSummary, TextRequestFilter, TextRequestList,
    VehicleUpdateFilter, VehicleUpdateList, VehicleUpdateSummary,
};
use ports::shared::list::{List, Lists, MoneySort, NewestFirst, Query, Tallies};
use ports::shared::paging::Paged;
use ports::shared::store_error::StoreResult;

use crate::support::store::unit::Unit;

/// A list of records that the in-memory database has.
trait MemoryList: List {
    /// Returns all records of the list.
    fn records(unit: &Unit<'_>) -> Vec<Self::Row>;
    /// Returns whether a record passes a filter.
    fn matches_filter(filter: &Self::Filter, record: &Self::Row) -> bool;
    /// Compares two records. Equal records are ordered by id.
    fn compare(sort: Self::Sort, left: &Self::Row, right: &Self::Row) -> Ordering;
    fn summarize(records: &[Self::Row]) -> Self::Summary;
}

/// Returns the records that match a query, in no particular order.
fn matching_records<L: MemoryList>(unit: &Unit<'_>, query: &Query<L>) -> Vec<L::Row> {
    let mut records = L::records(unit);
    records.retain(|record| {
        let is_found = |search: &Search| search.ids().iter().any(|ids| ids.contains(&L::id(record)));
        L::matches_filter(&query.filter, record)
            && query.user.is_none_or(|user| L::driver(record) == Some(user))
            && query.id.is_none_or(|id| L::id(record) == id)
            && query.search.as_ref().is_none_or(is_found)
    });
    records
}

impl<L: MemoryList> Lists<L> for Unit<'_> {
    fn list(&mut self, query: &Query<L>) -> StoreResult<Paged<L::Row>> {
        let mut records = matching_records(self, query);
        let total = count(&records, |_| true);
        records.sort_by(|one, other| {
            L::compare(query.sort, one, other).then_with(|| L::id(one).cmp(&L::id(other)))
        });
        if query.is_descending {
            records.reverse();
        }
        let searched = query.search.as_ref().and_then(Search::number);
        records.sort_by_key(|record| Some(L::id(record)) != searched);
        let (skip, take) =
            (usize::try_from(query.page.offset).unwrap(), usize::try_from(query.page.limit).unwrap());
        // The record with the searched id is always first, so a page after a cursor leaves it out.
        // If the cursor is this record, all other records follow.
        let is_older = |id: i32| {
            query
                .before
                .is_none_or(|before| Some(id) != searched && (id < before || Some(before) == searched))
        };
        let older = records.into_iter().filter(|record| is_older(L::id(record)));
        let items: Vec<L::Row> = older.skip(skip).take(take).collect();
        let next = items.last().map(L::id).filter(|_| items.len() == take);
        Ok(Paged { next, ..Paged::new(items, total) })
    }

    fn summary(&mut self, query: &Query<L>) -> StoreResult<L::Summary> {
        Ok(L::summarize(&matching_records(self, query)))
    }
}

/// The in-memory database counts the records themselves, so it has no increments.
impl Tallies for Unit<'_> {
    fn merge_count_increments(&mut self) -> StoreResult<usize> {
        Ok(0)
    }
}

/// Returns whether a value passes a filter. `None` lets every value pass.
fn passes<T: Copy + PartialEq>(wanted: Option<T>, value: T) -> bool {
    wanted.is_none_or(|wanted| wanted == value)
}

pub fn count<T>(records: &[T], is_counted: impl Fn(&T) -> bool) -> i64 {
    i64::try_from(records.iter().filter(|record| is_counted(record)).count()).unwrap()
}

/// Returns the sum of the records' amounts. Records without an amount are skipped.
fn sum<T>(records: &[T], amount: impl Fn(&T) -> Option<Money>) -> Money {
    Money::from_cents(records.iter().filter_map(amount).map(Money::cents).sum())
}

impl MemoryList for UserList {
    fn records(unit: &Unit<'_>) -> Vec<User> {
        unit.tables.open_users().cloned().collect()
    }

    fn matches_filter(filter: &UserFilter, user: &User) -> bool {
        passes(filter.license_status, user.license_status)
            && passes(filter.role, user.role)
            && passes(filter.needs_update, user.last_admin_update_at.is_none())
            && filter
                .unverified
                .is_none_or(|claim| user.has_value_for(claim) && user.verified.of(claim).is_none())
    }

    fn compare(sort: UserSort, left: &User, right: &User) -> Ordering {
        let name = |user: &User| user.full_name.clone().unwrap_or_default().to_ascii_lowercase();
        match sort {
            UserSort::Id => Ordering::Equal,
            UserSort::FullName => name(left).cmp(&name(right)),
            UserSort::LastAdminUpdateAt => left.last_admin_update_at.cmp(&right.last_admin_update_at),
            UserSort::CreatedAt => left.created_at.cmp(&right.created_at),
        }
    }

    fn summarize(_: &[User]) {}
}

impl MemoryList for HireList {
    fn records(unit: &Unit<'_>) -> Vec<LawyerHire> {
        unit.tables.hires.iter().map(|hire| unit.with_refund(hire)).collect()
    }

    fn matches_filter(filter: &HireFilter, hire: &LawyerHire) -> bool {
        passes(filter.status, hire.status)
            && passes(filter.is_solved, hire.is_solved)
            && passes(filter.is_seen, hire.is_seen_by_admin)
    }

    fn compare(sort: MoneySort, left: &LawyerHire, right: &LawyerHire) -> Ordering {
        match sort {
            MoneySort::Id => Ordering::Equal,
            MoneySort::Amount => left.amount.cmp(&right.amount),
            MoneySort::CreatedAt => left.created_at.cmp(&right.created_at),
        }
    }

    fn summarize(hires: &[LawyerHire]) -> HireSummary {
        let of = |status| count(hires, |hire| hire.status == status);
        HireSummary {
            pending: of(HireStatus::Pending),
            in_progress: of(HireStatus::InProgress),
            contacted: of(HireStatus::Contacted),
            total_revenue: sum(hires, |hire| Some(hire.amount)),
            cancelled: sum(hires, |hire| (hire.status == HireStatus::Cancelled).then_some(hire.amount)),
            total: count(hires, |_| true),
        }
    }
}

impl MemoryList for TransactionList {
    fn records(unit: &Unit<'_>) -> Vec<PaymentTransaction> {
        unit.tables.transactions.clone()
    }

    fn matches_filter(filter: &TransactionFilter, transaction: &PaymentTransaction) -> bool {
        filter.kind.is_none_or(|kind| transaction.payable.payment_type() == Some(kind))
            && passes(filter.status, transaction.status)
    }

    fn compare(sort: MoneySort, left: &PaymentTransaction, right: &PaymentTransaction) -> Ordering {
        match sort {
            MoneySort::Id => Ordering::Equal,
            MoneySort::Amount => left.amount.cmp(&right.amount),
            MoneySort::CreatedAt => left.created_at.cmp(&right.created_at),
        }
    }

    fn summarize(transactions: &[PaymentTransaction]) -> TransactionSummary {
        TransactionSummary {
            our_revenue: sum(transactions, |one| Some(one.our_fee)),
            total_value: sum(transactions, |one| Some(one.amount)),
            processing_fees: sum(transactions, |one| Some(one.processing_fee)),
            refunded: sum(transactions, |one| Some(one.refunded)),
            count: count(transactions, |_| true),
        }
    }
}

impl MemoryList for ChargebackList {
    fn records(unit: &Unit<'_>) -> Vec<Chargeback> {
        unit.tables.chargebacks.clone()
    }

    fn matches_filter(filter: &ChargebackFilter, chargeback: &Chargeback) -> bool {
        passes(filter.status, chargeback.status)
            && passes(filter.is_answered, !chargeback.status.needs_response())
    }

    fn compare(sort: ChargebackSort, left: &Chargeback, right: &Chargeback) -> Ordering {
        let due =
            |chargeback: &Chargeback| (chargeback.evidence_due_by.is_none(), chargeback.evidence_due_by);
        match sort {
            ChargebackSort::Id => Ordering::Equal,
            ChargebackSort::DueBy => due(left).cmp(&due(right)),
        }
    }

    fn summarize(chargebacks: &[Chargeback]) -> ChargebackSummary {
        use ChargebackStatus::{InquiryUnderReview, Lost, UnderReview, Won};
        let of = |statuses: &[ChargebackStatus]| count(chargebacks, |one| statuses.contains(&one.status));
        ChargebackSummary {
            total: count(chargebacks, |_| true),
            waiting: count(chargebacks, |one| one.status.needs_response()),
            under_review: of(&[InquiryUnderReview, UnderReview]),
            won: of(&[Won]),
            lost: of(&[Lost]),
            withheld: sum(chargebacks, |one| one.status.is_open().then_some(one.amount)),
        }
    }
}

impl MemoryList for InquiryList {
    fn records(unit: &Unit<'_>) -> Vec<HelpInquiry> {
        let last_said = |inquiry: &HelpInquiry| {
            let mut messages = unit.tables.chat.iter().rev();
            messages.find(|message| message.inquiry_id == inquiry.id).map(|message| LastMessage {
                by: message.sender_type,
                beginning: message.message.chars().take(LastMessage::MAX_CHARS).collect(),
                at: message.created_at,
            })
        };
        let inquiries = unit.tables.inquiries.iter();
        inquiries.map(|inquiry| HelpInquiry { last_said: last_said(inquiry), ..inquiry.clone() }).collect()
    }

    fn matches_filter(filter: &InquiryFilter, inquiry: &HelpInquiry) -> bool {
        passes(filter.status, inquiry.status)
            && passes(filter.kind, inquiry.kind)
            && passes(filter.is_solved, inquiry.is_solved)
    }

    fn compare(sort: InquirySort, left: &HelpInquiry, right: &HelpInquiry) -> Ordering {
        let waiting = |inquiry: &HelpInquiry| (inquiry.waits_since().is_none(), inquiry.waits_since());
        match sort {
            InquirySort::Id => Ordering::Equal,
            InquirySort::Waiting => waiting(left).cmp(&waiting(right)),
        }
    }

    fn summarize(inquiries: &[HelpInquiry]) -> HelpInquirySummary {
        HelpInquirySummary {
            total: count(inquiries, |_| true),
            pending: count(inquiries, |one| one.status == InquiryStatus::Pending),
            chat: count(inquiries, |one| one.kind == InquiryKind::Chat),
            callback: count(inquiries, |one| one.kind == InquiryKind::Callback),
        }
    }
}

impl MemoryList for ReportList {
    fn records(unit: &Unit<'_>) -> Vec<MissingTicketReport> {
        unit.tables.reports.clone()
    }

    fn matches_filter(filter: &ReportFilter, report: &MissingTicketReport) -> bool {
        passes(filter.status, report.status)
            && passes(filter.state, report.state)
            && passes(filter.kind, report.ticket_type)
            && passes(filter.is_solved, report.is_solved)
    }

    fn compare(_: NewestFirst, _: &MissingTicketReport, _: &MissingTicketReport) -> Ordering {
        Ordering::Equal
    }

    fn summarize(reports: &[MissingTicketReport]) -> MissingTicketSummary {
        let pending = count(reports, |one| one.status == ReportStatus::Pending);
        let total = count(reports, |_| true);
        MissingTicketSummary { total, pending, resolved: total - pending }
    }
}

impl MemoryList for VehicleUpdateList {
    fn records(unit: &Unit<'_>) -> Vec<User> {
        unit.tables.open_users().filter(|user| user.vehicle_info_added_at.is_some()).cloned().collect()
    }

    fn matches_filter(filter: &VehicleUpdateFilter, user: &User) -> bool {
        passes(filter.is_solved, user.is_vehicle_update_solved)
    }

    fn compare(sort: RequestSort, left: &User, right: &User) -> Ordering {
        match sort {
            RequestSort::RequestedAt => left.vehicle_info_added_at.cmp(&right.vehicle_info_added_at),
            RequestSort::Id => Ordering::Equal,
        }
    }

    fn summarize(users: &[User]) -> VehicleUpdateSummary {
        let with_plates = count(users, |user| user.vehicle_license_plate.is_some());
        VehicleUpdateSummary { total: count(users, |_| true), with_plates }
    }
}

impl MemoryList for StatusRequestList {
    fn records(unit: &Unit<'_>) -> Vec<StatusRequest> {
        let users = unit.tables.open_users().filter(|user| user.status_requested_at.is_some());
        let has_digits = |user: &User| unit.tables.sealed_digits.iter().any(|(id, _)| *id == user.id);
        users.map(|user| StatusRequest { has_digits: has_digits(user), user: user.clone() }).collect()
    }

    fn matches_filter(filter: &StatusRequestFilter, request: &StatusRequest) -> bool {
        passes(filter.is_solved, request.user.is_status_request_solved)
            && filter.state.is_none_or(|state| request.user.state == Some(state))
    }

    fn compare(sort: RequestSort, left: &StatusRequest, right: &StatusRequest) -> Ordering {
        match sort {
            RequestSort::RequestedAt => left.user.status_requested_at.cmp(&right.user.status_requested_at),
            RequestSort::Id => Ordering::Equal,
        }
    }

    fn summarize(requests: &[StatusRequest]) -> StatusRequestSummary {
        let mut states: Vec<_> =
            requests.iter().filter_map(|one| one.user.state.map(|state| state.name())).collect();
        states.sort_unstable();
        states.dedup();
        StatusRequestSummary {
            total: count(requests, |_| true),
            states: count(&states, |_| true),
            with_license_numbers: count(requests, |one| one.user.drivers_license_number.is_some()),
        }
    }
}

impl MemoryList for TextRequestList {
    fn records(unit: &Unit<'_>) -> Vec<TextNotificationRequest> {
        unit.tables.text_requests.clone()
    }

    fn matches_filter(filter: &TextRequestFilter, request: &TextNotificationRequest) -> bool {
        passes(filter.is_sent, request.is_sent) && passes(filter.is_solved, request.is_solved)
    }

    fn compare(_: NewestFirst, _: &TextNotificationRequest, _: &TextNotificationRequest) -> Ordering {
        Ordering::Equal
    }

    fn summarize(requests: &[TextNotificationRequest]) -> TextNotificationSummary {
        TextNotificationSummary {
            total: count(requests, |_| true),
            pending: count(requests, |one| !one.is_sent),
        }
    }
}
