//! Tests of the changes to items that drivers are notified about.

use adapters_postgres::PgStore;
use domain::notices::change::ItemDates;
use domain::notices::notice::{Channel, NoticeKind};
use domain::shared::ids::{NoticeId, UserId};
use ports::notices::messages::Messages;
use ports::notices::planning::{ChangeFilter, NoticePlans};

use crate::support::{World, at};

/// Creates a driver with a confirmed email address and a confirmed number. Staff have prepared the driver's record,
/// which has a ticket without stored changes. Returns the world, the driver's id and the ticket's id.
fn world() -> (World, UserId, i32) {
    let mut world = World::new();
    let user = world.user("ann@example.com");
    world.db.execute("UPDATE users SET last_admin_update_at = now(), email_verified_at = now()");
    world.db.execute(&format!(
        "INSERT INTO text_notification_requests (user_id, phone_number, requested_at, confirmed_at)
         VALUES ({user}, '5551234567', now(), now())"
    ));
    let ticket = world.ticket(user);
    world.db.execute("DELETE FROM news_items");
    world.db.execute(&format!(
        "UPDATE tickets SET is_court_required = true, court_date = '2026-11-28', court_time = '9:30 AM' WHERE id = {ticket};
         DELETE FROM item_changes"
    ));
    (world, user, ticket.0)
}

/// Changes the ticket. Also backdates all changes that aren't in a message yet, so that they are old enough to be sent.
fn change_ticket(world: &World, ticket: i32, sql: &str) {
    world.db.execute(&format!("UPDATE tickets SET {sql} WHERE id = {ticket}"));
    world.db.execute(&format!("UPDATE item_changes SET noted_at = '{}' WHERE batch IS NULL", at(0)));
}

fn changes_filter(channel: Channel) -> ChangeFilter {
    let states = vec!["Texas"];
    ChangeFilter { channel, states, stateless: true, stored_before: at(10) }
}

#[test]
fn changes_of_an_item_are_combined_in_one_message_and_later_changes_get_a_new_message() {
    let (mut world, user, ticket) = world();
    change_ticket(&world, ticket, "court_date = '2026-12-01'");
    change_ticket(&world, ticket, "court_date = '2026-12-04', due_date = '2026-12-20'");
    let mut store = world.store();
    let span = (at(10), at(600));
    let plan = |store: &mut PgStore<'_>, channel| {
        assert_eq!(store.drivers_with_changes(&changes_filter(channel), UserId(0), 9).unwrap(), [user]);
        assert!(store.plan_changes(user, channel, at(0).date_naive(), span).unwrap());
        assert!(store.drivers_with_changes(&changes_filter(channel), UserId(0), 9).unwrap().is_empty());
    };
    plan(&mut store, Channel::Mail);
    let first = store.notices_of(user, 9).unwrap();
    let [mail] = first.as_slice() else { panic!("{first:?}") };
    assert_eq!((mail.channel, mail.kind), (Channel::Mail, NoticeKind::Change));
    let changes = store.changes_of(user, Channel::Mail, mail.batch.unwrap()).unwrap();
    let [change] = changes.as_slice() else { panic!("{changes:?}") };
    let days = |dates: &ItemDates| dates.court_date.map(|day| day.to_string());
    assert_eq!(days(&change.before).as_deref(), Some("2026-11-28"));
    assert_eq!(days(&change.after).as_deref(), Some("2026-12-04"));
    assert!(change.before.due_date != change.after.due_date);
    // A later change on the same day is sent in another email. No text has been sent yet, so the text has both
    // changes.
    change_ticket(&world, ticket, "court_date = '2026-12-07'");
    let mut store = world.store();
    plan(&mut store, Channel::Mail);
    plan(&mut store, Channel::Text);
    let all = store.notices_of(user, 9).unwrap();
    assert_eq!(all.len(), 3);
    let text = all.iter().find(|notice| notice.channel == Channel::Text).unwrap();
    let changes = store.changes_of(user, Channel::Text, text.batch.unwrap()).unwrap();
    let [change] = changes.as_slice() else { panic!("{changes:?}") };
    assert_eq!(days(&change.before).as_deref(), Some("2026-11-28"));
    assert_eq!(days(&change.after).as_deref(), Some("2026-12-07"));
    // If a text isn't sent in time, it is planned again. The new text also has the later changes.
    change_ticket(&world, ticket, "court_date = '2026-12-08'");
    let batch = text.batch.unwrap();
    let mut store = world.store();
    store.mark_changes_unsent(user, batch).unwrap();
    store.plan_changes(user, Channel::Text, at(0).date_naive().succ_opt().unwrap(), span).unwrap();
    let last: Vec<NoticeId> = store.notices_of(user, 9).unwrap().iter().map(|notice| notice.id).collect();
    assert_eq!(last.len(), 4);
    let newest = store.notice(last[0]).unwrap().unwrap();
    let changes = store.changes_of(user, Channel::Text, newest.batch.unwrap()).unwrap();
    let [change] = changes.as_slice() else { panic!("{changes:?}") };
    assert_eq!(days(&change.before).as_deref(), Some("2026-11-28"));
    assert_eq!(days(&change.after).as_deref(), Some("2026-12-08"));
}

#[test]
fn only_changed_dates_and_removals_of_items_that_the_driver_can_see_are_recorded() {
    let (world, user, ticket) = world();
    let recorded_after = |sql: &str| {
        world.db.execute(&format!("DELETE FROM item_changes; {sql}"));
        world.db.value("SELECT count(*) FROM item_changes").unwrap()
    };
    let update = |set: &str| format!("UPDATE tickets SET {set} WHERE id = {ticket}");
    assert_eq!(recorded_after(&update("due_date = '2026-12-01'")), "2");
    assert_eq!(recorded_after(&update("location = 'Elsewhere', due_date = '2026-12-01'")), "0");
    assert_eq!(
        recorded_after(&update("removed_at = now(), removed_by = user_id, removal_result = 'x'")),
        "2"
    );
    assert_eq!(recorded_after(&update("removed_at = NULL, removed_by = NULL, removal_result = NULL")), "0");
    world.db.execute(&format!(
        "INSERT INTO news_items (user_id, item_kind, item_id) VALUES ({user}, 'ticket', {ticket})"
    ));
    assert_eq!(
        recorded_after(&update("due_date = '2026-12-02'")),
        "0",
        "the message about the new item will say it"
    );
    world.db.execute("UPDATE news_items SET noted_at = now() - interval '1 hour'");
    assert_eq!(recorded_after(&update("due_date = '2026-12-03'")), "2");
    world.db.execute("UPDATE users SET last_admin_update_at = NULL");
    assert_eq!(recorded_after(&update("due_date = '2026-12-04'")), "0", "the record isn't ready");
    world.db.execute("UPDATE tickets SET driver_entry = 'confirmed'");
    assert_eq!(
        recorded_after(&update("due_date = '2026-12-05'")),
        "2",
        "the driver sees the ticket that they added"
    );
    world.db.execute("UPDATE tickets SET driver_entry = 'being_checked'");
    assert_eq!(recorded_after(&update("due_date = '2026-12-06'")), "0");
}
