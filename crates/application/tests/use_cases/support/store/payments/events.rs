//! In-memory store of provider events, and of the cursor for reading them.

use chrono::{DateTime, TimeDelta, Utc};
use ports::payments::events::{
    EventCursor, EventPages, EventReading, EventSpan, EventSubject, INTENT_SUCCEEDED, ProviderEvent,
    ProviderObject,
};
use ports::payments::gateway::IntentStatus;
use ports::shared::store_error::StoreResult;

use crate::support::provider::Books;
use crate::support::store::memory::database_time;
use crate::support::store::unit::Unit;

impl EventReading for Unit<'_> {
    fn event_cursor(&mut self) -> StoreResult<Option<EventCursor>> {
        Ok(self.tables.event_cursor)
    }

    fn set_event_cursor(&mut self, cursor: &EventCursor) -> StoreResult<()> {
        self.tables.event_cursor = Some(*cursor);
        Ok(())
    }

    fn known_event_ids(&mut self, ids: &[&str]) -> StoreResult<Vec<String>> {
        let known = self.tables.events.iter().map(|event| event.id.clone());
        Ok(known.filter(|id| ids.contains(&id.as_str())).collect())
    }

    fn take_lease(&mut self, work: &str, holder: &str, duration: TimeDelta) -> StoreResult<bool> {
        let now = database_time();
        let is_over = self.tables.lease_ends.get(work).is_some_and(|end| *end <= now);
        let mut others = self.tables.leases.iter().filter(|(leased, by)| leased == work && by != holder);
        if !is_over && others.next().is_some() {
            return Ok(false);
        }
        self.tables.leases.retain(|(leased, _)| leased != work);
        self.tables.leases.push((work.to_owned(), holder.to_owned()));
        self.tables.lease_ends.insert(work.to_owned(), now + duration);
        Ok(true)
    }

    fn end_lease(&mut self, work: &str, holder: &str) -> StoreResult<()> {
        self.tables.leases.retain(|(leased, by)| leased != work || by != holder);
        Ok(())
    }
}

/// The number of events on a page of the provider's list.
const PAGE: usize = 100;

/// Returns the type of the event that the provider sends if an intent gets this status.
pub fn kind_of(status: IntentStatus) -> &'static str {
    match status {
        IntentStatus::Open => "payment_intent.payment_failed",
        IntentStatus::Processing => "payment_intent.processing",
        IntentStatus::Succeeded => INTENT_SUCCEEDED,
        IntentStatus::Cancelled => "payment_intent.canceled",
    }
}

impl Books {
    /// Adds an event to the provider's list. Does nothing if the test has stopped new events.
    pub fn add_event(&mut self, kind: &str, object: ProviderObject, made_at: DateTime<Utc>) {
        if self.is_silent {
            return;
        }
        let made_by = match &object {
            ProviderObject::Intent(id) => {
                let intent = self.intents.iter().find(|intent| intent.id == *id);
                intent.and_then(|intent| intent.labels.installation.clone())
            }
            ProviderObject::Refund(_) | ProviderObject::Chargeback(_) => None,
        };
        self.event_count += 1;
        self.events.push(ProviderEvent {
            id: format!("evt_listed_{}", self.event_count),
            kind: kind.to_owned(),
            body: String::new(),
            made_at,
            about: EventSubject::Object(object),
            made_by,
        });
    }

    /// Returns the events in a period, but at most the newest `span.pages` pages.
    pub fn pages(&self, span: &EventSpan) -> EventPages {
        let is_meant = |event: &&ProviderEvent| {
            event.made_at >= span.since && span.until.is_none_or(|until| event.made_at <= until)
        };
        let mut all: Vec<ProviderEvent> = self.events.iter().filter(is_meant).cloned().collect();
        all.sort_by_key(|event| event.made_at);
        let skipped = all.len().saturating_sub(span.pages * PAGE);
        // Like the real provider, this never splits the events of one second over two pages.
        let edge = all.get(skipped).map(|event| event.made_at);
        let events: Vec<ProviderEvent> =
            all.iter().filter(|event| Some(event.made_at) >= edge).cloned().collect();
        EventPages { is_whole: events.len() == all.len(), events }
    }
}
