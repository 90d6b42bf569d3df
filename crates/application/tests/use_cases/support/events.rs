//! How far the provider's events have been read, in memory.

use chrono::TimeDelta;
use ports::payments::events::{EventCursor, EventReading};
use ports::shared::store_error::StoreResult;

use super::unit::Unit;

impl EventReading for Unit<'_> {
    fn event_cursor(&mut self) -> StoreResult<Option<EventCursor>> {
        Ok(self.tables.event_cursor)
    }

    fn set_event_cursor(&mut self, cursor: &EventCursor) -> StoreResult<()> {
        self.tables.event_cursor = Some(*cursor);
        Ok(())
    }

    fn known_events(&mut self, ids: &[&str]) -> StoreResult<Vec<String>> {
        let known = self.tables.events.iter().map(|event| event.id.clone());
        Ok(known.filter(|id| ids.contains(&id.as_str())).collect())
    }

    /// A lease in memory ends only when it is given back, or when a test takes it away.
    fn take_lease(&mut self, work: &str, holder: &str, _: TimeDelta) -> StoreResult<bool> {
        match self.tables.leases.iter().find(|(taken, _)| taken == work) {
            Some((_, by)) => Ok(by == holder),
            None => {
                self.tables.leases.push((work.to_owned(), holder.to_owned()));
                Ok(true)
            }
        }
    }

    fn end_lease(&mut self, work: &str, holder: &str) -> StoreResult<()> {
        self.tables.leases.retain(|(taken, by)| taken != work || by != holder);
        Ok(())
    }
}
