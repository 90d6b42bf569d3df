//! What staff file, over the tables in memory.

use chrono::{DateTime, Utc};
use domain::driving_record::new_item::{Item, ItemDetails};
use domain::driving_record::ticket::{Parking, Ticket, Toll};
use domain::shared::ids::{ParkingId, TicketId, TollId, UserId};
use domain::shared::payable::Payable;
use ports::driving_record::filing::{Filing, LastChange, Removal};
use ports::shared::store_error::StoreResult;

use super::build;
use super::repositories::next_id;
use super::unit::Unit;

impl Filing for Unit<'_> {
    fn insert_item(&mut self, user: UserId, details: &ItemDetails, at: DateTime<Utc>) -> StoreResult<Item> {
        self.must_be_transaction();
        Ok(match details {
            ItemDetails::Ticket(_) => {
                let id = TicketId(next_id(&self.tables.tickets));
                let new = Ticket { id, user_id: user, created_at: at, ..build::ticket(id.0) };
                self.tables.tickets.push(new);
                self.items.push(Payable::Ticket(id));
                self.store_details(Payable::Ticket(id), details, 0).unwrap()
            }
            ItemDetails::Parking(_) => {
                let id = ParkingId(next_id(&self.tables.parking));
                let new = Parking { id, user_id: user, created_at: at, ..build::parking(id.0) };
                self.tables.parking.push(new);
                self.items.push(Payable::Parking(id));
                self.store_details(Payable::Parking(id), details, 0).unwrap()
            }
            ItemDetails::Toll(_) => {
                let id = TollId(next_id(&self.tables.tolls));
                let new = Toll { id, user_id: user, created_at: at, ..build::toll(id.0) };
                self.tables.tolls.push(new);
                self.items.push(Payable::Toll(id));
                self.store_details(Payable::Toll(id), details, 0).unwrap()
            }
        })
    }

    fn lock_item(&mut self, item: Payable) -> StoreResult<Option<Item>> {
        self.lock_row(item);
        Ok(self.filed(item))
    }

    fn update_item(&mut self, item: Payable, details: &ItemDetails) -> StoreResult<Option<Item>> {
        self.must_hold_item(item);
        Ok(self.store_details(item, details, 1))
    }

    fn remove_ticket(&mut self, id: TicketId, removal: &Removal) -> StoreResult<()> {
        self.must_hold_item(Payable::Ticket(id));
        assert!(!removal.result.is_empty());
        self.tables.tickets.retain(|ticket| ticket.id != id);
        Ok(())
    }

    fn last_change(&mut self, subject_kind: &str, subject_id: i32) -> StoreResult<Option<LastChange>> {
        let mut all = self.tables.audit.iter().rev();
        let last = all.find(|entry| (entry.subject_kind, entry.subject_id) == (subject_kind, subject_id));
        Ok(last.map(|entry| LastChange { by: entry.actor.map(|id| format!("user {id}")), at: entry.at }))
    }
}

impl Unit<'_> {
    fn filed(&self, item: Payable) -> Option<Item> {
        match item {
            Payable::Ticket(id) => {
                let found = self.tables.tickets.iter().find(|item| item.id == id)?;
                Some(Item::Ticket(Box::new(found.clone())))
            }
            Payable::Parking(id) => {
                self.tables.parking.iter().find(|item| item.id == id).cloned().map(Item::Parking)
            }
            Payable::Toll(id) => self.tables.tolls.iter().find(|item| item.id == id).cloned().map(Item::Toll),
            Payable::Lawyer(_) => panic!("a lawyer is not filed"),
        }
    }

    fn store_details(&mut self, item: Payable, details: &ItemDetails, versions: i32) -> Option<Item> {
        match (item, details) {
            (Payable::Ticket(id), ItemDetails::Ticket(new)) => {
                let held = self.tables.tickets.iter_mut().find(|item| item.id == id)?;
                *held = Ticket {
                    violation_type: new.violation_type.clone(),
                    date: new.date,
                    due_date: new.due_date,
                    location: new.location.clone(),
                    amount: new.amount.clone(),
                    points: new.points,
                    category: new.category,
                    status: new.status,
                    is_disputed: new.is_disputed,
                    is_court_required: new.is_court_required,
                    court_date: new.court_date,
                    court_time: new.court_time.clone(),
                    fees: new.fees,
                    version: held.version + versions,
                    ..held.clone()
                };
            }
            (Payable::Parking(id), ItemDetails::Parking(new)) => {
                let held = self.tables.parking.iter_mut().find(|item| item.id == id)?;
                held.amount.clone_from(&new.amount);
                held.location.clone_from(&new.location);
                held.status = new.status;
                held.version += versions;
            }
            (Payable::Toll(id), ItemDetails::Toll(new)) => {
                let held = self.tables.tolls.iter_mut().find(|item| item.id == id)?;
                held.amount.clone_from(&new.amount);
                held.toll_road.clone_from(&new.toll_road);
                held.status = new.status;
                held.version += versions;
            }
            _ => panic!("another kind"),
        }
        self.filed(item)
    }
}

impl ports::back_office::timeline::Timelines for Unit<'_> {
    fn timeline(
        &mut self,
        _: UserId,
        kinds: &[domain::back_office::timeline::TimelineKind],
        _: Option<ports::back_office::timeline::TimelineCursor>,
        limit: i64,
    ) -> StoreResult<Vec<ports::back_office::timeline::TimelineEntry>> {
        assert!(limit > 0 && !kinds.is_empty());
        Ok(vec![])
    }
}
