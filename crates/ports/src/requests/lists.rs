//! The lists of what drivers ask staff for: missing tickets, vehicle updates, license status checks, texts.

use domain::accounts::user::User;
use domain::requests::report::{MissingTicketReport, ReportStatus, TicketReportType};
use domain::requests::text_request::TextNotificationRequest;
use domain::shared::us_state::UsState;

use crate::shared::list::{Newest, Order, Query, list};
use crate::shared::summary::summary;

list! {
    /// Missing-ticket reports; searched by id, driver, state and kind.
    ReportList of MissingTicketReport by |report| report.id.0,
    ReportFilter, Newest, MissingTicketSummary, has_owners: true,
    driver: |report| Some(report.user_id)
}

/// Reports asked for.
pub type ReportQuery = Query<ReportList>;

/// Which reports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportFilter {
    /// In this status.
    pub status: Option<ReportStatus>,
    /// About a ticket of this state.
    pub state: Option<UsState>,
    /// About a ticket of this kind.
    pub kind: Option<TicketReportType>,
    /// Dealt with, or not.
    pub is_solved: Option<bool>,
}

summary! {
    /// Above the missing-ticket reports.
    MissingTicketSummary {
        /// All reports.
        total: Count,
        /// In status Pending.
        pending: Count,
        /// In any other status.
        resolved: Count,
    }
}

list! {
    /// Vehicle updates; searched as users are.
    VehicleUpdateList of User by |user| user.id.0,
    VehicleUpdateFilter, AskedSort, VehicleUpdateSummary, has_owners: false
}

/// Vehicle updates asked for.
pub type VehicleUpdateQuery = Query<VehicleUpdateList>;

/// Which vehicle updates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VehicleUpdateFilter {
    /// Dealt with, or not.
    pub is_solved: Option<bool>,
}

/// Orders of lists that are made of users.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AskedSort {
    /// By when the plate was given, or the check asked for.
    #[default]
    Asked,
    /// By the user's id.
    Id,
}

impl Order for AskedSort {
    const BY_ID: Self = Self::Id;
}

summary! {
    /// Above the vehicle updates.
    VehicleUpdateSummary {
        /// All vehicle updates.
        total: Count,
        /// Of users with a plate on file.
        with_plates: Count,
    }
}

list! {
    /// Requests for a license status check; searched as users are.
    StatusRequestList of StatusRequest by |request| request.user.id.0,
    StatusRequestFilter, AskedSort, StatusRequestSummary, has_owners: false
}

/// Requests for a license status check asked for.
pub type StatusRequestQuery = Query<StatusRequestList>;

/// A user who asked for a license status check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusRequest {
    /// Who.
    pub user: User,
    /// Whether encrypted SSN digits are held.
    pub has_digits: bool,
}

/// Which requests for a license status check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatusRequestFilter {
    /// Dealt with, or not.
    pub is_solved: Option<bool>,
    /// With a license of this state.
    pub state: Option<UsState>,
}

summary! {
    /// Above the requests for a license status check.
    StatusRequestSummary {
        /// All requests.
        total: Count,
        /// Distinct states.
        states: Count,
        /// Of users with a license number on file.
        with_license_numbers: Count,
    }
}

list! {
    /// Requests for texts; searched by id, user and phone number.
    TextRequestList of TextNotificationRequest by |request| request.id.0,
    TextRequestFilter, Newest, TextNotificationSummary, has_owners: true,
    driver: |request| request.user_id
}

/// Requests for texts asked for.
pub type TextRequestQuery = Query<TextRequestList>;

/// Which requests for texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextRequestFilter {
    /// A text was sent, or not.
    pub is_sent: Option<bool>,
    /// Dealt with, or not.
    pub is_solved: Option<bool>,
}

summary! {
    /// Above the requests for texts.
    TextNotificationSummary {
        /// All requests.
        total: Count,
        /// Without a text sent yet.
        pending: Count,
    }
}
