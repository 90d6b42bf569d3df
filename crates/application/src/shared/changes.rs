//! The changed fields of a record, for an audit entry.

use chrono::{DateTime, Utc};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use ports::security::trail::AuditEntry;
use ports::store::Store;

use crate::access::Actor;
use crate::error::Result;

/// The fields of a record whose values changed, with old and new values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    before: Vec<(&'static str, String)>,
    after: Vec<(&'static str, String)>,
}

impl Changes {
    /// Adds a field, if its value changed.
    pub fn add(&mut self, field: &'static str, before: impl Into<String>, after: impl Into<String>) {
        let (before, after) = (before.into(), after.into());
        if before != after {
            self.before.push((field, before));
            self.after.push((field, after));
        }
    }

    /// Adds a field with personal data, if its value changed. The audit entry has the words
    /// `another` and `changed` instead of the old and the new value, because personal data could
    /// never be removed from an audit entry. An empty value stays empty.
    pub fn add_hidden(&mut self, field: &'static str, before: &str, after: &str) {
        if before != after {
            let hidden_value = |value: &str, word: &str| if value.is_empty() { "" } else { word }.to_owned();
            self.before.push((field, hidden_value(before, "another")));
            self.after.push((field, hidden_value(after, "changed")));
        }
    }

    pub fn is_empty(&self) -> bool {
        self.after.is_empty()
    }

    /// Adds an audit entry about a record to the store. Does nothing if no field changed.
    pub fn write(
        self,
        store: &mut dyn Store,
        actor: &Actor,
        action: AuditAction,
        subject: (AuditSubject, i32),
        occurred_at: DateTime<Utc>,
    ) -> Result<()> {
        if self.is_empty() {
            return Ok(());
        }
        Ok(store.audit(&self.add_to(actor.audit_entry(subject, action, occurred_at)))?)
    }

    /// Adds the old and new values of the changed fields to an audit entry.
    pub(crate) fn add_to(self, entry: AuditEntry) -> AuditEntry {
        entry.with_all_before(self.before).with_all_after(self.after)
    }
}
