//! Tests of selecting the drivers who are notified about news.

use domain::shared::ids::UserId;
use ports::notices::planning::{AvailableChannels, NewsFilter, NoticePlans};
use ports::store::in_transaction;

use crate::support::{World, at};

#[test]
fn a_driver_gets_no_news_at_night_or_on_a_day_with_earlier_news() {
    let mut world = World::new();
    let users = ["ann@example.com", "bob@example.com", "cy@example.com"].map(|email| world.user(email));
    world.db.execute("UPDATE users SET last_admin_update_at = now()");
    for user in users {
        world.toll(user);
    }
    world.db.execute(&format!("UPDATE users SET state = 'Ohio' WHERE id = {}", users[1]));
    world.db.execute(&format!("UPDATE users SET state = NULL WHERE id = {}", users[2]));
    world.db.execute("UPDATE users SET email_verified_at = now()");
    world.db.execute("UPDATE news_items SET noted_at = to_timestamp(0)");
    let day = at(0).date_naive();
    let mut drivers_to_notify = |states: Vec<&'static str>, stateless: bool| {
        let wanted = NewsFilter { day, states, stateless, stored_before: at(0) };
        world.store().drivers_with_news(&wanted, UserId(0), 9).unwrap()
    };
    assert_eq!(drivers_to_notify(vec!["Texas", "Ohio"], true), users);
    assert_eq!(drivers_to_notify(vec!["Texas"], false), [users[0]]);
    assert_eq!(drivers_to_notify(vec![], true), [users[2]]);
    let channels = AvailableChannels { text: false, mail: true };
    let is_planned = in_transaction(&world.db.database(), |store| {
        store.plan_news(users[0], day, (at(0), at(60)), channels)
    });
    assert!(is_planned.unwrap());
    world.toll(users[0]);
    world.db.execute("UPDATE news_items SET noted_at = to_timestamp(0)");
    assert_eq!(world.db.value("SELECT count(*) FROM news_items WHERE told_on IS NULL").as_deref(), Some("3"));
    let wanted = NewsFilter { day, states: vec!["Texas", "Ohio"], stateless: true, stored_before: at(0) };
    assert_eq!(world.store().drivers_with_news(&wanted, UserId(0), 9).unwrap(), users[1..]);
}
