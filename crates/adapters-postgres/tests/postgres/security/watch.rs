use ports::security::watch::{ConnectionSecurity, Watch};

use crate::support::World;

#[test]
fn the_connection_state_shows_the_role_the_security_the_future_months_and_if_the_schema_is_current() {
    let mut world = World::new();
    let here = world.store().connection_state().unwrap();
    assert_eq!(
        (here.connection_security, &*here.role),
        (ConnectionSecurity::Local, "lanewise_server"),
        "a socket of this machine"
    );
    assert!(here.is_schema_current);
    world.db.migrate();
    assert_eq!(world.store().connection_state().unwrap().months_ahead, 12);
    let last = "SELECT max(inhrelid::regclass::text) FROM pg_inherits WHERE inhparent = 'audit_log'::regclass
        AND inhrelid::regclass::text ~ '[0-9]$'";
    world.db.execute(&format!("DROP TABLE {}", world.db.value(last).unwrap()));
    assert_eq!(world.store().connection_state().unwrap().months_ahead, 11);
    world.db.execute("DELETE FROM __diesel_schema_migrations WHERE version LIKE '%11'");
    assert!(!world.store().connection_state().unwrap().is_schema_current);
}
