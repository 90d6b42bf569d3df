//! The filters and sorts of each list, and the counts above them.

use application::Error;
use domain::accounts::user::{LicenseStatus, Role, User};
use domain::help::inquiry::{InquiryKind, InquiryStatus};
use domain::legal_help::hire::HireStatus;
use domain::payments::payment::{PaymentType, TransactionStatus};
use domain::requests::identity::digits_needed;
use domain::requests::report::{ReportStatus, TicketReportType};
use domain::shared::us_state::UsState;
use ports::back_office::lists::{
    HireFilter, HireQuery, HireSummary, InquiryFilter, InquiryQuery, InquirySummary, MoneySort, ReportFilter,
    ReportQuery, ReportSummary, StatusRequest, StatusRequestFilter, StatusRequestQuery, StatusRequestSummary,
    TextRequestFilter, TextRequestQuery, TextRequestSummary, TransactionFilter, TransactionQuery,
    TransactionTotals, UnsolvedCounts, UserFilter, UserQuery, UserSort, VehicleUpdateFilter,
    VehicleUpdateQuery, VehicleUpdateSummary,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::dto::user::UserDto;
use crate::shared::list_query::ListQuery;

const USER_SORTS: &[(&str, UserSort)] = &[
    ("id", UserSort::Id),
    ("fullName", UserSort::FullName),
    ("lastAdminUpdateAt", UserSort::LastAdminUpdateAt),
    ("createdAt", UserSort::CreatedAt),
];
const MONEY_SORTS: &[(&str, MoneySort)] =
    &[("id", MoneySort::Id), ("amount", MoneySort::Amount), ("createdAt", MoneySort::CreatedAt)];

/// Reads the query of `GET /api/users`.
///
/// # Errors
/// The parameters that are wrong, as with all of these.
pub fn users(query: &ListQuery) -> Result<UserQuery, Error> {
    let mut read = query.filters();
    let filter = UserFilter {
        license_status: read.word("licenseStatus", LicenseStatus::ALL, LicenseStatus::as_str),
        role: read.word("role", Role::ALL, Role::as_str),
        needs_update: read.flag("needsUpdate"),
        search: query.search(),
    };
    read.finish(filter, USER_SORTS)
}

/// Reads the query of `GET /api/lawyer-hires`.
///
/// # Errors
/// As [`users`].
pub fn hires(query: &ListQuery) -> Result<HireQuery, Error> {
    let mut read = query.filters();
    let filter = HireFilter {
        user: read.user("userId"),
        status: read.word("status", HireStatus::ALL, HireStatus::as_str),
        is_solved: read.flag("solved"),
        is_seen: read.flag("seen"),
        search: query.search(),
    };
    read.finish(filter, MONEY_SORTS)
}

/// Reads the query of `GET /api/payment-transactions` and of its summary.
///
/// # Errors
/// As [`users`].
pub fn transactions(query: &ListQuery) -> Result<TransactionQuery, Error> {
    let mut read = query.filters();
    let filter = TransactionFilter {
        user: read.user("userId"),
        kind: read.word_or_all("type", PaymentType::ALL, PaymentType::as_str),
        status: read.word("status", TransactionStatus::ALL, TransactionStatus::as_str),
        search: query.search(),
    };
    read.finish(filter, MONEY_SORTS)
}

/// Reads the query of `GET /api/missing-ticket-reports`.
///
/// # Errors
/// As [`users`].
pub fn reports(query: &ListQuery) -> Result<ReportQuery, Error> {
    let mut read = query.filters();
    let filter = ReportFilter {
        user: read.user("userId"),
        status: read.word("status", ReportStatus::ALL, ReportStatus::as_str),
        state: read.word("state", &UsState::ALL, UsState::name),
        kind: read.word("ticketType", TicketReportType::ALL, TicketReportType::as_str),
        is_solved: read.flag("solved"),
        search: query.search(),
    };
    read.finish(filter, &[])
}

/// Reads the query of `GET /api/admin/vehicle-updates`.
///
/// # Errors
/// As [`users`].
pub fn vehicle_updates(query: &ListQuery) -> Result<VehicleUpdateQuery, Error> {
    let mut read = query.filters();
    let filter = VehicleUpdateFilter { is_solved: read.flag("solved"), search: query.search() };
    read.finish(filter, &[])
}

/// Reads the query of `GET /api/admin/status-requests`.
///
/// # Errors
/// As [`users`].
pub fn status_requests(query: &ListQuery) -> Result<StatusRequestQuery, Error> {
    let mut read = query.filters();
    let filter = StatusRequestFilter {
        is_solved: read.flag("solved"),
        state: read.word("state", &UsState::ALL, UsState::name),
        search: query.search(),
    };
    read.finish(filter, &[])
}

/// Reads the query of `GET /api/help-inquiries`.
///
/// # Errors
/// As [`users`].
pub fn inquiries(query: &ListQuery) -> Result<InquiryQuery, Error> {
    let mut read = query.filters();
    let filter = InquiryFilter {
        user: read.user("userId"),
        status: read.word("status", InquiryStatus::ALL, InquiryStatus::as_str),
        kind: read.word("type", InquiryKind::ALL, InquiryKind::as_str),
        is_solved: read.flag("solved"),
        search: query.search(),
    };
    read.finish(filter, &[])
}

/// Reads the query of `GET /api/text-notifications`.
///
/// # Errors
/// As [`users`].
pub fn text_requests(query: &ListQuery) -> Result<TextRequestQuery, Error> {
    let mut read = query.filters();
    let filter = TextRequestFilter {
        user: read.user("userId"),
        is_sent: read.flag("sent"),
        is_solved: read.flag("solved"),
        search: query.search(),
    };
    read.finish(filter, &[])
}

/// A user who gave a plate.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = VehicleUpdate)]
pub struct VehicleUpdateDto {
    /// The user.
    #[serde(flatten)]
    pub user: UserDto,
    /// The vehicle update is dealt with.
    pub is_solved: bool,
}

impl From<User> for VehicleUpdateDto {
    fn from(user: User) -> Self {
        Self { is_solved: user.is_vehicle_update_solved, user: UserDto::from(user) }
    }
}

/// A user who asked for a license status check.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StatusRequest)]
pub struct StatusRequestDto {
    /// The user.
    #[serde(flatten)]
    pub user: UserDto,
    /// The state in two letters.
    #[schema(required = true)]
    pub state_abbreviation: Option<String>,
    /// As many asterisks as digits are held; none once they are erased.
    #[serde(rename = "lastFourSSN")]
    #[schema(required = true)]
    pub last_four_ssn: Option<String>,
    /// The status request is dealt with.
    pub is_solved: bool,
}

impl From<StatusRequest> for StatusRequestDto {
    fn from(request: StatusRequest) -> Self {
        let state = request.user.state;
        Self {
            state_abbreviation: state.map(|state| state.abbreviation().to_owned()),
            last_four_ssn: request.has_digits.then(|| "*".repeat(digits_needed(state))),
            is_solved: request.user.is_status_request_solved,
            user: UserDto::from(request.user),
        }
    }
}

/// Above the lawyer hires.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HireSummary)]
pub struct HireSummaryDto {
    /// In status Pending.
    #[schema(value_type = i32)]
    pub pending: i64,
    /// In status In Progress.
    #[schema(value_type = i32)]
    pub in_progress: i64,
    /// In status Contacted.
    #[schema(value_type = i32)]
    pub contacted: i64,
    /// The sum of all amounts, two decimals; cancelled hires' are in it.
    pub total_revenue: String,
    /// Of that, the amounts of cancelled hires.
    pub cancelled: String,
    /// All hires.
    #[schema(value_type = i32)]
    pub total: i64,
}

impl From<HireSummary> for HireSummaryDto {
    fn from(summary: HireSummary) -> Self {
        Self {
            pending: summary.pending,
            in_progress: summary.in_progress,
            contacted: summary.contacted,
            total_revenue: summary.total_revenue.to_string(),
            cancelled: summary.cancelled.to_string(),
            total: summary.total,
        }
    }
}

/// Sums over the filtered transactions, those not in the slice too. Two decimals; refunded transactions are in them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TransactionSummary)]
pub struct TransactionSummaryDto {
    /// Our fees.
    pub our_revenue: String,
    /// Amounts.
    pub total_value: String,
    /// Processing fees.
    pub processing_fees: String,
    /// Of the total value, what was refunded.
    pub refunded: String,
    /// Transactions.
    #[schema(value_type = i32)]
    pub count: i64,
}

impl From<TransactionTotals> for TransactionSummaryDto {
    fn from(totals: TransactionTotals) -> Self {
        Self {
            our_revenue: totals.our_revenue.to_string(),
            total_value: totals.total_value.to_string(),
            processing_fees: totals.processing_fees.to_string(),
            refunded: totals.refunded.to_string(),
            count: totals.count,
        }
    }
}

/// Above the missing-ticket reports.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MissingTicketSummary)]
pub struct ReportSummaryDto {
    /// All reports.
    #[schema(value_type = i32)]
    pub total: i64,
    /// In status Pending.
    #[schema(value_type = i32)]
    pub pending: i64,
    /// In any other status.
    #[schema(value_type = i32)]
    pub resolved: i64,
}

impl From<ReportSummary> for ReportSummaryDto {
    fn from(summary: ReportSummary) -> Self {
        Self { total: summary.total, pending: summary.pending, resolved: summary.resolved }
    }
}

/// Above the vehicle updates.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = VehicleUpdateSummary)]
pub struct VehicleUpdateSummaryDto {
    /// All vehicle updates.
    #[schema(value_type = i32)]
    pub total: i64,
    /// Of users with a plate on file.
    #[schema(value_type = i32)]
    pub with_plates: i64,
}

impl From<VehicleUpdateSummary> for VehicleUpdateSummaryDto {
    fn from(summary: VehicleUpdateSummary) -> Self {
        Self { total: summary.total, with_plates: summary.with_plates }
    }
}

/// Above the requests for a license status check.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StatusRequestSummary)]
pub struct StatusRequestSummaryDto {
    /// All requests.
    #[schema(value_type = i32)]
    pub total: i64,
    /// Distinct states.
    #[schema(value_type = i32)]
    pub states: i64,
    /// Of users with a license number on file.
    #[schema(value_type = i32)]
    pub with_license_numbers: i64,
}

impl From<StatusRequestSummary> for StatusRequestSummaryDto {
    fn from(summary: StatusRequestSummary) -> Self {
        Self {
            total: summary.total,
            states: summary.states,
            with_license_numbers: summary.with_license_numbers,
        }
    }
}

/// Above the help inquiries.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HelpInquirySummary)]
pub struct InquirySummaryDto {
    /// All inquiries.
    #[schema(value_type = i32)]
    pub total: i64,
    /// Pending ones.
    #[schema(value_type = i32)]
    pub pending: i64,
    /// Of type chat.
    #[schema(value_type = i32)]
    pub chat: i64,
    /// Of type callback.
    #[schema(value_type = i32)]
    pub callback: i64,
}

impl From<InquirySummary> for InquirySummaryDto {
    fn from(summary: InquirySummary) -> Self {
        let InquirySummary { total, pending, chat, callback } = summary;
        Self { total, pending, chat, callback }
    }
}

/// Above the requests for texts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TextNotificationSummary)]
pub struct TextRequestSummaryDto {
    /// All requests.
    #[schema(value_type = i32)]
    pub total: i64,
    /// Without a text sent yet.
    #[schema(value_type = i32)]
    pub pending: i64,
}

impl From<TextRequestSummary> for TextRequestSummaryDto {
    fn from(summary: TextRequestSummary) -> Self {
        Self { total: summary.total, pending: summary.pending }
    }
}

/// What staff have not dealt with yet: green badges show where it is above 0.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UnsolvedCounts)]
pub struct UnsolvedCountsDto {
    /// Lawyer hires.
    #[schema(value_type = i32)]
    pub lawyer_hires: i64,
    /// Vehicle updates.
    #[schema(value_type = i32)]
    pub vehicle_updates: i64,
    /// Missing-ticket reports.
    #[schema(value_type = i32)]
    pub missing_tickets: i64,
    /// Help inquiries.
    #[schema(value_type = i32)]
    pub help_inquiries: i64,
    /// Requests for a license status check.
    #[schema(value_type = i32)]
    pub status_requests: i64,
    /// Requests for texts.
    #[schema(value_type = i32)]
    pub text_notifications: i64,
}

impl From<UnsolvedCounts> for UnsolvedCountsDto {
    fn from(counts: UnsolvedCounts) -> Self {
        Self {
            lawyer_hires: counts.lawyer_hires,
            vehicle_updates: counts.vehicle_updates,
            missing_tickets: counts.missing_tickets,
            help_inquiries: counts.help_inquiries,
            status_requests: counts.status_requests,
            text_notifications: counts.text_notifications,
        }
    }
}
