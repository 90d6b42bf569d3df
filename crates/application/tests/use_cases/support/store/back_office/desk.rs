//! In-memory desk of the back office. Hires are the only kind of record that it contains.

use std::ops::RangeInclusive;

use chrono::{DateTime, Utc};
use domain::back_office::desk::{SearchResultKind, WaitingQueue};
use domain::back_office::waiting::WaitingFacts;
use domain::shared::citation_number::normalize_citation_number;
use ports::back_office::desk::{Desk, SearchResult, WaitingRecord};
use ports::shared::store_error::StoreResult;

use crate::support::store::unit::Unit;

impl Desk for Unit<'_> {
    fn records_by_id(&mut self, ids: &[RangeInclusive<i32>], _: i64) -> StoreResult<Vec<SearchResult>> {
        assert!(ids.is_sorted_by_key(|ids| *ids.start()));
        Ok(hires(self).filter(|hire| ids.iter().any(|ids| ids.contains(&hire.id))).collect())
    }

    fn records_by_confirmation(&mut self, beginning: &str, _: i64) -> StoreResult<Vec<SearchResult>> {
        let matches_start =
            |hire: &SearchResult| hire.confirmation_number.as_ref().unwrap().starts_with(beginning);
        Ok(hires(self).filter(matches_start).collect())
    }

    fn records_by_citation(&mut self, beginning: &str, _: i64) -> StoreResult<Vec<SearchResult>> {
        let cited = self.tables.tickets.iter().filter_map(|ticket| {
            let number = ticket.filed.citation_number.clone()?;
            normalize_citation_number(&number).starts_with(beginning).then(|| SearchResult {
                kind: SearchResultKind::Ticket,
                id: ticket.id.0,
                user_id: ticket.user_id,
                label: ticket.filed.violation_type.clone(),
                citation_number: Some(number),
                confirmation_number: None,
            })
        });
        Ok(cited.collect())
    }

    fn longest_waiting(
        &mut self,
        _: DateTime<Utc>,
        _: DateTime<Utc>,
        _: i64,
    ) -> StoreResult<Vec<WaitingRecord>> {
        let open = self.tables.hires.iter().filter(|hire| !hire.is_solved);
        let waiting = open.map(|hire| WaitingRecord {
            queue: WaitingQueue::LawyerHire,
            id: hire.id.0,
            user_id: Some(hire.user_id),
            facts: WaitingFacts::Text(hire.violation_type.clone().unwrap_or_default()),
            since: hire.created_at,
            due_by: None,
        });
        Ok(waiting.collect())
    }
}

fn hires(unit: &Unit<'_>) -> impl Iterator<Item = SearchResult> {
    unit.tables.hires.iter().map(|hire| SearchResult {
        kind: SearchResultKind::Hire,
        id: hire.id.0,
        user_id: hire.user_id,
        label: hire.violation_type.clone().unwrap_or_default(),
        citation_number: None,
        confirmation_number: Some(hire.confirmation_number.clone()),
    })
}
