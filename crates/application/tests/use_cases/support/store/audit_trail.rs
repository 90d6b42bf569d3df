//! In-memory store of the audit trail and its seals.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use domain::security::event::SecurityEventKind;
use domain::security::seal::{Month, Seal, TrailEntry};
use domain::shared::ids::UserId;
use ports::security::seals::{SealKey, Seals};
use ports::security::trail::{AuditEntry, AuditTrail, SecurityEvent};
use ports::shared::field_names::json_name;
use ports::shared::store_error::StoreResult;

use crate::support::store::unit::Unit;

/// Returns fields as the database stores them: with their JSON names, ordered by name.
pub fn text_fields(fields: &[(&'static str, String)]) -> Vec<(String, String)> {
    let named: BTreeMap<_, _> =
        fields.iter().map(|(name, value)| (json_name(name), without_nul(value))).collect();
    named.into_iter().collect()
}

/// Returns a string without NUL characters, which PostgreSQL can't store.
pub fn without_nul(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

impl AuditTrail for Unit<'_> {
    fn audit(&mut self, entry: &AuditEntry) -> StoreResult<()> {
        self.tables.audit.push(entry.clone());
        match (entry.action.security_event(), entry.actor) {
            (Some(kind), Some(actor)) => self.count_security_event(kind, actor, entry),
            _ => Ok(()),
        }
    }

    fn record_security_event(&mut self, event: &SecurityEvent) -> StoreResult<()> {
        let path = without_nul(&event.path).chars().take(500).collect();
        self.tables.security.push(SecurityEvent { path, ..event.clone() });
        Ok(())
    }
}

impl Unit<'_> {
    /// Adds a security event about a staff member's action. If the last minute has the same event,
    /// increments its count instead.
    fn count_security_event(
        &mut self,
        kind: SecurityEventKind,
        actor: UserId,
        entry: &AuditEntry,
    ) -> StoreResult<()> {
        let path = format!("/admin/audit?action={}", entry.action.as_str());
        let is_same = |event: &&mut SecurityEvent| {
            (event.user_id, event.kind, &event.path) == (Some(actor), kind, &path)
                && event.at > entry.at - TimeDelta::minutes(1)
        };
        if let Some(event) = self.tables.security.iter_mut().filter(is_same).max_by_key(|event| event.at) {
            event.times += 1;
            return Ok(());
        }
        let address = entry.address.clone().unwrap_or_default();
        let user_id = self.tables.open_users().find(|user| user.id == actor).map(|user| user.id);
        self.record_security_event(&SecurityEvent { kind, address, path, user_id, times: 1, at: entry.at })
    }
}

impl Seals for Unit<'_> {
    fn try_lock_seals(&mut self) -> StoreResult<bool> {
        self.must_be_transaction();
        Ok(true)
    }

    fn seal_keys(&mut self) -> StoreResult<Vec<SealKey>> {
        let keys = self.tables.seal_keys.iter();
        Ok(keys.map(|(id, sealed)| SealKey { id: *id, sealed: sealed.clone() }).collect())
    }

    fn next_seal_key_id(&mut self) -> StoreResult<i32> {
        Ok(self.tables.seal_keys.keys().max().map_or(1, |last| last + 1))
    }

    fn insert_seal_key(&mut self, key: &SealKey) -> StoreResult<()> {
        self.tables.seal_keys.entry(key.id).or_insert_with(|| key.sealed.clone());
        Ok(())
    }

    fn last_seal(&mut self) -> StoreResult<Option<Seal>> {
        Ok(self.tables.seals.last().cloned())
    }

    fn insert_seals(&mut self, seals: &[Seal]) -> StoreResult<()> {
        self.tables.seals.extend(seals.iter().cloned());
        Ok(())
    }

    fn seals_after(&mut self, number: i32, limit: i64) -> StoreResult<Vec<Seal>> {
        let later = self.tables.seals.iter().filter(|seal| seal.number > number);
        Ok(later.take(usize::try_from(limit).unwrap()).cloned().collect())
    }

    fn newest_audit_entry_id(&mut self) -> StoreResult<i32> {
        Ok(i32::try_from(self.tables.audit.len()).unwrap())
    }

    /// Returns nothing, because only one transaction at a time uses this database.
    fn open_audit_transaction_ids(&mut self) -> StoreResult<Vec<String>> {
        Ok(vec![])
    }

    fn trail_entries_between(&mut self, first: i32, last: i32, limit: i64) -> StoreResult<Vec<TrailEntry>> {
        let within = self.tables.audit.iter().zip(1..).filter(|(_, id)| (first..=last).contains(id));
        let stored = within.take(usize::try_from(limit).unwrap()).map(|(entry, id)| TrailEntry {
            id,
            actor: entry.actor.map(|actor| actor.0),
            action: entry.action.as_str().to_owned(),
            subject_kind: entry.subject_kind.as_str().to_owned(),
            subject_id: entry.subject_id,
            before: json(&entry.before),
            after: json(&entry.after),
            address: entry.address.clone(),
            at: entry.at,
        });
        Ok(stored.collect())
    }

    /// Returns nothing, because this database has no partitions that could be dropped.
    fn last_dropped_month(&mut self) -> StoreResult<Option<Month>> {
        Ok(None)
    }
}

/// Returns fields as PostgreSQL formats a JSON object.
fn json(fields: &[(&'static str, String)]) -> String {
    let fields: Vec<_> =
        text_fields(fields).into_iter().map(|(name, value)| format!("{name:?}: {value:?}")).collect();
    format!("{{{}}}", fields.join(", "))
}
