//! In-memory store of items that drivers added.

use chrono::{DateTime, Utc};
use domain::accounts::user::User;
use domain::driving_record::added::{CheckStatus, DriverEntry};
use domain::driving_record::citation::Citation;
use domain::driving_record::ticket::Item;
use domain::shared::citation_number::normalize_citation_number;
use domain::shared::ids::{TicketId, UserId};
use domain::shared::payable::Payable;
use domain::shared::person::plate::plain_number;
use ports::driving_record::added::{
    AddedCounts, AddedItem, AddedItemSummary, AddedItems, SimilarItem, SimilarItemQuery,
};
use ports::driving_record::filing::NumberedItem;
use ports::shared::paging::{Page, Paged};
use ports::shared::store_error::StoreResult;

use crate::support::store::unit::Unit;

impl AddedItems for Unit<'_> {
    fn insert_added_item(
        &mut self,
        user: UserId,
        item: Payable,
        added_at: DateTime<Utc>,
    ) -> StoreResult<AddedItem> {
        self.must_be_transaction();
        let added = AddedItem {
            id: self.tables.next_id("added", self.tables.added.len()).into(),
            item,
            user_id: user,
            added_at,
            status: CheckStatus::BeingChecked,
            reason: None,
            checked_at: None,
        };
        self.tables.added.push(added.clone());
        Ok(added)
    }

    fn added_item(&mut self, id: i64) -> StoreResult<Option<AddedItemSummary>> {
        let added = self.tables.added.iter().find(|one| one.id == id).cloned();
        Ok(added.map(|added| self.summary(added)))
    }

    fn lock_added_item_of(&mut self, item: Payable) -> StoreResult<Option<AddedItem>> {
        Ok(self.tables.added.iter().rev().find(|one| one.item == item).cloned())
    }

    fn end_item_check(
        &mut self,
        checked: &AddedItem,
        status: CheckStatus,
        reason: Option<&str>,
        checked_at: DateTime<Utc>,
    ) -> StoreResult<()> {
        self.must_hold_item(checked.item);
        assert_eq!(status == CheckStatus::NotFound, reason.is_some());
        for added in self.tables.added.iter_mut().filter(|one| one.id == checked.id) {
            (added.status, added.reason) = (status, reason.map(str::to_owned));
            added.checked_at = Some(checked_at);
        }
        Ok(())
    }

    fn mark_item_confirmed(&mut self, item: Payable) -> StoreResult<()> {
        self.must_hold_item(item);
        self.tables.entries.retain(|(other, _)| *other != item);
        self.tables.entries.push((item, DriverEntry::Confirmed));
        let tables = &mut *self.tables;
        let version = match item {
            Payable::Ticket(id) => {
                tables.tickets.iter_mut().find(|one| one.id == id).map(|one| &mut one.version)
            }
            Payable::Parking(id) => {
                tables.parking.iter_mut().find(|one| one.id == id).map(|one| &mut one.version)
            }
            Payable::Toll(id) => tables.tolls.iter_mut().find(|one| one.id == id).map(|one| &mut one.version),
            Payable::Lawyer(_) => None,
        };
        *version.unwrap() += 1;
        Ok(())
    }

    fn added_items_of(&mut self, user: UserId, since: DateTime<Utc>) -> StoreResult<Vec<AddedItemSummary>> {
        let mut added: Vec<AddedItem> = self.tables.added.iter().rev().cloned().collect();
        added.retain(|one| one.user_id == user && one.checked_at.is_none_or(|at| at >= since));
        Ok(added.into_iter().map(|one| self.summary(one)).collect())
    }

    fn count_added_items(&mut self, user: UserId, since: DateTime<Utc>) -> StoreResult<AddedCounts> {
        let own = || self.tables.added.iter().filter(|one| one.user_id == user);
        let being_checked = own().filter(|one| one.status == CheckStatus::BeingChecked).count();
        let recent = own().filter(|one| one.added_at >= since).count();
        Ok(AddedCounts {
            being_checked: i64::try_from(being_checked).unwrap(),
            recent: i64::try_from(recent).unwrap(),
        })
    }

    fn items_to_check(&mut self, page: Page) -> StoreResult<Paged<AddedItemSummary>> {
        let mut added = self.tables.added.clone();
        added.retain(|one| one.status == CheckStatus::BeingChecked);
        added.sort_by_key(|one| (one.added_at, one.id));
        let total = i64::try_from(added.len()).unwrap();
        let (skipped, limit) = (usize::try_from(page.offset).unwrap(), usize::try_from(page.limit).unwrap());
        let items = added.into_iter().skip(skipped).take(limit).map(|one| self.summary(one)).collect();
        Ok(Paged::new(items, total))
    }

    fn added_items_by_number(&mut self, user: UserId, numbers: &[String]) -> StoreResult<Vec<NumberedItem>> {
        let mut numbered = self.numbered();
        numbered.retain(|one| {
            one.user == user && numbers.contains(&one.number) && self.facts_of(one.item).is_being_checked()
        });
        Ok(numbered)
    }

    fn similar_items(&mut self, query: &SimilarItemQuery<'_>) -> StoreResult<Vec<SimilarItem>> {
        let drivers = self.drivers_with_plate_of(query.user);
        let is_similar = |item: &Item| {
            let details = item.details();
            let number = details.citation_number().map(normalize_citation_number);
            let is_same_day = drivers.contains(&item.user_id()) && details.date() == query.date;
            is_same_day || number.is_some_and(|number| query.numbers.contains(&number))
        };
        let mut items = self.all_items();
        items.retain(is_similar);
        let similar = |item: Item| {
            let details = item.details();
            SimilarItem {
                item: item.payable(),
                user_id: item.user_id(),
                is_being_checked: self.facts_of(item.payable()).is_being_checked(),
                label: label(&item),
                date: details.date(),
                amount: details.amount().to_owned(),
                citation: Citation::new(details.citation_number(), details.issuer()),
            }
        };
        Ok(items.into_iter().map(similar).collect())
    }
}

impl Unit<'_> {
    /// Returns the driver and all other drivers whose vehicle has the same plate.
    fn drivers_with_plate_of(&self, driver: UserId) -> Vec<UserId> {
        let plate =
            |user: &User| Some((plain_number(user.vehicle_license_plate.as_deref()?), user.vehicle_state));
        let users = &self.tables.users;
        let own = users.iter().find(|user| user.id == driver).and_then(plate);
        let is_same = |user: &&User| user.id == driver || (own.is_some() && plate(user) == own);
        users.iter().filter(is_same).map(|user| user.id).collect()
    }

    pub(super) fn is_added_by_driver(&self, ticket: TicketId) -> bool {
        self.facts_of(Payable::Ticket(ticket)).driver_entry.is_some()
    }

    /// Returns an added item with the fields of its item, even if the item was removed.
    fn summary(&self, added: AddedItem) -> AddedItemSummary {
        let mut removed = self.tables.removed.iter().filter(|item| item.payable() == added.item).cloned();
        let item = self.filed(added.item).or_else(|| removed.next()).unwrap();
        let details = item.details();
        AddedItemSummary {
            added,
            label: label(&item),
            date: details.date(),
            amount: details.amount().to_owned(),
            citation: Citation::new(details.citation_number(), details.issuer()),
            version: item.version(),
        }
    }
}

/// Returns the violation type or the toll road of an item.
pub(super) fn label(item: &Item) -> String {
    match item {
        Item::Ticket(ticket) => ticket.filed.violation_type.clone(),
        Item::Parking(parking) => parking.filed.violation_type.clone(),
        Item::Toll(toll) => toll.filed.toll_road.clone(),
    }
}
