//! Tests of the order of items with generated lists. The module `ticket_order` explains the order.

use chrono::{DateTime, NaiveDate, TimeDelta};
use domain::driving_record::ticket_order::{ListedItem, OrderKey, sort_by_key};
use proptest::prelude::*;

use crate::build::{parking, ticket, toll};

/// Returns an item's order key. `hour` is the hour of the filing, and `due` and `day` are the days of the due date
/// and the date. All three are counted from a fixed time.
fn key(id: i32, hour: i64, due: Option<i64>, day: i64) -> OrderKey {
    let created_at = DateTime::UNIX_EPOCH + TimeDelta::hours(hour);
    let date = |day| NaiveDate::default() + TimeDelta::days(day);
    OrderKey { id, created_at, due_date: due.map(date), date: date(day) }
}

/// Generates lists with many close and equal values, so that the 24-hour rule, its cycles and ties all occur.
fn lists() -> impl Strategy<Value = Vec<OrderKey>> {
    prop::collection::vec((0..120_i64, prop::option::of(0..5_i64), 0..4_i64), 0..9).prop_map(|items| {
        items.into_iter().zip(1..).map(|((hour, due, day), id)| key(id, hour, due, day)).collect()
    })
}

fn sort(list: &[OrderKey]) -> Vec<OrderKey> {
    let mut list = list.to_vec();
    sort_by_key(&mut list, |key| *key);
    list
}

/// Returns all pairs of a list's items. The first item of each pair is earlier in the list.
fn pairs(list: &[OrderKey]) -> impl Iterator<Item = (&OrderKey, &OrderKey)> {
    list.iter().enumerate().flat_map(|(at, first)| list[at + 1..].iter().map(move |second| (first, second)))
}

/// Whether the list has a chain of items from `start` to `goal` in which each item precedes the next.
fn reaches(list: &[OrderKey], start: &OrderKey, goal: &OrderKey) -> bool {
    let mut reached = vec![*start];
    while let Some(next) =
        list.iter().find(|next| !reached.contains(next) && reached.iter().any(|item| item.precedes(next)))
    {
        reached.push(*next);
    }
    reached.contains(goal)
}

proptest! {
    #[test]
    fn the_ticket_order_puts_exactly_one_of_any_two_items_first(list in lists()) {
        for (a, b) in pairs(&list) {
            prop_assert_ne!(a.precedes(b), b.precedes(a));
        }
        prop_assert!(list.iter().all(|item| !item.precedes(item)));
    }

    #[test]
    fn sorting_items_does_not_depend_on_the_order_of_the_input((list, shuffled) in lists().prop_flat_map(|list| (Just(list.clone()), Just(list).prop_shuffle()))) {
        prop_assert_eq!(sort(&list), sort(&shuffled));
    }

    #[test]
    fn sorting_keeps_all_items_and_is_idempotent(list in lists()) {
        let once = sort(&list);
        let mut ids: Vec<i32> = once.iter().map(|key| key.id).collect();
        prop_assert_eq!(&sort(&once), &once);
        ids.sort_unstable();
        prop_assert!(ids.into_iter().eq(list.iter().map(|key| key.id)));
    }

    #[test]
    fn sorted_items_follow_their_pairwise_order_except_within_a_cycle(list in lists()) {
        for (first, second) in pairs(&sort(&list)) {
            prop_assert!(first.precedes(second) || reaches(&list, first, second), "{first:?} {second:?}");
        }
    }

    #[test]
    fn sorted_items_follow_their_pairwise_order_if_that_order_is_transitive(list in lists()) {
        let transitive = list.iter().all(|a| list.iter().all(|b| list.iter().all(|c| {
            !(a.precedes(b) && b.precedes(c)) || a.precedes(c)
        })));
        if transitive {
            for (first, second) in pairs(&sort(&list)) {
                prop_assert!(first.precedes(second));
            }
        }
    }

    #[test]
    fn items_filed_within_one_day_are_sorted_by_descending_id(hours in prop::collection::vec((0..=24_i64, prop::option::of(0..5_i64)), 0..9)) {
        let list: Vec<_> = hours.into_iter().zip(1..).map(|((hour, due), id)| key(id, hour, due, 0)).collect();
        let ids: Vec<i32> = sort(&list).iter().map(|key| key.id).collect();
        prop_assert!(ids.is_sorted_by(|a, b| a > b));
    }

    #[test]
    fn items_filed_far_apart_are_sorted_by_due_date_then_date(items in prop::collection::vec((prop::option::of(0..5_i64), 0..4_i64), 0..9)) {
        let list: Vec<_> = items.into_iter().zip(1..).map(|((due, day), id)| key(id, 25 * i64::from(id), due, day)).collect();
        prop_assert!(sort(&list).is_sorted_by_key(|key| (key.due_date.is_none(), key.due_date, std::cmp::Reverse(key.date))));
    }
}

/// Sorts three items of which each precedes the next, and the last precedes the first.
#[test]
fn items_whose_pairwise_order_is_a_cycle_are_still_sorted() {
    let (a, b, c) = (key(5, 0, Some(20), 0), key(4, 1, Some(1), 0), key(6, 500, Some(10), 0));
    assert!(a.precedes(&b) && b.precedes(&c) && c.precedes(&a));
    assert_eq!(sort(&[a, b, c]), [b, c, a]);
}

#[test]
fn sorting_a_list_of_500_items_keeps_all_items() {
    let list: Vec<_> =
        (1..=500).map(|id| key(id, i64::from(id) * 7 % 900, Some(i64::from(id) * 13 % 31), 0)).collect();
    assert_eq!(sort(&list).len(), 500);
}

#[test]
fn tickets_parking_tickets_and_tolls_are_sorted_by_the_same_rules() {
    let mut tickets = [ticket(1), ticket(3), ticket(2)];
    sort_by_key(&mut tickets, ListedItem::order_key);
    assert_eq!(tickets.map(|item| item.id.0), [3, 2, 1]);
    let mut all_parking = [parking(1), parking(3), parking(2)];
    all_parking[0].created_at += TimeDelta::days(2);
    all_parking[0].filed.due_date = Some(all_parking[0].filed.date);
    sort_by_key(&mut all_parking, ListedItem::order_key);
    assert_eq!(all_parking.map(|item| item.id.0), [1, 3, 2]);
    let mut tolls = [toll(1), toll(3), toll(2)];
    tolls[0].created_at += TimeDelta::days(2);
    tolls[0].filed.date += TimeDelta::days(1);
    sort_by_key(&mut tolls, ListedItem::order_key);
    assert_eq!(tolls.map(|item| item.id.0), [1, 3, 2]);
}
