//! Tests of tickets' courts in the database.

use adapters_postgres::load_demo;
use domain::driving_record::calendar::parse_time;

use crate::support::World;

/// An ambiguous time would be displayed as it was entered, and its calendar entry would last the whole day.
#[test]
fn all_times_in_the_demo_data_can_be_parsed() {
    let world = World::new();
    let hash = "$argon2id$";
    world.db.execute(&format!(
        "INSERT INTO users (id, email, password_hash, role) VALUES (1, 'admin@lanewise.test', '{hash}', 'admin')",
    ));
    load_demo(world.db.owner_url(), hash, 0).unwrap();
    let times = world.db.values(
        "SELECT DISTINCT court_time FROM tickets WHERE court_time IS NOT NULL
         UNION SELECT time_of_violation FROM tickets WHERE time_of_violation IS NOT NULL",
    );
    assert!(times.len() > 2, "{times:?}");
    for time in times.into_iter().flatten() {
        assert!(parse_time(&time).is_some(), "{time}");
    }
}
