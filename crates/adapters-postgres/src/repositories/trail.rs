use diesel::{ExpressionMethods, RunQueryDsl, insert_into};
use ports::store::StoreResult;
use ports::trail::{AuditEntry, SecurityEvent, Trail};
use serde_json::{Map, Value};

use super::search::without_nul;
use crate::schema::{audit_log, security_events};
use crate::store::PgStore;

/// What the column holds of a path, which anybody may have made up.
const PATH_CHARS: usize = 500;

impl Trail for PgStore<'_> {
    fn audit(&mut self, entry: &AuditEntry) -> StoreResult<()> {
        self.run(|connection| {
            insert_into(audit_log::table)
                .values((
                    audit_log::actor_id.eq(entry.actor.map(|actor| actor.0)),
                    audit_log::action.eq(entry.action.name()),
                    audit_log::subject_kind.eq(entry.subject_kind),
                    audit_log::subject_id.eq(entry.subject_id),
                    audit_log::before.eq(fields(&entry.before)),
                    audit_log::after.eq(fields(&entry.after)),
                    audit_log::address.eq(&entry.address),
                    audit_log::created_at.eq(entry.at),
                ))
                .execute(connection)
        })?;
        Ok(())
    }

    fn security_event(&mut self, event: &SecurityEvent) -> StoreResult<()> {
        let path: String = without_nul(&event.path).chars().take(PATH_CHARS).collect();
        self.run(|connection| {
            insert_into(security_events::table)
                .values((
                    security_events::kind.eq(event.kind.name()),
                    security_events::severity.eq(event.kind.severity().name()),
                    security_events::address.eq(&event.address),
                    security_events::path.eq(path),
                    security_events::user_id.eq(event.user_id.map(|user| user.0)),
                    security_events::created_at.eq(event.at),
                ))
                .execute(connection)
        })?;
        Ok(())
    }
}

fn fields(fields: &[(&'static str, String)]) -> Value {
    let fields: Map<String, Value> =
        fields.iter().map(|(name, value)| ((*name).to_owned(), Value::String(without_nul(value)))).collect();
    Value::Object(fields)
}
