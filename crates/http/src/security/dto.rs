//! Request and response bodies for the security panel, its lists and the audit trail.

use actix_web::web;
use application::Error;
use application::security::panel::SecurityOverview;
use application::shared::lists::Names;
use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::security::event::{SecurityEventKind, Severity};
use domain::security::findings::Finding;
use domain::security::network::parse_address;
use domain::shared::ids::UserId;
use ports::security::csp_reports::CspCount;
use ports::security::guard::Block;
use ports::security::watch::{AuditFilter, EventFilter, RecordedEntry, RecordedEvent};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::net::IpAddr;
use utoipa::ToSchema;
use validator::Validate;

use crate::shared::enums as word;
use crate::shared::input::{FieldParser, Ignored, non_blank};

/// Data of the security panel.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SecurityDashboard)]
pub struct DashboardDto {
    /// Figures of the last 24 hours.
    pub summary: SummaryDto,
    /// Findings about the setup of this installation, most severe first.
    pub environment_security: Vec<FindingDto>,
    /// The newest events of the last 24 hours: at most ten on the panel, and at most 10,000 in a report.
    pub recent_events: Vec<SecurityEventDto>,
    /// Content that browsers blocked in the last 30 days, most reported first, at most 20.
    pub csp_reports: Vec<CspCountDto>,
}

/// Number of browsers' reports that a source was blocked. Anyone can send such reports.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CspCount)]
pub struct CspCountDto {
    /// The directive that blocked the source.
    pub directive: String,
    /// The blocked host, or a word for a source without a host.
    pub host: String,
    /// Number of reports about this source.
    #[schema(value_type = i32)]
    pub reports: i64,
    /// The last day with a report.
    pub last_day: NaiveDate,
}

/// Figures of the last 24 hours.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SecuritySummary)]
pub struct SummaryDto {
    /// Number of all events.
    #[schema(value_type = i32)]
    pub total_events: i64,
    /// Number of events by severity.
    pub events_by_severity: BySeverityDto,
    /// Active blocks, newest first, at most 1,000.
    #[serde(rename = "blockedIPs")]
    pub blocked_ips: Vec<BlockDto>,
}

/// Number of events by severity.
#[derive(Debug, Default, Serialize, ToSchema)]
#[schema(as = EventsBySeverity)]
pub struct BySeverityDto {
    /// Events that need attention now.
    #[schema(value_type = i32)]
    pub critical: i64,
    /// Events that need attention today.
    #[schema(value_type = i32)]
    pub high: i64,
    /// Events that need attention.
    #[schema(value_type = i32)]
    pub medium: i64,
    /// Events that are only information.
    #[schema(value_type = i32)]
    pub low: i64,
}

/// An IP address that is blocked until a set time.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BlockedIp)]
pub struct BlockDto {
    /// The IP address. For IPv6, its `/64` network.
    pub ip: String,
    /// Why the address was blocked.
    pub reason: String,
    /// When the address was blocked.
    pub blocked_at: DateTime<Utc>,
    /// When the block ends.
    pub expires_at: DateTime<Utc>,
}

/// A finding about the setup of the installation, and how to fix it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EnvironmentFinding)]
pub struct FindingDto {
    /// How severe the finding is.
    pub level: word::FindingLevel,
    /// The finding in one sentence.
    pub message: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SecurityEvent)]
pub struct SecurityEventDto {
    /// The event's id. Later events usually have larger ids.
    pub id: i32,
    /// When the event happened, in UTC.
    pub timestamp: DateTime<Utc>,
    /// The kind of event. Earlier releases may have recorded other words.
    #[schema(value_type = word::SecurityEventKind)]
    pub r#type: String,
    /// The client's IP address.
    pub ip: String,
    /// The severity. Earlier releases may have recorded other words.
    #[schema(value_type = word::Severity)]
    pub severity: String,
    /// The user's id, if known.
    pub user_id: Option<i32>,
    /// Number of occurrences. Many occurrences in a short time are recorded as one event.
    pub times: i32,
    /// The request that caused the event.
    pub details: EventDetailsDto,
}

/// The request that caused a security event.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SecurityEventDetails)]
pub struct EventDetailsDto {
    /// The path that the client requested.
    pub url: String,
}

/// An entry of the audit trail.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditEntry)]
pub struct AuditEntryDto {
    /// The entry's id. Later entries usually have larger ids.
    pub id: i32,
    /// When the action happened, in UTC.
    pub created_at: DateTime<Utc>,
    /// The id of the user who acted. Null if Lanewise itself acted.
    pub actor_id: Option<i32>,
    /// The user's email address. Null if the user's account is closed, or if Lanewise itself acted.
    pub actor_email: Option<String>,
    /// The action. Earlier releases may have recorded other words.
    #[schema(value_type = word::AuditAction)]
    pub action: String,
    /// The kind of record. Earlier releases may have recorded other words.
    #[schema(value_type = word::AuditSubject)]
    pub subject_kind: String,
    /// The record's id within its kind.
    pub subject_id: i32,
    /// The name of the user whom the entry is about. Left out if the entry is about another kind of record, or
    /// if the user's account is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject_name: Option<String>,
    /// The fields before the change.
    pub before: BTreeMap<String, String>,
    /// The fields after the change.
    pub after: BTreeMap<String, String>,
    /// The client's IP address. Null if no request caused the action.
    pub address: Option<String>,
}

impl DashboardDto {
    /// Builds the response. `findings` are the findings about the server's setup.
    pub fn new(overview: SecurityOverview, findings: Vec<Finding>) -> Self {
        let times = |severity: Severity| {
            overview.by_severity.iter().filter(|c| c.severity == severity.as_str()).map(|c| c.times).sum()
        };
        Self {
            summary: SummaryDto {
                total_events: overview.by_severity.iter().map(|count| count.times).sum(),
                events_by_severity: BySeverityDto {
                    critical: times(Severity::Critical),
                    high: times(Severity::High),
                    medium: times(Severity::Medium),
                    low: times(Severity::Low),
                },
                blocked_ips: overview.blocks.into_iter().map(BlockDto::from).collect(),
            },
            environment_security: findings.into_iter().map(FindingDto::from).collect(),
            recent_events: overview.recent.into_iter().map(SecurityEventDto::from).collect(),
            csp_reports: overview.csp_reports.into_iter().map(CspCountDto::from).collect(),
        }
    }
}

impl From<CspCount> for CspCountDto {
    fn from(count: CspCount) -> Self {
        let CspCount { directive, host, reports, last_day } = count;
        Self { directive, host, reports, last_day }
    }
}

impl From<Block> for BlockDto {
    fn from(block: Block) -> Self {
        Self {
            ip: block.address,
            reason: block.reason,
            blocked_at: block.blocked_at,
            expires_at: block.expires_at,
        }
    }
}

impl From<Finding> for FindingDto {
    fn from(finding: Finding) -> Self {
        Self { level: finding.level.into(), message: finding.message }
    }
}

impl From<RecordedEvent> for SecurityEventDto {
    fn from(event: RecordedEvent) -> Self {
        Self {
            id: event.id,
            timestamp: event.at,
            r#type: event.kind,
            ip: event.address,
            severity: event.severity,
            user_id: event.user_id.map(|user| user.0),
            times: event.times,
            details: EventDetailsDto { url: event.path },
        }
    }
}

impl AuditEntryDto {
    /// Builds the response, with the name (from `names`) of the user whom the entry is about.
    pub fn with_driver_name(entry: RecordedEntry, names: &Names) -> Self {
        let name = subject_user(&entry).and_then(|user| names.get(&user).cloned());
        Self { subject_name: name, ..Self::from(entry) }
    }
}

/// Returns the user whom an entry is about, if it is about a user.
pub fn subject_user(entry: &RecordedEntry) -> Option<UserId> {
    (entry.subject_kind == AuditSubject::User.as_str()).then_some(UserId(entry.subject_id))
}

impl From<RecordedEntry> for AuditEntryDto {
    fn from(entry: RecordedEntry) -> Self {
        Self {
            id: entry.id,
            created_at: entry.at,
            actor_id: entry.actor.map(|actor| actor.0),
            actor_email: entry.actor_email,
            action: entry.action,
            subject_kind: entry.subject_kind,
            subject_id: entry.subject_id,
            subject_name: None,
            before: entry.before.into_iter().collect(),
            after: entry.after.into_iter().collect(),
            address: entry.address,
        }
    }
}

/// Body of `POST /api/security/unblock-ip`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UnblockBody {
    /// The address to unblock.
    pub ip: String,
    /// Accepted and ignored. The session identifies the caller.
    #[serde(default)]
    pub user_id: Ignored,
}

/// Body of `POST /api/security/block-ip`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BlockBody {
    /// An IPv4 or IPv6 address. For IPv6, its `/64` network is blocked.
    pub ip: String,
    /// The reason, for other staff.
    pub reason: String,
    /// Duration of the block in hours, 1 to 720.
    pub hours: i32,
    /// Accepted and ignored. The session identifies the caller.
    #[serde(default)]
    pub user_id: Ignored,
}

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A page for printing.
    Html,
    /// A CSV file for spreadsheets.
    Csv,
    /// A JSON file for programs.
    Json,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawSecurityQuery {
    format: Option<String>,
    r#type: Option<String>,
    severity: Option<String>,
    ip: Option<String>,
    actor: Option<String>,
    action: Option<String>,
    subject_kind: Option<String>,
    subject_id: Option<String>,
    from: Option<String>,
    to: Option<String>,
    before: Option<String>,
    id: Option<String>,
}

/// Splits a query into its parameters, without checking their values.
fn parse_query(query: &str) -> Result<RawSecurityQuery, Error> {
    let read = web::Query::<RawSecurityQuery>::from_query(query);
    Ok(read.map_err(|_| Error::field("query", "The query can’t be read."))?.into_inner())
}

/// Parses the parameter `format`, which must be one of `allowed`. Returns `None` if the parameter is missing.
///
/// # Errors
/// Fails with a field error for `format` if the value isn't allowed.
pub fn parse_format(query: &str, allowed: &[(&str, Format)]) -> Result<Option<Format>, Error> {
    let raw = parse_query(query)?;
    let Some(word) = non_blank(raw.format.as_deref()) else { return Ok(None) };
    let words: Vec<&str> = allowed.iter().map(|(name, _)| *name).collect();
    let found = allowed.iter().find(|(name, _)| *name == word).map(|(_, format)| *format);
    found.map(Some).ok_or_else(|| Error::field("format", format!("Must be one of {}.", words.join(", "))))
}

/// Parses the filters of security events in a query.
pub fn parse_event_filter(query: &str) -> Result<EventFilter, Error> {
    let raw = parse_query(query)?;
    let mut reader = FieldParser::default();
    let names = |all: Vec<&str>| format!("Must be one of {}.", all.join(", "));
    let kind = non_blank(raw.r#type.as_deref()).and_then(|word| {
        let known = || names(SecurityEventKind::ALL.iter().map(|kind| kind.as_str()).collect());
        reader.take_valid("type", SecurityEventKind::parse(word).ok_or_else(known))
    });
    let severity = non_blank(raw.severity.as_deref()).and_then(|word| {
        let known = || names(Severity::ALL.iter().map(|severity| severity.as_str()).collect());
        reader.take_valid("severity", Severity::parse(word).ok_or_else(known))
    });
    let address = non_blank(raw.ip.as_deref()).and_then(|text| {
        let exact = text.trim().parse::<IpAddr>().map(|address| address.to_canonical().to_string()).ok();
        let address =
            exact.or_else(|| parse_address(text)).or_else(|| (text == "various").then(|| text.to_owned()));
        reader.take_valid("ip", address.ok_or("Enter an IPv4 or IPv6 address."))
    });
    let filter = EventFilter {
        kind,
        severity,
        address,
        from: parse_time(&mut reader, "from", raw.from.as_deref(), 0),
        to: parse_time(&mut reader, "to", raw.to.as_deref(), 1),
        before: parse_id(&mut reader, "before", raw.before.as_deref()),
    };
    reader.finish(Some(filter))
}

/// Parses the filters of the audit trail in a query.
pub fn parse_audit_filter(query: &str) -> Result<AuditFilter, Error> {
    let raw = parse_query(query)?;
    let mut reader = FieldParser::default();
    let action = non_blank(raw.action.as_deref()).and_then(|word| {
        reader.take_valid("action", AuditAction::parse(word).ok_or("No action has this name."))
    });
    let subject_kind = non_blank(raw.subject_kind.as_deref()).and_then(|word| {
        reader.take_valid("subjectKind", AuditSubject::parse(word).ok_or("No kind of record has this name."))
    });
    let filter = AuditFilter {
        id: parse_id(&mut reader, "id", raw.id.as_deref()),
        action,
        subject_kind,
        actor: parse_id(&mut reader, "actor", raw.actor.as_deref()).map(UserId),
        subject_id: parse_id(&mut reader, "subjectId", raw.subject_id.as_deref()),
        from: parse_time(&mut reader, "from", raw.from.as_deref(), 0),
        to: parse_time(&mut reader, "to", raw.to.as_deref(), 1),
        before: parse_id(&mut reader, "before", raw.before.as_deref()),
    };
    reader.finish(Some(filter))
}

/// Parses an id; `None` if it is missing. For an invalid id, adds an error for `field` and returns `None`.
fn parse_id(reader: &mut FieldParser, field: &'static str, text: Option<&str>) -> Option<i32> {
    let number = non_blank(text)?.trim().parse::<i32>().ok().filter(|id| *id > 0);
    reader.take_valid(field, number.ok_or("Enter a whole number above 0."))
}

/// Parses a time or a date; `None` if it is missing. For an invalid value, adds an error for `field` and
/// returns `None`. For a date, returns the start of the day that is `days_after` days later, in UTC.
fn parse_time(
    reader: &mut FieldParser,
    field: &'static str,
    text: Option<&str>,
    days_after: u64,
) -> Option<DateTime<Utc>> {
    let text = non_blank(text)?.trim();
    let of_date = || {
        let date = text.parse::<NaiveDate>().ok()?.checked_add_days(Days::new(days_after))?;
        Some(date.and_time(NaiveTime::MIN).and_utc())
    };
    let moment = text.parse::<DateTime<Utc>>().ok().or_else(of_date);
    // PostgreSQL can store fewer years than chrono, so other years are invalid.
    let moment = moment.filter(|moment| (1970..=9999).contains(&chrono::Datelike::year(moment)));
    reader.take_valid(
        field,
        moment.ok_or("Enter a date such as 2026-11-21, or a time such as 2026-11-21T08:00:00Z."),
    )
}
