//! Tests of the search by id.

use std::ops::RangeInclusive;

use domain::back_office::desk::SearchResultKind;
use ports::back_office::desk::Desk;

use crate::support::World;

#[test]
fn records_are_found_by_the_first_digits_of_their_ids_up_to_a_maximum_of_each_kind() {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    for id in [7, 71, 700, 705, 709, 8] {
        world.db.execute(&format!("ALTER TABLE tickets ALTER COLUMN id RESTART WITH {id}"));
        assert_eq!(world.ticket(user).0, id);
    }
    let mut found = |ids: &[RangeInclusive<i32>], max| -> Vec<i32> {
        let records = world.store().records_by_id(ids, max).unwrap();
        assert!(records.iter().all(|record| record.kind == SearchResultKind::Ticket));
        records.iter().map(|record| record.id).collect()
    };
    let with_seven = [7..=7, 70..=79, 700..=799];
    assert_eq!(found(&with_seven, 9), [7, 71, 700, 705, 709]);
    assert_eq!(found(&with_seven, 3), [7, 71, 700]);
    assert_eq!(found(&[], 3), [0; 0]);
}
