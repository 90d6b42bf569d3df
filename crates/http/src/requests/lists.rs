//! HTTP requests that list drivers' reports and requests to staff, and their summaries.

use domain::accounts::user::User;
use domain::requests::identity::required_ssn_digits;
use domain::requests::report::{ReportStatus, TicketReportType};
use domain::shared::us_state::UsState;
use ports::requests::lists::{
    MissingTicketSummary, ReportFilter, ReportList, StatusRequest, StatusRequestFilter, StatusRequestList,
    StatusRequestSummary, TextNotificationSummary, TextRequestFilter, TextRequestList, VehicleUpdateFilter,
    VehicleUpdateList, VehicleUpdateSummary,
};
use ports::shared::list::NewestFirst;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::dto::user::UserDto;
use crate::accounts::lists::USER_COLUMNS;
use crate::edge::list_call::{self, ListCall, SummaryDto, add_driver_name};
use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::requests::dto::{ReportDto, TextRequestDto};
use crate::shared::enums as word;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::list_query::{Filters, ListQuery};

pub fn routes() -> Vec<Route> {
    vec![
        route!(list_reports, Call::read(AllowedCallers::DriverOrStaff)),
        route!(report_summary, Call::read(AllowedCallers::Staff)),
        route!(list_vehicle_updates, Call::read(AllowedCallers::Staff)),
        route!(vehicle_update_summary, Call::read(AllowedCallers::Staff)),
        route!(list_status_requests, Call::read(AllowedCallers::Staff)),
        route!(status_request_summary, Call::read(AllowedCallers::Staff)),
        route!(list_text_requests, Call::read(AllowedCallers::DriverOrStaff)),
        route!(text_request_summary, Call::read(AllowedCallers::Staff)),
    ]
}

/// The summary above the list of missing-ticket reports.
pub type MissingTicketFigures = SummaryDto<MissingTicketSummary>;

impl ListCall for ReportList {
    const PATH: &'static str = "/api/missing-ticket-reports";
    const FILE: &'static str = "missing-tickets";
    const COLUMNS: &'static [&'static [&'static str]] = &[&[
        "id",
        "userId",
        "driverName",
        "state",
        "ticketType",
        "reportedAt",
        "status",
        "isSeenByAdmin",
        "isSolved",
        "itemKind",
        "itemId",
    ]];
    const SORTS: &'static [(&'static str, NewestFirst)] = &[("id", NewestFirst)];
    type Dto = ReportDto;

    fn parse_filter(read: &mut Filters<'_>) -> ReportFilter {
        ReportFilter {
            status: read.parse_word("status", ReportStatus::ALL, ReportStatus::as_str),
            state: read.parse_word("state", &UsState::ALL, UsState::name),
            kind: read.parse_word("ticketType", TicketReportType::ALL, TicketReportType::as_str),
            is_solved: read.parse_flag("solved"),
        }
    }

    add_driver_name!();
}

/// Lists reports: a driver's own, or all for staff.
#[utoipa::path(get, path = "/api/missing-ticket-reports", tag = "requests", params(
    ("userId" = Option<i32>, Query, description = "Only this user's records. Drivers may only name themselves"),
    ("status" = Option<word::ReportStatus>, Query, description = "Only this status"),
    ("state" = Option<String>, Query, description = "Full name of a state"),
    ("ticketType" = Option<word::TicketReportType>, Query, description = "Only this type"),
    ("solved" = Option<bool>, Query, description = "Whether staff have dealt with it"),
    ("id" = Option<i32>, Query, description = "Only the record with this id"),
    ("q" = Option<String>, Query, description = "Id of a report or user, or part of a state, a kind, or the driver's name or email"),
    ("sort" = Option<String>, Query, description = "`id`: longest waiting first. `-id`: newest first, which is the default"),
    ("limit" = Option<i32>, Query, description = "Page size: 50 by default, at most 200"),
    ("offset" = Option<i32>, Query, description = "Rows to skip, at most 10,000"),
    ("before" = Option<i32>, Query, description = "Only rows after the one with this id, newest first"),
), responses(
    (status = 200, description = "Newest first, or in the order of `sort`", body = Vec<ReportDto>),
    (status = 403, description = "The record is another user's", body = ErrorBody),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn list_reports(request: Request, query: ListQuery) -> HandlerResult {
    list_call::respond_with_page::<ReportList>(&request, &query).await
}

/// Returns the number of all missing-ticket reports, and how many of them are pending and resolved.
#[utoipa::path(get, path = "/api/admin/missing-tickets/summary", tag = "requests", responses(
    (status = 200, description = "The counts", body = MissingTicketFigures),
))]
async fn report_summary(request: Request) -> HandlerResult {
    list_call::respond_with_unfiltered_summary::<ReportList>(&request).await
}

/// The summary above the list of vehicle updates.
pub type VehicleUpdateFigures = SummaryDto<VehicleUpdateSummary>;

impl ListCall for VehicleUpdateList {
    const PATH: &'static str = "/api/admin/vehicle-updates";
    const FILE: &'static str = "vehicle-updates";
    const COLUMNS: &'static [&'static [&'static str]] = &[USER_COLUMNS, &["isSolved"]];
    type Dto = VehicleUpdateDto;

    fn parse_filter(read: &mut Filters<'_>) -> VehicleUpdateFilter {
        VehicleUpdateFilter { is_solved: read.parse_flag("solved") }
    }
}

/// A user who has entered a plate.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = VehicleUpdate)]
pub struct VehicleUpdateDto {
    /// The user's fields, in the same JSON object.
    #[serde(flatten)]
    pub user: UserDto,
    /// Whether staff have solved the vehicle update.
    pub is_solved: bool,
}

impl From<User> for VehicleUpdateDto {
    fn from(user: User) -> Self {
        Self { is_solved: user.is_vehicle_update_solved, user: UserDto::from(user) }
    }
}

/// Lists users who have entered a plate, latest plate first.
#[utoipa::path(get, path = "/api/admin/vehicle-updates", tag = "requests", params(
    ("id" = Option<i32>, Query, description = "Only the record with this id"),
    ("q" = Option<String>, Query, description = "An id, or part of a name, email, license number, state, plate or phone number"),
    ("solved" = Option<bool>, Query, description = "Whether staff have dealt with it"),
    ("limit" = Option<i32>, Query, description = "Page size: 50 by default, at most 200"),
    ("offset" = Option<i32>, Query, description = "Rows to skip, at most 10,000"),
    ("before" = Option<i32>, Query, description = "Only rows after the one with this id, newest first"),
), responses(
    (status = 200, description = "Newest first", body = Vec<VehicleUpdateDto>),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn list_vehicle_updates(request: Request, query: ListQuery) -> HandlerResult {
    list_call::respond_with_page::<VehicleUpdateList>(&request, &query).await
}

/// Returns the number of all vehicle updates, and how many of their users have a plate on file.
#[utoipa::path(get, path = "/api/admin/vehicle-updates/summary", tag = "requests", responses(
    (status = 200, description = "The counts", body = VehicleUpdateFigures),
))]
async fn vehicle_update_summary(request: Request) -> HandlerResult {
    list_call::respond_with_unfiltered_summary::<VehicleUpdateList>(&request).await
}

/// The summary above the list of license status requests.
pub type StatusRequestFigures = SummaryDto<StatusRequestSummary>;

impl ListCall for StatusRequestList {
    const PATH: &'static str = "/api/admin/status-requests";
    const FILE: &'static str = "status-requests";
    const COLUMNS: &'static [&'static [&'static str]] =
        &[USER_COLUMNS, &["isSolved", "stateAbbreviation", "lastFourSSN"]];
    type Dto = StatusRequestDto;

    fn parse_filter(read: &mut Filters<'_>) -> StatusRequestFilter {
        StatusRequestFilter {
            is_solved: read.parse_flag("solved"),
            state: read.parse_word("state", &UsState::ALL, UsState::name),
        }
    }
}

/// A user who has requested a license status check.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StatusRequest)]
pub struct StatusRequestDto {
    /// The user's fields, in the same JSON object.
    #[serde(flatten)]
    pub user: UserDto,
    /// The two-letter abbreviation of the user's state; null if no state is stored.
    pub state_abbreviation: Option<String>,
    /// One asterisk for each stored digit. Null once the digits are erased.
    #[serde(rename = "lastFourSSN")]
    pub last_four_ssn: Option<String>,
    /// Whether staff have solved the status request.
    pub is_solved: bool,
}

impl From<StatusRequest> for StatusRequestDto {
    fn from(request: StatusRequest) -> Self {
        let state = request.user.state;
        Self {
            state_abbreviation: state.map(|state| state.abbreviation().to_owned()),
            last_four_ssn: request.has_digits.then(|| "*".repeat(required_ssn_digits(state))),
            is_solved: request.user.is_status_request_solved,
            user: UserDto::from(request.user),
        }
    }
}

/// Lists users who have requested a license status check, latest first. SSN digits are shown as asterisks.
#[utoipa::path(get, path = "/api/admin/status-requests", tag = "requests", params(
    ("id" = Option<i32>, Query, description = "Only the record with this id"),
    ("q" = Option<String>, Query, description = "An id, or part of a name, email, license number, state, plate or phone number"),
    ("solved" = Option<bool>, Query, description = "Whether staff have dealt with it"),
    ("state" = Option<String>, Query, description = "Full name of a state"),
    ("limit" = Option<i32>, Query, description = "Page size: 50 by default, at most 200"),
    ("offset" = Option<i32>, Query, description = "Rows to skip, at most 10,000"),
    ("before" = Option<i32>, Query, description = "Only rows after the one with this id, newest first"),
), responses(
    (status = 200, description = "Newest first", body = Vec<StatusRequestDto>),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn list_status_requests(request: Request, query: ListQuery) -> HandlerResult {
    list_call::respond_with_page::<StatusRequestList>(&request, &query).await
}

/// Returns the number of all requests for a license status check, how many of their users have a license number on
/// file, and how many states the requests are from.
#[utoipa::path(get, path = "/api/admin/status-requests/summary", tag = "requests", responses(
    (status = 200, description = "The counts", body = StatusRequestFigures),
))]
async fn status_request_summary(request: Request) -> HandlerResult {
    list_call::respond_with_unfiltered_summary::<StatusRequestList>(&request).await
}

/// The summary above the list of requests for texts.
pub type TextNotificationFigures = SummaryDto<TextNotificationSummary>;

impl ListCall for TextRequestList {
    const PATH: &'static str = "/api/text-notifications";
    const FILE: &'static str = "text-notifications";
    const COLUMNS: &'static [&'static [&'static str]] =
        &[&["id", "userId", "driverName", "phoneNumber", "requestedAt", "isSent", "sentAt", "isSolved"]];
    type Dto = TextRequestDto;

    fn parse_filter(read: &mut Filters<'_>) -> TextRequestFilter {
        TextRequestFilter { is_sent: read.parse_flag("sent"), is_solved: read.parse_flag("solved") }
    }

    add_driver_name!();
}

/// Lists requests for texts: a driver's own, or all for staff.
#[utoipa::path(get, path = "/api/text-notifications", tag = "requests", params(
    ("userId" = Option<i32>, Query, description = "Only this user's records. Drivers may only name themselves"),
    ("sent" = Option<bool>, Query, description = "Whether a text about a changed status was sent"),
    ("solved" = Option<bool>, Query, description = "Whether staff have dealt with it"),
    ("id" = Option<i32>, Query, description = "Only the record with this id"),
    ("q" = Option<String>, Query, description = "Id of a request or user, or part of the phone number, or the driver's name or email"),
    ("limit" = Option<i32>, Query, description = "Page size: 50 by default, at most 200"),
    ("offset" = Option<i32>, Query, description = "Rows to skip, at most 10,000"),
    ("before" = Option<i32>, Query, description = "Only rows after the one with this id, newest first"),
), responses(
    (status = 200, description = "Newest first", body = Vec<TextRequestDto>),
    (status = 403, description = "The record is another user's", body = ErrorBody),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn list_text_requests(request: Request, query: ListQuery) -> HandlerResult {
    list_call::respond_with_page::<TextRequestList>(&request, &query).await
}

/// Returns the number of all requests for texts, and for how many of them no text about a changed status was sent yet.
#[utoipa::path(get, path = "/api/admin/text-notifications/summary", tag = "requests", responses(
    (status = 200, description = "The counts", body = TextNotificationFigures),
))]
async fn text_request_summary(request: Request) -> HandlerResult {
    list_call::respond_with_unfiltered_summary::<TextRequestList>(&request).await
}
