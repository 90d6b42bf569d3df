//! What staff look at: security events, the audit trail, and how the database is reached.

use chrono::{DateTime, Utc};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::security::event::{SecurityEventKind, Severity};
use domain::shared::ids::UserId;

use crate::shared::paging::{Page, Paged};
use crate::shared::store_error::StoreResult;

/// Which security events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventFilter {
    /// Of this kind.
    pub kind: Option<SecurityEventKind>,
    /// Of this severity.
    pub severity: Option<Severity>,
    /// From this address, as it was recorded.
    pub address: Option<String>,
    /// Not before this.
    pub from: Option<DateTime<Utc>>,
    /// Before this.
    pub to: Option<DateTime<Utc>>,
    /// With a smaller id.
    pub before: Option<i32>,
}

/// A security event, as recorded. Kind and severity are words: an older build's are shown, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedEvent {
    /// Identifier, larger the later.
    pub id: i32,
    /// The kind's name.
    pub kind: String,
    /// The severity's name.
    pub severity: String,
    /// The client's address.
    pub address: String,
    /// The path asked for.
    pub path: String,
    /// Who, when known.
    pub user_id: Option<UserId>,
    /// How often it happened.
    pub times: i32,
    /// When first.
    pub at: DateTime<Utc>,
}

/// How often events of a severity happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeverityCount {
    /// The severity's name.
    pub severity: String,
    /// How often.
    pub times: i64,
}

/// Which lines of the audit trail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditFilter {
    /// By this user.
    pub actor: Option<UserId>,
    /// Of this kind.
    pub action: Option<AuditAction>,
    /// On this kind of record.
    pub subject_kind: Option<AuditSubject>,
    /// On the record of this id.
    pub subject_id: Option<i32>,
    /// Not before this.
    pub from: Option<DateTime<Utc>>,
    /// Before this.
    pub to: Option<DateTime<Utc>>,
    /// With a smaller id.
    pub before: Option<i32>,
}

/// A line of the audit trail, as recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedEntry {
    /// Identifier, larger the later.
    pub id: i32,
    /// Who; none when Lanewise itself did it.
    pub actor: Option<UserId>,
    /// Their e-mail now, while there is such an account.
    pub actor_email: Option<String>,
    /// What.
    pub action: String,
    /// On what kind of record.
    pub subject_kind: String,
    /// On which record.
    pub subject_id: i32,
    /// Fields before.
    pub before: Vec<(String, String)>,
    /// Fields after.
    pub after: Vec<(String, String)>,
    /// The client's address, when a request did it.
    pub address: Option<String>,
    /// When.
    pub at: DateTime<Utc>,
}

/// Who could read along on the way to the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Nobody: it is encrypted.
    Tls,
    /// Nobody: it does not leave this machine.
    Local,
    /// Everybody on the way.
    Open,
}

/// How the database is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connection {
    /// Over which way.
    pub way: Way,
    /// As whom.
    pub role: String,
    /// No migration of this build is missing.
    pub is_schema_current: bool,
    /// For how many months after this one the trails have room.
    pub months_ahead: i32,
    /// Such as `150008`.
    pub version: i32,
    /// Nothing can be written there.
    pub is_standby: bool,
    /// How many follow it.
    pub standbys: i64,
    /// By its own clock.
    pub now: DateTime<Utc>,
}

/// Reading what was recorded.
pub trait Watch {
    /// Events, the newest first, and how many there are in all.
    fn security_events(&mut self, filter: &EventFilter, page: Page) -> StoreResult<Paged<RecordedEvent>>;
    /// How often events happened since then, by severity.
    fn security_event_counts(&mut self, since: DateTime<Utc>) -> StoreResult<Vec<SeverityCount>>;
    /// Lines of the audit trail, the newest first, and how many there are in all.
    fn audit_entries(&mut self, filter: &AuditFilter, page: Page) -> StoreResult<Paged<RecordedEntry>>;
    /// The password hashes of those of these e-mails, in lower case, that have an open account.
    fn password_hashes_of(&mut self, emails: &[&'static str]) -> StoreResult<Vec<String>>;
    /// How this very connection reaches the database.
    fn connection(&mut self) -> StoreResult<Connection>;
}
