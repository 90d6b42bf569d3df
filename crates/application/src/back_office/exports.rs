//! Lists as files: all rows that a list's filters let through, read piece by piece.

use domain::accounts::user::User;
use domain::help::inquiry::HelpInquiry;
use domain::legal_help::hire::LawyerHire;
use domain::payments::payment::PaymentTransaction;
use domain::requests::report::MissingTicketReport;
use domain::requests::text_request::TextNotificationRequest;
use domain::security::audit::AuditAction;
use ports::back_office::lists::{
    HireFilter, HireQuery, InquiryFilter, InquiryQuery, MoneySort, Newest, Query, QueueSort, ReportFilter,
    ReportQuery, StatusRequest, StatusRequestFilter, StatusRequestQuery, TextRequestFilter, TextRequestQuery,
    TransactionFilter, TransactionQuery, UserFilter, UserQuery, UserSort, VehicleUpdateFilter,
    VehicleUpdateQuery,
};
use ports::shared::paging::Page;
use ports::store::Store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::Result;

/// Which list, and which of its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Export {
    /// Users.
    Users(UserFilter),
    /// Lawyer hires.
    Hires(HireFilter),
    /// Payment transactions.
    Transactions(TransactionFilter),
    /// Missing-ticket reports.
    Reports(ReportFilter),
    /// Vehicle updates.
    VehicleUpdates(VehicleUpdateFilter),
    /// Requests for a license status check.
    StatusRequests(StatusRequestFilter),
    /// Help inquiries.
    Inquiries(InquiryFilter),
    /// Requests for texts.
    TextRequests(TextRequestFilter),
}

/// Some rows of a list, the newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Users.
    Users(Vec<User>),
    /// Lawyer hires.
    Hires(Vec<LawyerHire>),
    /// Payment transactions.
    Transactions(Vec<PaymentTransaction>),
    /// Missing-ticket reports.
    Reports(Vec<MissingTicketReport>),
    /// Vehicle updates.
    VehicleUpdates(Vec<User>),
    /// Requests for a license status check.
    StatusRequests(Vec<StatusRequest>),
    /// Help inquiries.
    Inquiries(Vec<HelpInquiry>),
    /// Requests for texts.
    TextRequests(Vec<TextNotificationRequest>),
}

impl Rows {
    /// The id that the next piece comes after; none when there is none.
    pub fn next_id(&self) -> Option<i32> {
        match self {
            Self::Users(rows) | Self::VehicleUpdates(rows) => next(rows, |row| row.id.0),
            Self::Hires(rows) => next(rows, |row| row.id.0),
            Self::Transactions(rows) => next(rows, |row| row.id.0),
            Self::Reports(rows) => next(rows, |row| row.id.0),
            Self::StatusRequests(rows) => next(rows, |row| row.user.id.0),
            Self::Inquiries(rows) => next(rows, |row| row.id.0),
            Self::TextRequests(rows) => next(rows, |row| row.id.0),
        }
    }
}

fn next<T>(rows: &[T], id: impl Fn(&T) -> i32) -> Option<i32> {
    let is_full = i64::try_from(rows.len()).is_ok_and(|rows| rows >= PIECE);
    rows.last().filter(|_| is_full).map(id)
}

/// Rows of one piece: a few hundred kilobytes, some milliseconds.
const PIECE: i64 = 1_000;

/// Notes that staff take a list out of the house, and with which filters.
///
/// # Errors
/// [`Error::Forbidden`](crate::error::Error::Forbidden) for drivers.
pub fn begin(deps: &Deps, store: &mut dyn Store, actor: &Actor, list: &str, filters: &str) -> Result<()> {
    actor.must_be_admin()?;
    let entry = actor.own_entry(AuditAction::ListExported, deps.clock.now());
    Ok(store.audit(&entry.is("list", &list).is("filters", &filters))?)
}

/// The rows after the one with this id, a piece of them, by a statement of its own: no transaction is open between two pieces.
///
/// # Errors
/// Only the database's.
pub fn read(store: &mut dyn Store, export: &Export, before: Option<i32>) -> Result<Rows> {
    Ok(match export.clone() {
        Export::Users(filter) => {
            let query: UserQuery = piece(filter, UserSort::Id, before);
            Rows::Users(store.list_users(&query)?.items)
        }
        Export::Hires(filter) => {
            let query: HireQuery = piece(filter, MoneySort::Id, before);
            Rows::Hires(store.list_hires(&query)?.items)
        }
        Export::Transactions(filter) => {
            let query: TransactionQuery = piece(filter, MoneySort::Id, before);
            Rows::Transactions(store.list_transactions(&query)?.items)
        }
        Export::Reports(filter) => {
            let query: ReportQuery = piece(filter, Newest, before);
            Rows::Reports(store.list_reports(&query)?.items)
        }
        Export::VehicleUpdates(filter) => {
            let query: VehicleUpdateQuery = piece(filter, QueueSort::Id, before);
            Rows::VehicleUpdates(store.list_vehicle_updates(&query)?.items)
        }
        Export::StatusRequests(filter) => {
            let query: StatusRequestQuery = piece(filter, QueueSort::Id, before);
            Rows::StatusRequests(store.list_status_requests(&query)?.items)
        }
        Export::Inquiries(filter) => {
            let query: InquiryQuery = piece(filter, Newest, before);
            Rows::Inquiries(store.list_inquiries(&query)?.items)
        }
        Export::TextRequests(filter) => {
            let query: TextRequestQuery = piece(filter, Newest, before);
            Rows::TextRequests(store.list_text_requests(&query)?.items)
        }
    })
}

/// By ids, whatever changes meanwhile: nothing is there twice.
fn piece<F, S: Default>(filter: F, sort: S, before: Option<i32>) -> Query<F, S> {
    Query { sort, before, ..Query::newest(filter, Page { limit: PIECE, offset: 0 }) }
}
