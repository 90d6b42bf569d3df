//! What a change did, field by field, for the audit trail.

use chrono::{DateTime, Utc};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use ports::security::trail::AuditEntry;
use ports::store::Store;

use crate::access::Actor;
use crate::error::Result;

/// Fields that are not what they were.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    before: Vec<(&'static str, String)>,
    after: Vec<(&'static str, String)>,
}

impl Changes {
    /// Notes a field, unless it is what it was.
    pub fn add(&mut self, field: &'static str, before: impl Into<String>, after: impl Into<String>) {
        let (before, after) = (before.into(), after.into());
        if before != after {
            self.before.push((field, before));
            self.after.push((field, after));
        }
    }

    /// The same for a value that tells who somebody is: that it changed is told, and neither value, since the trail is never erased.
    pub fn add_hidden(&mut self, field: &'static str, before: &str, after: &str) {
        if before != after {
            let told = |value: &str, word: &str| if value.is_empty() { "" } else { word }.to_owned();
            self.before.push((field, told(before, "another")));
            self.after.push((field, told(after, "changed")));
        }
    }

    /// Nothing is different.
    pub fn is_empty(&self) -> bool {
        self.after.is_empty()
    }

    /// Writes one line about a record into the audit trail, unless nothing is different.
    ///
    /// # Errors
    /// Only the database's.
    pub fn write(
        self,
        store: &mut dyn Store,
        actor: &Actor,
        action: AuditAction,
        subject: (AuditSubject, i32),
        at: DateTime<Utc>,
    ) -> Result<()> {
        if self.is_empty() {
            return Ok(());
        }
        Ok(store.audit(&self.told_in(actor.entry(subject, action, at)))?)
    }

    /// An entry of the trail with all of it.
    pub(crate) fn told_in(self, entry: AuditEntry) -> AuditEntry {
        entry.were(self.before).are(self.after)
    }
}
