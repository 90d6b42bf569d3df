//! Court appearances in the database.

use domain::driving_record::appearance::Appearance;
use ports::notices::calendar::Calendars;

use crate::support::{World, at};

#[test]
fn appearances_are_listed_by_date_with_the_state_of_each_ticket() {
    let mut world = World::new();
    let (user, other) = (world.user("ann@example.com"), world.user("bob@example.com"));
    let [undated, paid, removed, waived, _no_court] = [(); 5].map(|()| world.ticket(user));
    let others = world.ticket(other);
    for (ticket, day) in
        [(undated, None), (paid, Some(3)), (removed, Some(2)), (waived, Some(1)), (others, Some(1))]
    {
        let day = day.map_or("NULL".to_owned(), |day| format!("'2026-12-0{day}'"));
        world.db.execute(&format!(
            "UPDATE tickets SET is_court_required = true, court_date = {day}, court_time = '9:30 AM' WHERE id = {ticket}"
        ));
    }
    world.db.execute(&format!("UPDATE tickets SET is_paid = true, paid_at = now() WHERE id = {paid}"));
    world.db.execute(&format!("UPDATE tickets SET removed_at = now(), removed_by = {other}, removal_result = 'x' WHERE id = {removed}"));
    let mut store = world.store();
    store.set_appearance(waived, Some((other, at(0)))).unwrap();
    let found = store.appearances_of(user).unwrap();
    let facts =
        |one: &Appearance| (one.ticket, one.is_waived, one.is_removed, one.is_paid, one.date.is_some());
    assert_eq!(
        found.iter().map(facts).collect::<Vec<_>>(),
        [
            (waived, true, false, false, true),
            (removed, false, true, false, true),
            (paid, false, false, true, true),
            (undated, false, false, false, false),
        ]
    );
    assert_eq!((found[0].violation_type.as_str(), found[0].time.as_deref()), ("Speeding", Some("9:30 AM")));
}
