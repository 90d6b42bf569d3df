//! In-memory store of money without a payment, and of provider events that couldn't be parsed.

use chrono::{DateTime, Utc};
use domain::payments::attention::{MoneyProblem, MoneyProblemKind, ResolutionNote, ResolvedProblem};
use domain::shared::ids::UserId;
use ports::payments::attention::{MoneyProblems, UnreadEvent};
use ports::payments::events::EventSubject;
use ports::payments::records::OrphanIntent;
use ports::shared::store_error::StoreResult;

use crate::support::build::noon;
use crate::support::store::repositories::next_id;
use crate::support::store::unit::Unit;

impl Unit<'_> {
    /// Returns whether staff haven't resolved this problem.
    pub fn is_open(&self, kind: MoneyProblemKind, provider_id: &str) -> bool {
        let is_resolved = |closed: &ResolvedProblem| {
            closed.subject.kind == kind && closed.subject.provider_id == provider_id
        };
        !self.tables.closed_attention.iter().any(is_resolved)
    }
}

impl MoneyProblems for Unit<'_> {
    fn orphan_intents(&mut self, limit: i64) -> StoreResult<Vec<OrphanIntent>> {
        let open = self
            .tables
            .orphans
            .iter()
            .filter(|orphan| self.is_open(MoneyProblemKind::Orphan, &orphan.intent_id))
            .filter(|orphan| self.tables.lost_payments.iter().all(|lost| lost.intent_id != orphan.intent_id));
        let mut open: Vec<OrphanIntent> = open.cloned().collect();
        open.sort_by(|one, other| (one.seen_at, &one.intent_id).cmp(&(other.seen_at, &other.intent_id)));
        open.truncate(usize::try_from(limit).unwrap());
        Ok(open)
    }

    fn unread_events(&mut self, limit: i64) -> StoreResult<Vec<UnreadEvent>> {
        let unread = self.tables.events.iter().filter(|event| {
            event.about == EventSubject::Unrecognized
                && self.is_open(MoneyProblemKind::UnreadEvent, &event.id)
        });
        let unread = unread.map(|event| UnreadEvent {
            provider_event_id: event.id.clone(),
            kind: event.kind.clone(),
            received_at: self.tables.event_times.get(&event.id).copied().unwrap_or_else(noon),
        });
        Ok(unread.take(usize::try_from(limit).unwrap()).collect())
    }

    fn resolved_money_problems(&mut self, limit: i64) -> StoreResult<Vec<ResolvedProblem>> {
        let newest = self.tables.closed_attention.iter().rev();
        Ok(newest.take(usize::try_from(limit).unwrap()).cloned().collect())
    }

    fn has_money_problem(&mut self, subject: &MoneyProblem) -> StoreResult<bool> {
        self.must_be_transaction();
        let id = &subject.provider_id;
        Ok(match subject.kind {
            MoneyProblemKind::Orphan => self.tables.orphans.iter().any(|orphan| orphan.intent_id == *id),
            MoneyProblemKind::UnreadEvent => self
                .tables
                .events
                .iter()
                .any(|event| event.id == *id && event.about == EventSubject::Unrecognized),
        })
    }

    fn resolve_problem(
        &mut self,
        subject: &MoneyProblem,
        note: &ResolutionNote,
        closed_by: UserId,
        closed_at: DateTime<Utc>,
    ) -> StoreResult<Option<ResolvedProblem>> {
        self.must_be_transaction();
        if !self.is_open(subject.kind, &subject.provider_id) {
            return Ok(None);
        }
        let id = next_id(&self.tables.closed_attention);
        let note = note.as_str().to_owned();
        let closed = ResolvedProblem { id, subject: subject.clone(), how: note, closed_by, closed_at };
        self.tables.closed_attention.push(closed.clone());
        Ok(Some(closed))
    }
}
