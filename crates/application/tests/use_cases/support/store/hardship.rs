//! In-memory store of hardship requests.

use std::cmp::Reverse;

use chrono::{DateTime, Utc};
use domain::driving_record::citation::Citation;
use domain::driving_record::item_file::ItemId;
use domain::requests::hardship::{HardshipAnswer, HardshipRequest};
use domain::shared::ids::UserId;
use ports::requests::hardship::{HardshipRequests, HardshipSummary, NewHardshipRequest};
use ports::shared::paging::{Page, Paged};
use ports::shared::store_error::{StoreError, StoreResult, UniqueKey};

use crate::support::store::added::label;
use crate::support::store::unit::Unit;

impl HardshipRequests for Unit<'_> {
    fn insert_hardship_request(&mut self, new: &NewHardshipRequest) -> StoreResult<HardshipSummary> {
        if self.lock_open_hardship_request(new.item)?.is_some() {
            return Err(StoreError::Duplicate(UniqueKey::OpenHardshipRequest));
        }
        let request = HardshipRequest {
            id: self.tables.next_id("hardship", self.tables.hardship.len()).into(),
            user_id: new.user_id,
            item: new.item,
            need: new.need,
            situation: new.situation,
            asked_at: new.asked_at,
            answer: None,
            version: 1,
        };
        self.tables.hardship.push(request.clone());
        Ok(self.hardship_summary(request))
    }

    fn hardship_request(&mut self, id: i64) -> StoreResult<Option<HardshipSummary>> {
        let request = self.lock_hardship_request(id)?;
        Ok(request.map(|request| self.hardship_summary(request)))
    }

    fn lock_hardship_request(&mut self, id: i64) -> StoreResult<Option<HardshipRequest>> {
        Ok(self.tables.hardship.iter().find(|request| request.id == id).cloned())
    }

    fn lock_open_hardship_request(&mut self, item: ItemId) -> StoreResult<Option<HardshipRequest>> {
        let is_open = |one: &&HardshipRequest| one.item == item && one.answer.is_none();
        Ok(self.tables.hardship.iter().find(is_open).cloned())
    }

    fn move_hardship_requests(&mut self, from: ItemId, to: ItemId) -> StoreResult<()> {
        let about = self.tables.hardship.iter_mut().filter(|one| one.item == from);
        about.for_each(|request| request.item = to);
        let is_open = |one: &&HardshipRequest| one.item == to && one.answer.is_none();
        if self.tables.hardship.iter().filter(is_open).count() > 1 {
            return Err(StoreError::Duplicate(UniqueKey::OpenHardshipRequest));
        }
        Ok(())
    }

    fn count_hardship_requests(&mut self, user: UserId, since: DateTime<Utc>) -> StoreResult<i64> {
        let is_counted = |request: &&HardshipRequest| request.user_id == user && request.asked_at > since;
        Ok(i64::try_from(self.tables.hardship.iter().filter(is_counted).count()).unwrap())
    }

    fn answer_hardship_request(
        &mut self,
        request: &HardshipRequest,
        answer: &HardshipAnswer,
    ) -> StoreResult<()> {
        for stored in self.tables.hardship.iter_mut().filter(|stored| stored.id == request.id) {
            stored.answer = Some(answer.clone());
            stored.version += 1;
        }
        Ok(())
    }

    fn hardship_requests_of(&mut self, user: UserId, limit: i64) -> StoreResult<Vec<HardshipSummary>> {
        let own = self.tables.hardship.iter().filter(|request| request.user_id == user);
        let mut own: Vec<_> = own.cloned().collect();
        own.sort_by_key(|request| Reverse((request.asked_at, request.id)));
        own.truncate(usize::try_from(limit).unwrap());
        Ok(own.into_iter().map(|request| self.hardship_summary(request)).collect())
    }

    fn open_hardship_requests(&mut self, page: Page) -> StoreResult<Paged<HardshipSummary>> {
        let mut open: Vec<_> =
            self.tables.hardship.iter().filter(|request| request.answer.is_none()).cloned().collect();
        open.sort_by_key(|request| (request.asked_at, request.id));
        let total = i64::try_from(open.len()).unwrap();
        let (skip, take) = (usize::try_from(page.offset).unwrap(), usize::try_from(page.limit).unwrap());
        let page = open.into_iter().skip(skip).take(take);
        Ok(Paged::new(page.map(|request| self.hardship_summary(request)).collect(), total))
    }
}

impl Unit<'_> {
    fn hardship_summary(&self, request: HardshipRequest) -> HardshipSummary {
        let item = request.item.payable();
        let mut removed = self.tables.removed.iter().filter(|one| one.payable() == item).cloned();
        let item = self.filed(item).or_else(|| removed.next()).unwrap();
        let details = item.details();
        HardshipSummary {
            request,
            label: label(&item),
            date: details.date(),
            amount: details.amount().to_owned(),
            citation: Citation::new(details.citation_number(), details.issuer()),
        }
    }
}
