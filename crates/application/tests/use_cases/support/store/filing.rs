//! Files, changes and removes items in the in-memory database.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use domain::driving_record::added::DriverEntry;
use domain::driving_record::citation::Citation;
use domain::driving_record::new_item::ItemDetails;
use domain::driving_record::ticket::Item;
use domain::security::audit_subject::AuditSubject;
use domain::shared::citation_number::normalize_citation_number;
use domain::shared::ids::{AuthorityId, UserId};
use domain::shared::payable::Payable;
use ports::driving_record::filing::{FiledItems, LastChange, NumberedItem, Removal};
use ports::shared::list::CitedBy;
use ports::shared::store_error::StoreResult;

use crate::support::build;
use crate::support::store::added::label;
use crate::support::store::unit::{Unit, row};

impl FiledItems for Unit<'_> {
    fn insert_item(
        &mut self,
        user: UserId,
        details: &ItemDetails,
        entry: Option<DriverEntry>,
        filed_at: DateTime<Utc>,
    ) -> StoreResult<Item> {
        self.must_be_transaction();
        if details.citation_number().is_some() && details.issuer().is_some() {
            // Without this lock, a concurrent merge of authorities could make this item the same citation as
            // another item.
            self.must_hold_register();
        }
        let tables = &mut *self.tables;
        let id = match details {
            ItemDetails::Ticket(_) => tables.next_id("tickets", tables.tickets.len()),
            ItemDetails::Parking(_) => tables.next_id("parking", tables.parking.len()),
            ItemDetails::Toll(_) => tables.next_id("tolls", tables.tolls.len()),
        };
        let mut item = build::item(id, details);
        match &mut item {
            Item::Ticket(new) => {
                (new.user_id, new.created_at) = (user, filed_at);
                tables.tickets.push(*new.clone());
            }
            Item::Parking(new) => {
                (new.user_id, new.created_at) = (user, filed_at);
                tables.parking.push(new.clone());
            }
            Item::Toll(new) => {
                (new.user_id, new.created_at) = (user, filed_at);
                tables.tolls.push(new.clone());
            }
        }
        self.tables.entries.extend(entry.map(|entry| (item.payable(), entry)));
        self.note_new_item(&item, entry);
        self.items.push(item.payable());
        Ok(item)
    }

    fn lock_item(&mut self, item: Payable) -> StoreResult<Option<Item>> {
        self.lock_row(item);
        Ok(self.filed(item))
    }

    fn update_item(&mut self, item: Payable, details: &ItemDetails) -> StoreResult<Option<Item>> {
        self.must_hold_item(item);
        let before = self.filed(item);
        let tables = &mut *self.tables;
        match (item, details) {
            (Payable::Ticket(id), ItemDetails::Ticket(new)) => {
                for stored in tables.tickets.iter_mut().filter(|stored| stored.id == id) {
                    (stored.filed, stored.version) = (*new.clone(), stored.version + 1);
                }
            }
            (Payable::Parking(id), ItemDetails::Parking(new)) => {
                for stored in tables.parking.iter_mut().filter(|stored| stored.id == id) {
                    (stored.filed, stored.version) = (new.clone(), stored.version + 1);
                }
            }
            (Payable::Toll(id), ItemDetails::Toll(new)) => {
                for stored in tables.tolls.iter_mut().filter(|stored| stored.id == id) {
                    (stored.filed, stored.version) = (new.clone(), stored.version + 1);
                }
            }
            _ => panic!("another kind"),
        }
        let after = self.filed(item);
        if let Some(before) = before {
            self.note_changes(&before, after.as_ref());
        }
        Ok(after)
    }

    fn remove_item(&mut self, item: Payable, removal: &Removal) -> StoreResult<()> {
        self.must_hold_item(item);
        assert!(!removal.result.is_empty());
        let Some(removed) = self.filed(item) else { return Ok(()) };
        self.note_changes(&removed, None);
        self.tables.removed.push(removed);
        match item {
            Payable::Ticket(id) => self.tables.tickets.retain(|ticket| ticket.id != id),
            Payable::Parking(id) => self.tables.parking.retain(|parking| parking.id != id),
            Payable::Toll(id) => self.tables.tolls.retain(|toll| toll.id != id),
            Payable::Lawyer(_) => panic!("a lawyer is not removed"),
        }
        Ok(())
    }

    fn items_by_number(&mut self, numbers: &[String]) -> StoreResult<Vec<NumberedItem>> {
        let mut numbered = self.numbered();
        numbered.retain(|one| numbers.contains(&one.number) && !self.facts_of(one.item).is_being_checked());
        Ok(numbered)
    }

    fn item_issuers(&mut self) -> StoreResult<Vec<String>> {
        let issuers =
            self.all_items().into_iter().filter_map(|item| item.details().issuer().map(str::to_owned));
        Ok(issuers.collect::<BTreeSet<_>>().into_iter().collect())
    }

    fn citation_numbers_of_both(
        &mut self,
        issuers: &[String],
        other_issuers: &[String],
        limit: i64,
    ) -> StoreResult<Vec<String>> {
        let mut all = self.numbered();
        all.retain(|one| !self.facts_of(one.item).is_being_checked());
        let of = |issuers: &[String]| -> BTreeSet<String> {
            let is_of =
                |item: &&NumberedItem| item.issuer.as_ref().is_some_and(|name| issuers.contains(name));
            all.iter().filter(is_of).map(|item| item.number.clone()).collect()
        };
        let shared = of(issuers).intersection(&of(other_issuers)).cloned().collect::<Vec<_>>();
        Ok(shared.into_iter().take(usize::try_from(limit).unwrap()).collect())
    }

    fn authorities_by_name(&mut self, keys: &[String]) -> StoreResult<Vec<(String, AuthorityId)>> {
        let named = |key: &String| Some((key.clone(), self.tables.remittances.named(Some(key))?));
        Ok(keys.iter().filter_map(named).collect())
    }

    fn last_change(
        &mut self,
        subject_kind: AuditSubject,
        subject_id: i32,
    ) -> StoreResult<Option<LastChange>> {
        let mut all = self.tables.audit.iter().rev();
        let last = all.find(|entry| (entry.subject_kind, entry.subject_id) == (subject_kind, subject_id));
        let users = &self.tables.users;
        let name_of = |id| {
            let user = users.iter().find(|user| user.id == id)?;
            Some(user.full_name.clone().unwrap_or_else(|| user.email.clone()))
        };
        Ok(last.map(|entry| LastChange { by: entry.actor.and_then(name_of), at: entry.at }))
    }
}

impl Unit<'_> {
    pub(super) fn all_items(&self) -> Vec<Item> {
        let tickets = self.tables.tickets.iter().map(|item| Item::Ticket(Box::new(item.clone())));
        let parking = self.tables.parking.iter().map(|item| Item::Parking(item.clone()));
        let tolls = self.tables.tolls.iter().map(|item| Item::Toll(item.clone()));
        tickets.chain(parking).chain(tolls).collect()
    }

    /// Returns the items that have a citation number.
    pub(super) fn numbered(&self) -> Vec<NumberedItem> {
        let numbered = self.all_items().into_iter().filter_map(|item| {
            let details = item.details();
            let number = normalize_citation_number(details.citation_number()?);
            let issuer = details.issuer().map(str::to_owned);
            Some(NumberedItem { item: item.payable(), user: item.user_id(), number, issuer })
        });
        numbered.collect()
    }

    /// Returns the citation of an item or of a payment's item, even if the item was removed.
    pub(super) fn citation(&self, record: CitedBy) -> Option<Citation> {
        let item = match record {
            CitedBy::Item(item) => item,
            CitedBy::Payment(id) => self.tables.payments.iter().find(|payment| payment.id == id)?.payable,
        };
        let item = self.filed_or_removed(item)?;
        let details = item.details();
        Some(Citation::new(details.citation_number(), details.issuer()))
    }

    /// Returns an item, even if it was removed. For a lawyer, returns the ticket.
    pub(super) fn filed_or_removed(&self, item: Payable) -> Option<Item> {
        let mut removed = self.tables.removed.iter().filter(|one| one.payable() == row(item)).cloned();
        self.filed(row(item)).or_else(|| removed.next())
    }

    /// Returns the violation type or the toll road of an item, even if it was removed.
    pub(super) fn label(&self, item: Payable) -> Option<String> {
        self.filed_or_removed(item).map(|item| label(&item))
    }

    /// Returns an item; `None` if it doesn't exist or was removed.
    pub(super) fn filed(&self, item: Payable) -> Option<Item> {
        match item {
            Payable::Ticket(id) => {
                let found = self.tables.tickets.iter().find(|item| item.id == id)?;
                Some(Item::Ticket(Box::new(found.clone())))
            }
            Payable::Parking(id) => {
                self.tables.parking.iter().find(|item| item.id == id).cloned().map(Item::Parking)
            }
            Payable::Toll(id) => self.tables.tolls.iter().find(|item| item.id == id).cloned().map(Item::Toll),
            Payable::Lawyer(_) => panic!("a lawyer is not an item that can be filed"),
        }
    }
}
