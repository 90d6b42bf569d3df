//! Ports that write to the audit trail, which is append-only, and to the security events.

use std::fmt::Display;

use chrono::{DateTime, Utc};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::security::event::SecurityEventKind;
use domain::shared::ids::UserId;

use crate::shared::store_error::StoreResult;

/// An entry of the audit trail. Its values never include passwords or SSN digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    /// The user who acted; `None` if Lanewise itself did.
    pub actor: Option<UserId>,
    /// The action that was taken on the record.
    pub action: AuditAction,
    /// Kind of the record that the entry is about.
    pub subject_kind: AuditSubject,
    /// Id of the record that the entry is about.
    pub subject_id: i32,
    /// Changed fields, with their values before the action.
    pub before: Vec<(&'static str, String)>,
    /// Changed fields, with their values after the action.
    pub after: Vec<(&'static str, String)>,
    /// The client's IP address; `None` if no request caused the action.
    pub address: Option<String>,
    /// When the action took place.
    pub at: DateTime<Utc>,
}

impl AuditEntry {
    /// Creates an entry about the record of this kind with this id. The actor is Lanewise itself unless
    /// [`Self::by`] sets a user.
    pub fn about(
        (subject_kind, subject_id): (AuditSubject, i32),
        action: AuditAction,
        occurred_at: DateTime<Utc>,
    ) -> Self {
        Self {
            actor: None,
            action,
            subject_kind,
            subject_id,
            before: vec![],
            after: vec![],
            address: None,
            at: occurred_at,
        }
    }

    /// Creates an entry about a user, without values of fields.
    pub fn about_user(user: UserId, action: AuditAction, occurred_at: DateTime<Utc>) -> Self {
        Self::about((AuditSubject::User, user.0), action, occurred_at)
    }

    /// Sets the user who acted; `None` means Lanewise itself.
    #[must_use]
    pub fn by(self, actor: impl Into<Option<UserId>>) -> Self {
        Self { actor: actor.into(), ..self }
    }

    /// Sets the client's IP address.
    #[must_use]
    pub fn with_address(self, address: &str) -> Self {
        Self { address: Some(address.to_owned()), ..self }
    }

    /// Adds a field's value before the change.
    #[must_use]
    pub fn with_before(self, field: &'static str, value: &dyn Display) -> Self {
        self.with_all_before([(field, value.to_string())])
    }

    /// Adds a field's value after the change.
    #[must_use]
    pub fn with_after(self, field: &'static str, value: &dyn Display) -> Self {
        self.with_all_after([(field, value.to_string())])
    }

    /// Adds a field's values before and after the change.
    #[must_use]
    pub fn changed(self, field: &'static str, before: &dyn Display, after: &dyn Display) -> Self {
        self.with_before(field, before).with_after(field, after)
    }

    /// Adds several fields, each with its name and its value before the change.
    #[must_use]
    pub fn with_all_before(mut self, fields: impl IntoIterator<Item = (&'static str, String)>) -> Self {
        self.before.extend(fields);
        self
    }

    /// Adds several fields, each with its name and its value after the change.
    #[must_use]
    pub fn with_all_after(mut self, fields: impl IntoIterator<Item = (&'static str, String)>) -> Self {
        self.after.extend(fields);
        self
    }
}

/// An event that may be an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityEvent {
    /// Kind of the event.
    pub kind: SecurityEventKind,
    /// The client's IP address.
    pub address: String,
    /// Path of the request, without its query; or the URL of a page that lists audit entries about the event.
    pub path: String,
    /// The user, if known.
    pub user_id: Option<UserId>,
    /// Number of occurrences. Many occurrences in a short time are stored as one event.
    pub times: i32,
    /// When the event first occurred.
    pub at: DateTime<Utc>,
}

/// The audit trail and the security events in the database.
pub trait AuditTrail {
    /// Adds an audit entry. If a user's action counts as a security event, stores that event too.
    fn audit(&mut self, entry: &AuditEntry) -> StoreResult<()>;
    /// Adds a security event.
    fn record_security_event(&mut self, event: &SecurityEvent) -> StoreResult<()>;
}
