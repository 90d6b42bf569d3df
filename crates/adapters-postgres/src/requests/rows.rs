use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::{Queryable, Selectable};
use domain::requests::report::{MissingTicketReport, ReportStatus, TicketReportType};
use domain::requests::text_request::TextNotificationRequest;
use domain::shared::ids::{ReportId, TextNotificationId, UserId};
use domain::shared::payable::PayableKind;
use domain::shared::us_state::UsState;
use ports::shared::store_error::StoreError;

use crate::shared::rows::parse_word;
use schema::{missing_ticket_reports, text_notification_requests};

#[derive(Queryable, Selectable)]
#[diesel(table_name = missing_ticket_reports, check_for_backend(Pg))]
pub(crate) struct ReportRow {
    id: i32,
    user_id: i32,
    state: String,
    ticket_type: String,
    reported_at: DateTime<Utc>,
    status: String,
    is_seen_by_admin: bool,
    is_solved: bool,
    found_kind: Option<String>,
    found_id: Option<i32>,
}

impl TryFrom<ReportRow> for MissingTicketReport {
    type Error = StoreError;

    fn try_from(row: ReportRow) -> Result<Self, StoreError> {
        let kind = row.found_kind.as_deref();
        let kind = kind
            .map(|kind| parse_word("missing_ticket_reports.found_kind", kind, PayableKind::parse))
            .transpose()?;
        Ok(Self {
            id: ReportId(row.id),
            user_id: UserId(row.user_id),
            state: parse_word("missing_ticket_reports.state", &row.state, UsState::from_name)?,
            ticket_type: parse_word(
                "missing_ticket_reports.ticket_type",
                &row.ticket_type,
                TicketReportType::parse,
            )?,
            reported_at: row.reported_at,
            status: parse_word("missing_ticket_reports.status", &row.status, ReportStatus::parse)?,
            is_seen_by_admin: row.is_seen_by_admin,
            is_solved: row.is_solved,
            found: kind.zip(row.found_id).map(|(kind, id)| kind.of(id)),
        })
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = text_notification_requests, check_for_backend(Pg))]
pub(crate) struct TextRequestRow {
    id: i32,
    user_id: Option<i32>,
    phone_number: String,
    requested_at: DateTime<Utc>,
    is_sent: bool,
    sent_at: Option<DateTime<Utc>>,
    is_solved: bool,
}

impl From<TextRequestRow> for TextNotificationRequest {
    fn from(row: TextRequestRow) -> Self {
        Self {
            id: TextNotificationId(row.id),
            user_id: row.user_id.map(UserId),
            phone_number: row.phone_number,
            requested_at: row.requested_at,
            is_sent: row.is_sent,
            sent_at: row.sent_at,
            is_solved: row.is_solved,
        }
    }
}
