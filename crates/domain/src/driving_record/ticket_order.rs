//! The order of tickets, parking tickets and tolls within a list
//! (docs/product/driving-record.md#order-of-items, ADR 0002).
//!
//! A rule, [`OrderKey::precedes`], compares two items. If the items were created within 24 hours of each
//! other, the higher id comes first. Otherwise the earlier due date comes first, and an item with a due date
//! comes before an item without one. If the due dates are equal, the later date comes first. The rule is not
//! transitive. Suppose A and B were created the same morning, and C a month later. Then A can precede B by
//! its id, while B precedes C and C precedes A by their due dates. A chain of items, each created 20 hours
//! after the last, can also form a cycle. The result of sorting by such a comparison depends on the order of
//! the input. This module therefore defines the order on the whole list:
//!
//! **The more of the list's items an item precedes, the earlier it comes. Ties are broken by the earlier due date,
//! then by the later date, then by the higher id.**
//!
//! This works like a round-robin tournament that counts wins. It has these properties:
//!
//! - The order is total and depends only on the set of items, not on their input order, because ids are unique.
//! - The order agrees with the rule for any two items A and B that are not on a common cycle. If A precedes B, then
//!   A also precedes every C that B precedes, because otherwise A, B and C would be a cycle. Therefore A has at least
//!   one more win than B.
//! - Therefore, if the rule is transitive on the list, the list has the rule's order. The items of each cycle stay
//!   together, in the correct place among the other items.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

use crate::driving_record::ticket::{Parking, Ticket, Toll};

/// Items created at most this far apart are ordered by id.
pub const CREATED_TOGETHER: TimeDelta = TimeDelta::hours(24);

/// The fields of an item that determine its position in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OrderKey {
    /// Id of the item; unique among the items of one kind.
    pub id: i32,
    /// When the item was filed.
    pub created_at: DateTime<Utc>,
    /// Day on which the item is due; `None` if unknown.
    pub due_date: Option<NaiveDate>,
    /// Day on which the item was issued or incurred.
    pub date: NaiveDate,
}

impl OrderKey {
    /// Whether this item precedes the other. If they were created within 24 hours of each other, the higher id
    /// comes first. Otherwise the earlier due date comes first, and an item without a due date comes last. If
    /// the due dates are equal, the later [`OrderKey::date`] comes first, and then the higher id.
    ///
    /// Of two items with different ids, exactly one precedes the other. The comparison isn't transitive, so
    /// use [`sort_by_key`] to sort a list.
    pub fn precedes(&self, other: &Self) -> bool {
        if self.created_at.signed_duration_since(other.created_at).abs() <= CREATED_TOGETHER {
            self.id > other.id
        } else {
            self.urgency() < other.urgency()
        }
    }

    /// Returns a sort key: the earlier due date first and no due date last, then the later date, then the higher id.
    fn urgency(&self) -> impl Ord + use<> {
        use std::cmp::Reverse;
        (self.due_date.is_none(), self.due_date, Reverse(self.date), Reverse(self.id))
    }
}

/// Sorts items so that an item comes earlier, the more of the other items it precedes ([`OrderKey::precedes`]).
/// The number of comparisons is quadratic in the list's length.
pub fn sort_by_key<T>(items: &mut [T], key: impl Fn(&T) -> OrderKey) {
    let keys: Vec<OrderKey> = items.iter().map(&key).collect();
    items.sort_by_cached_key(|item| {
        let own = key(item);
        let wins = keys.iter().filter(|other| own.precedes(other)).count();
        (std::cmp::Reverse(wins), own.urgency())
    });
}

/// An item in a driver's list, with the values that decide whether it is shown and in which position.
pub trait ListedItem {
    /// The fields that determine the item's position.
    fn order_key(&self) -> OrderKey;
    /// Whether the item is paid.
    fn is_paid(&self) -> bool;
    /// When the item was paid, if known.
    fn paid_at(&self) -> Option<DateTime<Utc>>;
}

macro_rules! listed {
    ($name:ident) => {
        impl ListedItem for $name {
            fn order_key(&self) -> OrderKey {
                let (due_date, date) = (self.filed.due_date, self.filed.date);
                OrderKey { id: self.id.0, created_at: self.created_at, due_date, date }
            }

            fn is_paid(&self) -> bool {
                self.is_paid
            }

            fn paid_at(&self) -> Option<DateTime<Utc>> {
                self.paid_at
            }
        }
    };
}

listed!(Ticket);
listed!(Parking);
listed!(Toll);
