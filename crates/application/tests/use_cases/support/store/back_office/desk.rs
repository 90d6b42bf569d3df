//! The staff's desk in memory. Only hires are included, as an example of all records.

use chrono::{DateTime, Utc};
use domain::back_office::desk::{FoundKind, WaitingQueue};
use domain::shared::citation_number::comparable;
use ports::back_office::desk::{Desk, FoundRecord, Waiting};
use ports::shared::store_error::StoreResult;

use crate::support::store::unit::Unit;

impl Desk for Unit<'_> {
    fn records_numbered(&mut self, id: i32) -> StoreResult<Vec<FoundRecord>> {
        Ok(hires(self).filter(|hire| hire.id == id).collect())
    }

    fn records_confirmed(&mut self, beginning: &str, _: i64) -> StoreResult<Vec<FoundRecord>> {
        let is_it = |hire: &FoundRecord| hire.confirmation_number.as_ref().unwrap().starts_with(beginning);
        Ok(hires(self).filter(is_it).collect())
    }

    fn records_cited(&mut self, beginning: &str, _: i64) -> StoreResult<Vec<FoundRecord>> {
        let cited = self.tables.tickets.iter().filter_map(|ticket| {
            let number = ticket.filed.citation_number.clone()?;
            comparable(&number).starts_with(beginning).then(|| FoundRecord {
                kind: FoundKind::Ticket,
                id: ticket.id.0,
                user_id: ticket.user_id,
                label: ticket.filed.violation_type.clone(),
                citation_number: Some(number),
                confirmation_number: None,
            })
        });
        Ok(cited.collect())
    }

    fn longest_waiting(&mut self, _: DateTime<Utc>, _: DateTime<Utc>, _: i64) -> StoreResult<Vec<Waiting>> {
        let open = self.tables.hires.iter().filter(|hire| !hire.is_solved);
        let waiting = open.map(|hire| Waiting {
            queue: WaitingQueue::LawyerHire,
            id: hire.id.0,
            user_id: Some(hire.user_id),
            label: hire.violation_type.clone().unwrap_or_default(),
            since: hire.created_at,
            due_by: None,
        });
        Ok(waiting.collect())
    }
}

fn hires(unit: &Unit<'_>) -> impl Iterator<Item = FoundRecord> {
    unit.tables.hires.iter().map(|hire| FoundRecord {
        kind: FoundKind::Hire,
        id: hire.id.0,
        user_id: hire.user_id,
        label: hire.violation_type.clone().unwrap_or_default(),
        citation_number: None,
        confirmation_number: Some(hire.confirmation_number.clone()),
    })
}
