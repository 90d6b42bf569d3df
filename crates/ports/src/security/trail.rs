//! The audit trail, which only ever grows, and the security events.

use chrono::{DateTime, Utc};
use domain::security::audit::AuditAction;
use domain::security::event::SecurityEventKind;
use domain::shared::ids::UserId;

use crate::shared::store_error::StoreResult;

/// One line of the audit trail. Values carry no passwords and no SSN digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    /// Who; none when Lanewise itself did it.
    pub actor: Option<UserId>,
    /// What.
    pub action: AuditAction,
    /// On what kind of record, such as `ticket`.
    pub subject_kind: &'static str,
    /// On which record.
    pub subject_id: i32,
    /// Fields before.
    pub before: Vec<(&'static str, String)>,
    /// Fields after.
    pub after: Vec<(&'static str, String)>,
    /// The client's address, when a request did it.
    pub address: Option<String>,
    /// When.
    pub at: DateTime<Utc>,
}

/// One security event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityEvent {
    /// What.
    pub kind: SecurityEventKind,
    /// The client's address.
    pub address: String,
    /// The path asked for, without its query.
    pub path: String,
    /// Who, when known.
    pub user_id: Option<UserId>,
    /// How often: a flood is counted, not listed.
    pub times: i32,
    /// When.
    pub at: DateTime<Utc>,
}

/// Both trails in the database.
pub trait Trail {
    /// Adds a line to the audit trail, and the security event that it is besides (`AuditAction::security_event`), if any.
    fn audit(&mut self, entry: &AuditEntry) -> StoreResult<()>;
    /// Adds a security event.
    fn security_event(&mut self, event: &SecurityEvent) -> StoreResult<()>;
}
