//! The order of tickets, parking tickets and tolls within a list (docs/PRODUCT.md#order-of-items, ADR 0002).
//!
//! The rule compares two items: created within 24 hours of each other, the higher id is first; otherwise the
//! earlier due date; an item with a due date before one without; otherwise the later date. That is [`OrderKey::precedes`].
//! It is not transitive. With A and B created the same morning and C a month later, A can be before B by its id, B before C
//! by its due date and C before A by its due date; and a chain of items, each 20 hours after the last, loops as well.
//! Sorting by such a comparison gives an order that depends on the order of the input, so the order is made of the list:
//!
//! **An item is the earlier in its list, the more of the list's items the comparison puts after it; equals go by due date,
//! then the later date, then the higher id.**
//!
//! (As in a tournament where everybody plays everybody and wins count.) This has the properties that matter:
//!
//! - It is total, and depends on the set of items alone, never on their order, since ids are unique.
//! - It agrees with the comparison on every two items that lie on no common loop of it. If such an A is before B then A
//!   is before everything that B is before: were some C that follows B before A, then A, B, C would be a loop. So A has
//!   one win more at least.
//! - So, wherever the comparison is transitive on the list, the list's order *is* the comparison's; and every loop stands
//!   as one block, in its right place among the rest.
//!
//! It belongs to a list: sort what is shown together (one card's tickets, after hiding what is hidden).

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

use crate::driving_record::ticket::{Parking, Ticket, Toll};

/// Items created at most this far apart are ordered by id.
pub const CREATED_TOGETHER: TimeDelta = TimeDelta::hours(24);

/// What the order looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OrderKey {
    /// The item's number; unique in its list.
    pub id: i32,
    /// Filed at.
    pub created_at: DateTime<Utc>,
    /// Due on.
    pub due_date: Option<NaiveDate>,
    /// Issued or incurred on.
    pub date: NaiveDate,
}

impl OrderKey {
    /// The rule's comparison of two items: whether this one comes before the other. Of two items with unlike ids
    /// exactly one does. Not transitive: never sort by it, use [`sort_by_key`].
    ///
    /// Equal due dates go on to the date, equal dates to the id.
    pub fn precedes(&self, other: &Self) -> bool {
        if self.created_at.signed_duration_since(other.created_at).abs() <= CREATED_TOGETHER {
            self.id > other.id
        } else {
            self.urgency() < other.urgency()
        }
    }

    /// By due date, those without one last; then the later date; then the higher id.
    fn urgency(&self) -> impl Ord + use<> {
        use std::cmp::Reverse;
        (self.due_date.is_none(), self.due_date, Reverse(self.date), Reverse(self.id))
    }
}

/// Sorts a list by the rule above. Takes the square of the list's length in comparisons.
pub fn sort_by_key<T>(items: &mut [T], key: impl Fn(&T) -> OrderKey) {
    let keys: Vec<OrderKey> = items.iter().map(&key).collect();
    items.sort_by_cached_key(|item| {
        let own = key(item);
        let wins = keys.iter().filter(|other| own.precedes(other)).count();
        (std::cmp::Reverse(wins), own.urgency())
    });
}

/// An item of a driver's list: what decides whether and where it is shown.
pub trait Listed {
    /// What the order looks at.
    fn order_key(&self) -> OrderKey;
    /// Whether it is paid.
    fn is_paid(&self) -> bool;
    /// Since when.
    fn paid_at(&self) -> Option<DateTime<Utc>>;
}

macro_rules! listed {
    ($name:ident) => {
        impl Listed for $name {
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
