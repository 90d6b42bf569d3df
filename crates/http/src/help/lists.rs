//! The requests for the list of help inquiries.

use domain::help::inquiry::{HelpInquiry, InquiryKind, InquiryStatus};
use ports::help::lists::{HelpInquirySummary, InquiryFilter, InquiryList, InquirySort};

use crate::edge::list_call::{self, ListCall, SummaryDto, add_driver_name};
use crate::edge::route::{AllowedCallers, Call, Route, route};
use crate::edge::use_case::Request;
use crate::help::dto::InquiryDto;
use crate::shared::enums as word;
use crate::shared::error::{ErrorBody, HandlerResult};
use crate::shared::list_query::{Filters, ListQuery};

pub fn routes() -> Vec<Route> {
    vec![
        route!(list_inquiries, Call::read(AllowedCallers::DriverOrStaff)),
        route!(inquiry_summary, Call::read(AllowedCallers::Staff)),
    ]
}

/// The summary above the list of help inquiries.
pub type HelpInquiryFigures = SummaryDto<HelpInquirySummary>;

impl ListCall for InquiryList {
    const PATH: &'static str = "/api/help-inquiries";
    const FILE: &'static str = "help-inquiries";
    const COLUMNS: &'static [&'static [&'static str]] = &[&[
        "id",
        "userId",
        "driverName",
        "type",
        "message",
        "phoneNumber",
        "status",
        "createdAt",
        "resolvedAt",
        "isSeenByAdmin",
        "isSolved",
    ]];
    const SORTS: &'static [(&'static str, InquirySort)] =
        &[("id", InquirySort::Id), ("waiting", InquirySort::Waiting)];
    type Dto = InquiryDto;

    fn for_staff(record: HelpInquiry) -> InquiryDto {
        InquiryDto::for_staff(record)
    }

    fn parse_filter(read: &mut Filters<'_>) -> InquiryFilter {
        InquiryFilter {
            status: read.parse_word("status", InquiryStatus::ALL, InquiryStatus::as_str),
            kind: read.parse_word("type", InquiryKind::ALL, InquiryKind::as_str),
            is_solved: read.parse_flag("solved"),
        }
    }

    add_driver_name!();
}

/// Lists inquiries: a driver's own, or all for staff.
#[utoipa::path(get, path = "/api/help-inquiries", tag = "help", params(
    ("userId" = Option<i32>, Query, description = "Only this user's records. Drivers may only name themselves"),
    ("status" = Option<word::InquiryStatus>, Query, description = "Only this status"),
    ("type" = Option<word::InquiryKind>, Query, description = "Only this type"),
    ("solved" = Option<bool>, Query, description = "Whether staff have dealt with it"),
    ("id" = Option<i32>, Query, description = "Only the record with this id"),
    ("q" = Option<String>, Query, description = "Id of an inquiry or user, or part of a message, a phone number, or the driver's name or email"),
    ("sort" = Option<String>, Query, description = "`id`, or `waiting`: longest wait for an answer first. A leading `-` reverses the order"),
    ("limit" = Option<i32>, Query, description = "Page size: 50 by default, at most 200"),
    ("offset" = Option<i32>, Query, description = "Rows to skip, at most 10,000"),
    ("before" = Option<i32>, Query, description = "Only rows after the one with this id, newest first"),
), responses(
    (status = 200, description = "Newest first, or in the order of `sort`", body = Vec<InquiryDto>),
    (status = 403, description = "The record is another user's", body = ErrorBody),
    (status = 422, description = "Invalid query", body = ErrorBody),
))]
async fn list_inquiries(request: Request, query: ListQuery) -> HandlerResult {
    list_call::respond_with_page::<InquiryList>(&request, &query).await
}

/// Returns the number of all help inquiries, and how many of them are pending, chats and callbacks.
#[utoipa::path(get, path = "/api/admin/help-inquiries/summary", tag = "help", responses(
    (status = 200, description = "The counts", body = HelpInquiryFigures),
))]
async fn inquiry_summary(request: Request) -> HandlerResult {
    list_call::respond_with_unfiltered_summary::<InquiryList>(&request).await
}
