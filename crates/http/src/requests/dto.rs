//! Request and response bodies for missing-ticket reports and requests for texts (docs/product/requests.md).

use chrono::{DateTime, Utc};
use domain::requests::report::{MissingTicketReport, ReportStatus, TicketReportType};
use domain::requests::text_request::TextNotificationRequest;
use domain::shared::payable::{Payable, PayableKind};
use domain::shared::person::phone::Phone;
use domain::shared::us_state::UsState;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::enums as word;
use crate::shared::input::{FieldParser, Ignored};

/// Body of `POST /api/missing-ticket-reports`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReportBody {
    /// The driver's id. A driver may leave it out, and can't send another user's id.
    pub user_id: Option<i32>,
    /// Full name of the state that issued the ticket.
    pub state: String,
    /// The kind of ticket.
    #[schema(value_type = word::TicketReportType)]
    pub ticket_type: String,
    /// Accepted and ignored, because the server decides the time.
    #[serde(default)]
    pub reported_at: Ignored,
    /// Accepted and ignored. A new report is always pending.
    #[serde(default)]
    pub status: Ignored,
}

impl ReportBody {
    /// Parses the state and the type of the missing ticket.
    pub fn parse(&self) -> Result<(UsState, TicketReportType), application::Error> {
        let mut reader = FieldParser::default();
        let state = reader.parse_state("state", &self.state);
        let kind = TicketReportType::parse(&self.ticket_type).ok_or("Choose one of the ticket types.");
        let kind = reader.take_valid("ticketType", kind);
        reader.finish(state.zip(kind))
    }
}

/// Body of `PATCH /api/missing-ticket-reports/{id}`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReportStatusBody {
    /// The new status of the report.
    #[schema(value_type = word::ReportStatus)]
    pub status: String,
    /// The status that staff saw. If it has changed since, the request fails with `409 changed_meanwhile`.
    #[schema(value_type = Option<word::ReportStatus>)]
    pub from: Option<String>,
    /// The kind of the found item: `ticket`, `parking` or `toll`. Only with the status `Found`.
    #[schema(value_type = Option<word::PayableKind>)]
    pub item_kind: Option<String>,
    /// The id of the found item, which must be the driver's. Only with the status `Found`.
    pub item_id: Option<i32>,
}

impl ReportStatusBody {
    /// Parses the new status, the status that staff saw (`None` if not sent), and the item that
    /// staff found (`None` if not named).
    pub fn parse(&self) -> Result<(ReportStatus, Option<ReportStatus>, Option<Payable>), application::Error> {
        let read = |field, text: &str| {
            ReportStatus::parse(text)
                .ok_or_else(|| application::Error::field(field, "Must be one of Pending, Found, Not Found."))
        };
        let from = self.from.as_deref().map(|from| read("from", from)).transpose()?;
        let status = read("status", &self.status)?;
        Ok((status, from, self.parse_found_item(status)?))
    }

    /// Parses which item staff found; `None` if not named. Fails if an item is named and the new
    /// status isn't `Found`.
    fn parse_found_item(&self, status: ReportStatus) -> Result<Option<Payable>, application::Error> {
        let wrong = |field, sentence: &str| Err(application::Error::field(field, sentence));
        let kind = self.item_kind.as_deref().map(PayableKind::parse);
        match (kind, self.item_id) {
            (None, None) => Ok(None),
            _ if status != ReportStatus::Found => {
                wrong("itemId", "Only a report with the status Found can have an item.")
            }
            (Some(Some(kind)), Some(id)) if kind != PayableKind::Lawyer => Ok(Some(kind.of(id))),
            (Some(_), None) => wrong("itemId", "This is required."),
            _ => wrong("itemKind", "Must be one of ticket, parking, toll."),
        }
    }
}

/// A report of a missing ticket.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MissingTicketReport)]
pub struct ReportDto {
    pub id: i32,
    /// The id of the driver whose ticket is missing.
    pub user_id: i32,
    /// The driver's name, only in lists for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driver_name: Option<String>,
    /// Full name of the state that issued the ticket.
    pub state: String,
    /// The kind of ticket.
    pub ticket_type: word::TicketReportType,
    /// When the missing ticket was reported, by the driver or by staff for the driver.
    pub reported_at: DateTime<Utc>,
    /// Whether staff found the ticket, didn't find it, or are still searching.
    pub status: word::ReportStatus,
    /// Whether staff have seen the report.
    pub is_seen_by_admin: bool,
    /// Whether staff have solved the report.
    pub is_solved: bool,
    /// The kind of item found: `ticket`, `parking` or `toll`. Null unless staff named the item that they found.
    pub item_kind: Option<word::PayableKind>,
    /// The id of the item found; null unless staff named the item that they found.
    pub item_id: Option<i32>,
}

impl From<MissingTicketReport> for ReportDto {
    fn from(report: MissingTicketReport) -> Self {
        Self {
            id: report.id.0,
            user_id: report.user_id.0,
            driver_name: None,
            state: report.state.name().to_owned(),
            ticket_type: report.ticket_type.into(),
            reported_at: report.reported_at,
            status: report.status.into(),
            is_seen_by_admin: report.is_seen_by_admin,
            is_solved: report.is_solved,
            item_kind: report.found.map(|item| item.kind().into()),
            item_id: report.found.map(Payable::item_id),
        }
    }
}

/// Body of `POST /api/text-notifications`.
#[derive(Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TextRequestBody {
    /// The driver's id. A driver may leave it out, and can't send another user's id.
    pub user_id: Option<i32>,
    /// The phone number, ten digits, such as `(555) 123-4567`.
    pub phone_number: String,
}

impl TextRequestBody {
    /// Parses the phone number.
    pub fn parse(&self) -> Result<Phone, application::Error> {
        Phone::parse(&self.phone_number)
            .map_err(|error| application::Error::field("phoneNumber", error.to_string()))
    }
}

/// A driver's request for texts to a phone number.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TextNotificationRequest)]
pub struct TextRequestDto {
    pub id: i32,
    /// The driver's id, if known.
    pub user_id: Option<i32>,
    /// The driver's name, only in lists for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub driver_name: Option<String>,
    /// The phone number, ten digits.
    pub phone_number: String,
    /// When the driver requested the texts.
    pub requested_at: DateTime<Utc>,
    /// Whether a text about a changed status was sent to the number.
    pub is_sent: bool,
    /// When the latest text about a changed status was sent; null if none was sent.
    pub sent_at: Option<DateTime<Utc>>,
    /// Whether staff have solved the request.
    pub is_solved: bool,
}

impl From<TextNotificationRequest> for TextRequestDto {
    fn from(request: TextNotificationRequest) -> Self {
        Self {
            id: request.id.0,
            user_id: request.user_id.map(|id| id.0),
            driver_name: None,
            phone_number: request.phone_number,
            requested_at: request.requested_at,
            is_sent: request.is_sent,
            sent_at: request.sent_at,
            is_solved: request.is_solved,
        }
    }
}
