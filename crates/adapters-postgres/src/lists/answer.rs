//! Implements the ports [`Lists`], for every list with a [`StoredList`] declaration, and [`Tallies`].

use std::collections::HashMap;

use ports::shared::list::{Lists, Query, Tallies};
use ports::shared::paging::Paged;
use ports::shared::store_error::StoreResult;

use super::listed::StoredList;
use super::{slice, totals};
use crate::store::PgStore;

impl<L: StoredList> Lists<L> for PgStore<'_> {
    fn list(&mut self, query: &Query<L>) -> StoreResult<Paged<L::Row>> {
        let slice = self.run(|connection| slice::find_page(connection, query))?;
        let records = L::load_records(self, &slice.ids)?;
        let mut found: HashMap<i32, L::Row> =
            records.into_iter().map(|record| (L::id(&record), record)).collect();
        let items = slice.ids.iter().filter_map(|id| found.remove(id)).collect();
        let is_full = i64::try_from(slice.ids.len()).is_ok_and(|ids| ids >= query.page.limit);
        let next = slice.ids.last().copied().filter(|_| is_full);
        Ok(Paged { items, total: slice.total, is_total_lower_bound: slice.is_total_lower_bound, next })
    }

    fn summary(&mut self, query: &Query<L>) -> StoreResult<L::Summary> {
        self.run(|connection| totals::compute_summary(connection, query))
    }
}

impl Tallies for PgStore<'_> {
    fn merge_count_increments(&mut self) -> StoreResult<usize> {
        self.run(totals::merge_tally_rows)
    }
}
