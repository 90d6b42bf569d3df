//! Tests of selecting the drivers who get a reminder on a given day.

use domain::driving_record::added::DriverEntry;
use domain::driving_record::kinds::ItemKind;
use domain::notices::notice::NoticeKind;
use domain::shared::ids::UserId;
use ports::driving_record::filing::FiledItems;
use ports::notices::messages::Messages;
use ports::notices::planning::{AvailableChannels, DayPlan, NoticePlans};

use crate::driving_record::filed;
use crate::support::{World, at};

#[test]
fn a_driver_is_reminded_only_of_self_added_items_while_staff_prepare_the_record() {
    for date in ["due_date = '2030-01-02'", "is_court_required = true, court_date = '2030-01-02'"] {
        assert_reminded_only_of_added(date);
    }
}

/// Asserts that only the driver who added a ticket is reminded of it. `date` has the SQL assignments that
/// set the tickets' date.
fn assert_reminded_only_of_added(date: &str) {
    let mut world = World::new();
    let (ann, bob) = (world.user("ann@example.com"), world.user("bob@example.com"));
    world.db.execute("UPDATE users SET email_verified_at = now()");
    let fields = [
        ("violation_type", "Speeding"),
        ("location", "Main St"),
        ("amount", "15"),
        ("points", "0"),
        ("category", "traffic"),
    ];
    let details = filed(ItemKind::Ticket, &fields);
    world.store().insert_item(ann, &details, Some(DriverEntry::BeingChecked), at(1)).unwrap();
    world.store().insert_item(bob, &details, None, at(1)).unwrap();
    world.db.execute(&format!("UPDATE tickets SET {date}"));
    let plan = DayPlan {
        kind: NoticeKind::Reminder,
        day: at(0).date_naive(),
        states: vec!["Texas"],
        stateless: true,
        dates: vec!["2030-01-02".parse().unwrap()],
        at: at(0),
        channels: AvailableChannels { text: false, mail: true },
    };
    world.store().plan_messages_for_day(&plan, UserId(0), 9).unwrap();
    let mut count = |user| world.store().notices_of(user, 9).unwrap().len();
    assert_eq!((count(ann), count(bob)), (1, 0), "the records of both are being prepared: {date}");
}
