//! The audit trail, which only ever grows, and the security events.

use std::fmt::Display;

use chrono::{DateTime, Utc};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
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
    pub subject_kind: AuditSubject,
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

impl AuditEntry {
    /// An entry about one record. Lanewise itself did it, unless [`Self::by`] names somebody.
    pub fn about(
        (subject_kind, subject_id): (AuditSubject, i32),
        action: AuditAction,
        at: DateTime<Utc>,
    ) -> Self {
        Self {
            actor: None,
            action,
            subject_kind,
            subject_id,
            before: vec![],
            after: vec![],
            address: None,
            at,
        }
    }

    /// An entry about a user. It has no values of theirs: the trail is never erased, so it holds no personal data.
    pub fn about_user(user: UserId, action: AuditAction, at: DateTime<Utc>) -> Self {
        Self::about((AuditSubject::User, user.0), action, at)
    }

    /// Names who did it.
    #[must_use]
    pub fn by(self, actor: impl Into<Option<UserId>>) -> Self {
        Self { actor: actor.into(), ..self }
    }

    /// Names the client's address.
    #[must_use]
    pub fn over(self, address: &str) -> Self {
        Self { address: Some(address.to_owned()), ..self }
    }

    /// Adds a field as it was before.
    #[must_use]
    pub fn was(self, field: &'static str, value: &dyn Display) -> Self {
        self.were([(field, value.to_string())])
    }

    /// Adds a field as it is now.
    #[must_use]
    pub fn is(self, field: &'static str, value: &dyn Display) -> Self {
        self.are([(field, value.to_string())])
    }

    /// Adds a field that had one value and has another now.
    #[must_use]
    pub fn changed(self, field: &'static str, before: &dyn Display, after: &dyn Display) -> Self {
        self.was(field, before).is(field, after)
    }

    /// Adds several fields as they were before.
    #[must_use]
    pub fn were(mut self, fields: impl IntoIterator<Item = (&'static str, String)>) -> Self {
        self.before.extend(fields);
        self
    }

    /// Adds several fields as they are now.
    #[must_use]
    pub fn are(mut self, fields: impl IntoIterator<Item = (&'static str, String)>) -> Self {
        self.after.extend(fields);
        self
    }
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
