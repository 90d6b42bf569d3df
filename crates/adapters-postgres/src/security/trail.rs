use chrono::TimeDelta;
use diesel::dsl::exists;
use diesel::sql_types::Text;
use diesel::{
    CombineDsl, ExpressionMethods, IntoSql, NullableExpressionMethods, QueryDsl, alias, insert_into, select,
    update,
};
use domain::security::audit_subject::AuditSubject;
use domain::security::event::SecurityEventKind;
use domain::shared::desk::{DeskKind, DeskRecord};
use domain::shared::ids::UserId;
use ports::security::trail::{AuditEntry, AuditTrail, SecurityEvent};
use ports::shared::field_names::json_name;
use ports::shared::store_error::StoreResult;
use serde_json::{Map, Value};

use crate::shared::rows::parse_word;
use crate::shared::search::without_nul;
use crate::store::PgStore;
use schema::{audit_log, chargebacks, lawyer_hires, payment_transactions, security_events, users};

/// Maximum length of a stored path, in characters. Callers can invent paths of any length.
const PATH_CHARS: usize = 500;

impl AuditTrail for PgStore<'_> {
    fn audit(&mut self, entry: &AuditEntry) -> StoreResult<()> {
        self.execute_prepared(insert_into(audit_log::table).values((
            audit_log::actor_id.eq(entry.actor.map(|actor| actor.0)),
            audit_log::action.eq(entry.action.as_str()),
            audit_log::subject_kind.eq(entry.subject_kind.as_str()),
            audit_log::subject_id.eq(entry.subject_id),
            audit_log::before.eq(json_object(&entry.before)),
            audit_log::after.eq(json_object(&entry.after)),
            audit_log::address.eq(&entry.address),
            audit_log::created_at.eq(entry.at),
        )))?;
        self.announce_entry(entry)?;
        match (entry.action.security_event(), entry.actor) {
            (Some(kind), Some(actor)) => self.add_staff_security_event(kind, actor, entry),
            _ => Ok(()),
        }
    }

    fn record_security_event(&mut self, event: &SecurityEvent) -> StoreResult<()> {
        let path: String = without_nul(&event.path).chars().take(PATH_CHARS).collect();
        self.execute(insert_into(security_events::table).values((
            security_events::kind.eq(event.kind.as_str()),
            security_events::severity.eq(event.kind.severity().as_str()),
            security_events::address.eq(&event.address),
            security_events::path.eq(path),
            security_events::user_id.eq(event.user_id.map(|user| user.0)),
            security_events::times.eq(event.times),
            security_events::created_at.eq(event.at),
        )))
    }
}

impl PgStore<'_> {
    /// Notifies the back office about the record that an audit entry refers to, if the back office shows that kind.
    /// For a payment, notifies about its transaction, hire and chargebacks instead. There is no notification if users
    /// change their own accounts, or if Lanewise changes an account.
    fn announce_entry(&mut self, entry: &AuditEntry) -> StoreResult<()> {
        if entry.subject_kind == AuditSubject::Payment {
            for DeskRecord { kind, id } in self.records_of_payment(entry.subject_id)? {
                self.notify_desk(kind, id, entry.actor)?;
            }
            return Ok(());
        }
        let Some(kind) = DeskKind::parse(entry.subject_kind.as_str()) else { return Ok(()) };
        if kind == DeskKind::User && entry.actor.is_none_or(|actor| actor.0 == entry.subject_id) {
            return Ok(());
        }
        self.notify_desk(kind, entry.subject_id, entry.actor)
    }

    /// Returns the records by which the back office shows a payment: its transaction, hire and chargebacks.
    fn records_of_payment(&mut self, payment: i32) -> StoreResult<Vec<DeskRecord>> {
        let ids = |kind: DeskKind| kind.as_str().into_sql::<Text>();
        let transactions = payment_transactions::table
            .filter(payment_transactions::payment_id.eq(payment))
            .select((ids(DeskKind::Transaction), payment_transactions::id));
        let hires = lawyer_hires::table
            .filter(lawyer_hires::payment_id.eq(payment))
            .select((ids(DeskKind::Hire), lawyer_hires::id));
        let chargebacks = chargebacks::table
            .filter(chargebacks::payment_id.eq(payment))
            .select((ids(DeskKind::Chargeback), chargebacks::id));
        let rows: Vec<(String, i32)> = self.load(transactions.union_all(hires).union_all(chargebacks))?;
        let record = |(kind, id): (String, i32)| {
            Ok(DeskRecord { kind: parse_word("the kind of record", &kind, DeskKind::parse)?, id })
        };
        rows.into_iter().map(record).collect()
    }

    /// Adds a security event about an action of staff, or increases the count of an identical event
    /// of the last minute. The event's path links to the audit trail, which has the details.
    fn add_staff_security_event(
        &mut self,
        kind: SecurityEventKind,
        actor: UserId,
        entry: &AuditEntry,
    ) -> StoreResult<()> {
        let path = format!("/admin/audit?action={}", entry.action.as_str());
        // The count of an identical event in the last minute is increased, so a thousand changes in
        // a row are stored as one event.
        let same = alias!(security_events as same);
        let newest = same
            .filter(same.field(security_events::user_id).eq(actor.0))
            .filter(same.field(security_events::kind).eq(kind.as_str()))
            .filter(same.field(security_events::path).eq(&path))
            .filter(same.field(security_events::created_at).gt(entry.at - TimeDelta::minutes(1)))
            .order(same.field(security_events::created_at).desc())
            .select(same.field(security_events::id));
        let counted = self.count_changed(
            update(security_events::table.filter(security_events::id.nullable().eq(newest.single_value())))
                .set(security_events::times.eq(security_events::times + 1)),
        )?;
        if counted > 0 {
            return Ok(());
        }
        // If the user's account is closed, the event doesn't name the user. The audit entry
        // still names the user.
        let is_there = users::table.find(actor.0).filter(users::closed_at.is_null());
        let is_there = self.get_result(select(exists(is_there)))?;
        self.record_security_event(&SecurityEvent {
            kind,
            address: entry.address.clone().unwrap_or_default(),
            path,
            user_id: Some(actor).filter(|_| is_there),
            times: 1,
            at: entry.at,
        })
    }
}

/// Converts fields to a JSON object, whose keys are the fields' names in JSON.
fn json_object(fields: &[(&'static str, String)]) -> Value {
    let fields: Map<String, Value> =
        fields.iter().map(|(name, value)| (json_name(name), Value::String(without_nul(value)))).collect();
    Value::Object(fields)
}
