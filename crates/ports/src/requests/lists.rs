//! Lists of drivers' requests to staff: missing tickets, vehicle updates, license checks, and texts.

use domain::accounts::user::User;
use domain::requests::report::{MissingTicketReport, ReportStatus, TicketReportType};
use domain::requests::text_request::TextNotificationRequest;
use domain::shared::us_state::UsState;

use crate::shared::list::{NewestFirst, Query, SortOrder, list};
use crate::shared::summary::summary;

list! {
    /// Missing-ticket reports. A search covers id, driver, state and ticket type.
    ReportList of MissingTicketReport by |report| report.id.0,
    ReportFilter, NewestFirst, MissingTicketSummary, has_owners: true,
    driver: |report| Some(report.user_id)
}

/// A query for reports.
pub type ReportQuery = Query<ReportList>;

/// Filters for the list of reports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportFilter {
    /// Only reports with this status.
    pub status: Option<ReportStatus>,
    /// Only reports of tickets that this state issued.
    pub state: Option<UsState>,
    /// Only reports of tickets of this type.
    pub kind: Option<TicketReportType>,
    /// `true`: only solved reports. `false`: only unsolved reports.
    pub is_solved: Option<bool>,
}

summary! {
    /// The summary above the list of missing-ticket reports.
    MissingTicketSummary {
        /// All reports.
        total: Count,
        /// Reports with the status Pending.
        pending: Count,
        /// Reports with any status except Pending.
        resolved: Count,
    }
}

list! {
    /// Vehicle updates. A search covers the same fields as in the list of users.
    VehicleUpdateList of User by |user| user.id.0,
    VehicleUpdateFilter, RequestSort, VehicleUpdateSummary, has_owners: false
}

/// A query for vehicle updates.
pub type VehicleUpdateQuery = Query<VehicleUpdateList>;

/// Filters for vehicle updates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VehicleUpdateFilter {
    /// `true`: only solved vehicle updates. `false`: only unsolved vehicle updates.
    pub is_solved: Option<bool>,
}

/// Sort orders of vehicle updates and status requests, whose records are users.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RequestSort {
    /// Sorts by the time when the plate was entered or the license check requested.
    #[default]
    RequestedAt,
    /// Sorts by the user's id.
    Id,
}

impl SortOrder for RequestSort {
    const BY_ID: Self = Self::Id;
}

summary! {
    /// The summary above the list of vehicle updates.
    VehicleUpdateSummary {
        /// All vehicle updates.
        total: Count,
        /// Vehicle updates of users with a stored plate.
        with_plates: Count,
    }
}

list! {
    /// Status requests: requests for a license check. A search covers the same fields as in the list of users.
    StatusRequestList of StatusRequest by |request| request.user.id.0,
    StatusRequestFilter, RequestSort, StatusRequestSummary, has_owners: false
}

/// A query for status requests.
pub type StatusRequestQuery = Query<StatusRequestList>;

/// A user who requested a license check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusRequest {
    /// The user who requested the check.
    pub user: User,
    /// Whether the user's encrypted SSN digits are stored.
    pub has_digits: bool,
}

/// Filters for status requests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatusRequestFilter {
    /// `true`: only solved requests. `false`: only unsolved requests.
    pub is_solved: Option<bool>,
    /// Only requests of drivers whose license is from this state.
    pub state: Option<UsState>,
}

summary! {
    /// The summary above the list of license status requests.
    StatusRequestSummary {
        /// All requests.
        total: Count,
        /// Number of distinct U.S. states among the requests.
        states: Count,
        /// Requests of users with a stored license number.
        with_license_numbers: Count,
    }
}

list! {
    /// Text requests. A search covers id, user and phone number.
    TextRequestList of TextNotificationRequest by |request| request.id.0,
    TextRequestFilter, NewestFirst, TextNotificationSummary, has_owners: true,
    driver: |request| request.user_id
}

/// A query for text requests.
pub type TextRequestQuery = Query<TextRequestList>;

/// Filters for text requests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextRequestFilter {
    /// `true`: only requests for which a text about a changed status was sent. `false`: only requests for which
    /// no such text was sent.
    pub is_sent: Option<bool>,
    /// `true`: only solved requests. `false`: only unsolved requests.
    pub is_solved: Option<bool>,
}

summary! {
    /// The summary above the list of requests for texts.
    TextNotificationSummary {
        /// All requests.
        total: Count,
        /// Requests for which no text about a changed status has been sent yet.
        pending: Count,
    }
}
