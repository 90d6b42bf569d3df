//! Ports that read security events and the audit trail, and the state of the database connection.

use chrono::{DateTime, Utc};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::security::event::{SecurityEventKind, Severity};
use domain::shared::ids::UserId;

use crate::shared::paging::{Page, Paged};
use crate::shared::store_error::StoreResult;

/// Filters for security events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventFilter {
    /// Only events of this kind.
    pub kind: Option<SecurityEventKind>,
    /// Only events of this severity.
    pub severity: Option<Severity>,
    /// Only events from this IP address, as it was recorded.
    pub address: Option<String>,
    /// Only events at or after this time.
    pub from: Option<DateTime<Utc>>,
    /// Only events before this time.
    pub to: Option<DateTime<Utc>>,
    /// Only events that come after the event with this id when sorted by time, newest first.
    pub before: Option<i32>,
}

/// A stored security event. Kind and severity are strings, so that events of earlier releases can be shown too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedEvent {
    /// The event's id. Later events usually have larger ids.
    pub id: i32,
    /// Kind of the event, as stored.
    pub kind: String,
    /// Severity of the event, as stored.
    pub severity: String,
    /// The client's IP address.
    pub address: String,
    /// Path as in [`SecurityEvent::path`](crate::security::trail::SecurityEvent::path).
    pub path: String,
    /// The user of the request, if known.
    pub user_id: Option<UserId>,
    /// Number of times that the event occurred.
    pub times: i32,
    /// When the event first occurred.
    pub at: DateTime<Utc>,
}

/// Number of events of one severity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeverityCount {
    /// Severity of the events, as stored.
    pub severity: String,
    /// Number of times that events occurred.
    pub times: i64,
}

/// Filters for audit entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditFilter {
    /// Only the entry with this id.
    pub id: Option<i32>,
    /// Only entries about actions of this user.
    pub actor: Option<UserId>,
    /// Only entries of this action.
    pub action: Option<AuditAction>,
    /// Only entries about this kind of record.
    pub subject_kind: Option<AuditSubject>,
    /// Only entries about the record with this id.
    pub subject_id: Option<i32>,
    /// Only entries at or after this time.
    pub from: Option<DateTime<Utc>>,
    /// Only entries before this time.
    pub to: Option<DateTime<Utc>>,
    /// Only entries that come after the entry with this id when sorted by time, newest first.
    pub before: Option<i32>,
}

/// A stored audit entry. Action and record kind are strings, so that entries of earlier releases can be shown too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedEntry {
    /// The entry's id. Later entries usually have larger ids.
    pub id: i32,
    /// The user who acted; `None` if Lanewise itself did.
    pub actor: Option<UserId>,
    /// The actor's current email address; `None` if Lanewise itself acted, or if the actor's account is closed.
    pub actor_email: Option<String>,
    /// Name of the action, as stored.
    pub action: String,
    /// Kind of the record that the action changed, as stored.
    pub subject_kind: String,
    /// Id of the record.
    pub subject_id: i32,
    /// Changed fields, with their values before the action.
    pub before: Vec<(String, String)>,
    /// Changed fields, with their values after the action.
    pub after: Vec<(String, String)>,
    /// The client's IP address; `None` if no request caused the action.
    pub address: Option<String>,
    /// When the action took place.
    pub at: DateTime<Utc>,
}

/// Whether other machines could read the traffic between the server and the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectionSecurity {
    /// The traffic is encrypted, so other machines can't read it.
    Tls,
    /// The traffic stays within this machine, so other machines can't read it.
    Local,
    /// The traffic is unencrypted on a network, so other machines can read it.
    Open,
}

/// State of the connection to the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectionState {
    /// Whether other machines could read the traffic.
    pub connection_security: ConnectionSecurity,
    /// Database role that the server connects as.
    pub role: String,
    /// Whether all migrations of this build were run.
    pub is_schema_current: bool,
    /// Number of months after the current one for which the audit trail and the security events have
    /// partitions; 0 if the schema isn't current.
    pub months_ahead: i32,
    /// Version number of PostgreSQL, such as `150008`.
    pub version: i32,
    /// Whether the database is a read-only standby.
    pub is_standby: bool,
    /// Number of standbys that replicate the database.
    pub standbys: i64,
    /// Current time by the database's clock.
    pub now: DateTime<Utc>,
}

/// Security events, the audit trail, and the state of the connection, for reading.
pub trait Watch {
    /// Returns security events, newest first, with their total, which is counted up to a maximum.
    fn security_events(&mut self, filter: &EventFilter, page: Page) -> StoreResult<Paged<RecordedEvent>>;
    /// Returns the number of events since the given time by severity.
    fn security_event_counts(&mut self, since: DateTime<Utc>) -> StoreResult<Vec<SeverityCount>>;
    /// Returns audit entries, newest first, with their total, which is counted up to a maximum.
    fn audit_entries(&mut self, filter: &AuditFilter, page: Page) -> StoreResult<Paged<RecordedEntry>>;
    /// Returns the password hashes of open accounts with these email addresses, which are in lower case.
    fn password_hashes_of(&mut self, emails: &[&'static str]) -> StoreResult<Vec<String>>;
    /// Returns the state of this connection to the database.
    fn connection_state(&mut self) -> StoreResult<ConnectionState>;
}
