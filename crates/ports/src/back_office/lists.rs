//! The back office's lists: filters, sorts and slices that every list has, and the counts above them. Drivers' own lists are the
//! same ones with their user set.

use domain::accounts::user::{LicenseStatus, Role, User};
use domain::help::inquiry::{HelpInquiry, InquiryKind, InquiryStatus};
use domain::legal_help::hire::{HireStatus, LawyerHire};
use domain::payments::payment::{PaymentTransaction, PaymentType, TransactionStatus};
use domain::requests::report::{MissingTicketReport, ReportStatus, TicketReportType};
use domain::requests::text_request::TextNotificationRequest;
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use domain::shared::search::Search;
use domain::shared::us_state::UsState;

use crate::shared::paging::{Page, Paged};
use crate::shared::store_error::StoreResult;

/// Where counting the matches of a search stops, unless a list says otherwise. To count a third of a million rows takes longer
/// than anybody waits; so many are found by their index in the time that a page takes.
pub const COUNTED: i64 = 1_000;

/// What is asked of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query<F, S> {
    /// Which rows.
    pub filter: F,
    /// In which order.
    pub sort: S,
    /// The largest, latest or last first.
    pub is_descending: bool,
    /// Which slice.
    pub page: Page,
    /// Only rows that come after the row with this id; for the list's own order, newest first.
    pub before: Option<i32>,
}

impl<F, S: Default> Query<F, S> {
    /// The newest of these rows.
    pub fn newest(filter: F, page: Page) -> Self {
        Self { filter, sort: S::default(), is_descending: true, page, before: None }
    }
}

/// The only order of a list: its own, newest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Newest;

/// Which users. Closed accounts are never among them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserFilter {
    /// With this license status.
    pub license_status: Option<LicenseStatus>,
    /// With this role.
    pub role: Option<Role>,
    /// Whether staff have never brought the record up to date.
    pub needs_update: Option<bool>,
    /// With this id, or this in name, e-mail, license number or state.
    pub search: Option<Search>,
}

/// Orders of users.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UserSort {
    /// By id.
    #[default]
    Id,
    /// By full name, without regard to case; those without one before "A".
    FullName,
    /// By when staff last brought the record up to date; never counts as before all.
    LastAdminUpdateAt,
    /// By when the account was made.
    CreatedAt,
}

/// Users asked for.
pub type UserQuery = Query<UserFilter, UserSort>;

/// Which hires.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HireFilter {
    /// Of this user.
    pub user: Option<UserId>,
    /// In this status.
    pub status: Option<HireStatus>,
    /// Dealt with, or not.
    pub is_solved: Option<bool>,
    /// Seen by staff, or not.
    pub is_seen: Option<bool>,
    /// Of this user or ticket, or with this in violation or confirmation number.
    pub search: Option<Search>,
}

/// Orders of hires and transactions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoneySort {
    /// By id.
    #[default]
    Id,
    /// By what was paid.
    Amount,
    /// By when it was recorded.
    CreatedAt,
}

/// Hires asked for.
pub type HireQuery = Query<HireFilter, MoneySort>;

/// Which transactions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TransactionFilter {
    /// Of this user.
    pub user: Option<UserId>,
    /// Of this type.
    pub kind: Option<PaymentType>,
    /// In this status.
    pub status: Option<TransactionStatus>,
    /// Of this user, or with this in violation or confirmation number.
    pub search: Option<Search>,
}

/// Transactions asked for.
pub type TransactionQuery = Query<TransactionFilter, MoneySort>;

/// Which missing-ticket reports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportFilter {
    /// Of this user.
    pub user: Option<UserId>,
    /// In this status.
    pub status: Option<ReportStatus>,
    /// About a ticket of this state.
    pub state: Option<UsState>,
    /// About a ticket of this kind.
    pub kind: Option<TicketReportType>,
    /// Dealt with, or not.
    pub is_solved: Option<bool>,
    /// This report, or of this user, or with this in the state's or the kind's name.
    pub search: Option<Search>,
}

/// Reports asked for.
pub type ReportQuery = Query<ReportFilter, Newest>;

/// Which vehicle updates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VehicleUpdateFilter {
    /// Dealt with, or not.
    pub is_solved: Option<bool>,
    /// Of this user, or with this in name, e-mail, license number, state or plate.
    pub search: Option<Search>,
}

/// Orders of lists that are made of users.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QueueSort {
    /// By when the plate was given, or the check asked for.
    #[default]
    Asked,
    /// By the user's id.
    Id,
}

/// Vehicle updates asked for.
pub type VehicleUpdateQuery = Query<VehicleUpdateFilter, QueueSort>;

/// Which requests for a license status check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatusRequestFilter {
    /// Dealt with, or not.
    pub is_solved: Option<bool>,
    /// With a license of this state.
    pub state: Option<UsState>,
    /// Of this user, or with this in name, e-mail, license number or state.
    pub search: Option<Search>,
}

/// Requests for a license status check asked for.
pub type StatusRequestQuery = Query<StatusRequestFilter, QueueSort>;

/// A request for a license status check: a user who asked for one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusRequest {
    /// Who.
    pub user: User,
    /// Whether encrypted SSN digits are held.
    pub has_digits: bool,
}

/// Which help inquiries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InquiryFilter {
    /// Of this user.
    pub user: Option<UserId>,
    /// In this status.
    pub status: Option<InquiryStatus>,
    /// Of this type.
    pub kind: Option<InquiryKind>,
    /// Dealt with, or not.
    pub is_solved: Option<bool>,
    /// This inquiry, or of this user, or with this in message or phone number.
    pub search: Option<Search>,
}

/// Inquiries asked for.
pub type InquiryQuery = Query<InquiryFilter, Newest>;

/// Which requests for texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextRequestFilter {
    /// Of this user.
    pub user: Option<UserId>,
    /// A text was sent, or not.
    pub is_sent: Option<bool>,
    /// Dealt with, or not.
    pub is_solved: Option<bool>,
    /// This request, or of this user, or with these digits in the number.
    pub search: Option<Search>,
}

/// Requests for texts asked for.
pub type TextRequestQuery = Query<TextRequestFilter, Newest>;

/// Above the lawyer hires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HireSummary {
    /// In status Pending.
    pub pending: i64,
    /// In status In Progress.
    pub in_progress: i64,
    /// In status Contacted.
    pub contacted: i64,
    /// The sum of all amounts, cancelled hires' included.
    pub total_revenue: Money,
    /// Of that, the amounts of cancelled hires.
    pub cancelled: Money,
    /// All hires.
    pub total: i64,
}

/// Above and below the payment transactions: sums over the filtered ones, exact whatever the filter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TransactionTotals {
    /// The sum of our fees, refunded transactions' included.
    pub our_revenue: Money,
    /// The sum of amounts, refunded transactions' included.
    pub total_value: Money,
    /// The sum of processing fees, refunded transactions' included.
    pub processing_fees: Money,
    /// Of the total value, what was refunded.
    pub refunded: Money,
    /// Transactions.
    pub count: i64,
}

/// Above the missing-ticket reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportSummary {
    /// All reports.
    pub total: i64,
    /// In status Pending.
    pub pending: i64,
    /// In any other status.
    pub resolved: i64,
}

/// Above the vehicle updates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VehicleUpdateSummary {
    /// All vehicle updates.
    pub total: i64,
    /// Of users with a plate on file.
    pub with_plates: i64,
}

/// Above the requests for a license status check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatusRequestSummary {
    /// All requests.
    pub total: i64,
    /// Distinct states.
    pub states: i64,
    /// Of users with a license number on file.
    pub with_license_numbers: i64,
}

/// Above the help inquiries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InquirySummary {
    /// All inquiries.
    pub total: i64,
    /// Pending ones.
    pub pending: i64,
    /// Of type chat.
    pub chat: i64,
    /// Of type callback.
    pub callback: i64,
}

/// Above the requests for texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextRequestSummary {
    /// All requests.
    pub total: i64,
    /// Without a text sent yet.
    pub pending: i64,
}

/// What staff have not dealt with yet (docs/PRODUCT.md#queues).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnsolvedCounts {
    /// Lawyer hires.
    pub lawyer_hires: i64,
    /// Vehicle updates.
    pub vehicle_updates: i64,
    /// Missing-ticket reports.
    pub missing_tickets: i64,
    /// Help inquiries.
    pub help_inquiries: i64,
    /// Requests for a license status check.
    pub status_requests: i64,
    /// Requests for texts.
    pub text_notifications: i64,
}

/// Lists and their counts in the database. Totals are exact, but for searches among users, vehicle updates, status requests,
/// inquiries and texts: those are counted up to [`COUNTED`], and the answer says so.
pub trait Lists {
    /// Users.
    fn list_users(&mut self, query: &UserQuery) -> StoreResult<Paged<User>>;
    /// Lawyer hires.
    fn list_hires(&mut self, query: &HireQuery) -> StoreResult<Paged<LawyerHire>>;
    /// Payment transactions.
    fn list_transactions(&mut self, query: &TransactionQuery) -> StoreResult<Paged<PaymentTransaction>>;
    /// Missing-ticket reports.
    fn list_reports(&mut self, query: &ReportQuery) -> StoreResult<Paged<MissingTicketReport>>;
    /// Users who gave a plate.
    fn list_vehicle_updates(&mut self, query: &VehicleUpdateQuery) -> StoreResult<Paged<User>>;
    /// Users who asked for a license status check.
    fn list_status_requests(&mut self, query: &StatusRequestQuery) -> StoreResult<Paged<StatusRequest>>;
    /// Help inquiries.
    fn list_inquiries(&mut self, query: &InquiryQuery) -> StoreResult<Paged<HelpInquiry>>;
    /// Requests for texts.
    fn list_text_requests(&mut self, query: &TextRequestQuery)
    -> StoreResult<Paged<TextNotificationRequest>>;
    /// Over all lawyer hires.
    fn hire_summary(&mut self) -> StoreResult<HireSummary>;
    /// Over the transactions that a filter lets through.
    fn transaction_totals(&mut self, filter: &TransactionFilter) -> StoreResult<TransactionTotals>;
    /// Over all missing-ticket reports.
    fn report_summary(&mut self) -> StoreResult<ReportSummary>;
    /// Over all vehicle updates.
    fn vehicle_update_summary(&mut self) -> StoreResult<VehicleUpdateSummary>;
    /// Over all requests for a license status check.
    fn status_request_summary(&mut self) -> StoreResult<StatusRequestSummary>;
    /// Over all help inquiries.
    fn inquiry_summary(&mut self) -> StoreResult<InquirySummary>;
    /// Over all requests for texts.
    fn text_request_summary(&mut self) -> StoreResult<TextRequestSummary>;
    /// What staff have not dealt with yet.
    fn unsolved_counts(&mut self) -> StoreResult<UnsolvedCounts>;
    /// Folds what was counted piece by piece into few rows, so that counts stay quick. Answers how many pieces there were.
    fn fold_tallies(&mut self) -> StoreResult<usize>;
}
