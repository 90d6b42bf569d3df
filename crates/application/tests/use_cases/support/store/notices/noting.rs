//! Stores news and changes of items in the in-memory database, as triggers do in PostgreSQL.

use chrono::{NaiveDate, TimeDelta};
use domain::accounts::user::User;
use domain::driving_record::added::DriverEntry;
use domain::driving_record::citation::Citation;
use domain::driving_record::ticket::Item;
use domain::driving_record::visibility::is_visible_to_driver;
use domain::notices::change::{ItemChange, ItemDates};
use domain::notices::notice::Channel;
use domain::shared::ids::UserId;
use domain::shared::payable::Payable;
use ports::notices::planning::NewsItem;

use super::{MemoryChange, MemoryNews};
use crate::support::store::memory::database_time;
use crate::support::store::unit::Unit;

impl Unit<'_> {
    /// Stores news about a new item, as a trigger does in PostgreSQL.
    pub(in crate::support::store) fn note_new_item(&mut self, item: &Item, entry: Option<DriverEntry>) {
        if !item.is_paid() && entry.is_none() {
            self.note_news(item.user_id(), item.payable(), None);
        }
    }

    /// Stores news about an item, unless unsent news about the item is already stored.
    fn note_news(&mut self, user: UserId, item: Payable, amount_before: Option<String>) {
        let news = &mut self.tables.notices.news;
        if news.iter().any(|one| one.news.item == item && one.message_day.is_none()) {
            return;
        }
        let (news_item, noted_at) = (NewsItem { item, amount_before }, database_time());
        news.push(MemoryNews { user, news: news_item, noted_at, message_day: None });
    }

    /// Stores the changed amount and the changed dates of an item, as triggers do in PostgreSQL.
    /// `after` is `None` if the item was removed.
    pub(in crate::support::store) fn note_changes(&mut self, before: &Item, after: Option<&Item>) {
        let (user, item) = (before.user_id(), before.payable());
        if self.facts_of(item).is_being_checked() {
            return;
        }
        let amount = before.details().amount().to_owned();
        if after.is_some_and(|after| after.details().amount() != amount) {
            self.note_news(user, item, Some(amount));
        }
        let (old, new) = (dates(before), dates(after.unwrap_or(before)));
        if (old != new || after.is_none()) && self.is_notified_of_changes(user, item) {
            let due_date = if before.is_paid() { old.due_date } else { new.due_date };
            let change = ItemChange {
                item,
                citation: Citation::default(),
                item_date: after.unwrap_or(before).details().date(),
                before: old,
                after: ItemDates { due_date, ..new },
                is_removed: after.is_none(),
                must_appear: false,
            };
            for channel in [Channel::Text, Channel::Mail] {
                self.note_change(user, channel, &change);
            }
        }
    }

    /// Stores a change of an item. If the item has an unsent change, updates that change instead.
    fn note_change(&mut self, user: UserId, channel: Channel, change: &ItemChange) {
        let changes = &mut self.tables.notices.changes;
        let is_same = |one: &&mut MemoryChange| {
            one.change.item == change.item && one.channel == channel && one.batch.is_none()
        };
        if let Some(open) = changes.iter_mut().find(is_same) {
            open.change.after = change.after.clone();
            open.change.is_removed = change.is_removed;
            return;
        }
        let id = i64::from(self.tables.next_id("changes", self.tables.notices.changes.len()));
        let (change, noted_at) = (change.clone(), database_time());
        self.tables.notices.changes.push(MemoryChange { id, user, channel, change, noted_at, batch: None });
    }

    /// Returns whether the driver is notified of an item's changes: the driver can see the item, and no message about
    /// the new item is about to be sent.
    fn is_notified_of_changes(&self, user: UserId, item: Payable) -> bool {
        let entry = self.facts_of(item).driver_entry;
        let is_visible = |one: &User| is_visible_to_driver(one.has_items_ready(), entry);
        let is_seen = self.tables.open_users().any(|one| one.id == user && is_visible(one));
        let since = database_time() - TimeDelta::minutes(10);
        let is_new = self.tables.notices.news.iter().any(|one| {
            one.news.item == item
                && one.message_day.is_none()
                && one.news.amount_before.is_none()
                && one.noted_at > since
        });
        is_seen && !is_new
    }
}

/// Returns the dates of an item that a driver is notified of.
fn dates(item: &Item) -> ItemDates {
    let due_date = due_date(item);
    match item {
        Item::Ticket(ticket) => ItemDates {
            needs_court: ticket.filed.is_court_required,
            court_date: ticket.filed.court_date,
            court_time: ticket.filed.court_time.clone(),
            due_date,
        },
        Item::Parking(_) | Item::Toll(_) => ItemDates { due_date, ..ItemDates::default() },
    }
}

pub(super) fn due_date(item: &Item) -> Option<NaiveDate> {
    match item {
        Item::Ticket(ticket) => ticket.filed.due_date,
        Item::Parking(parking) => parking.filed.due_date,
        Item::Toll(toll) => toll.filed.due_date,
    }
}
