//! Tests of a standby from which lists are read, and of the cases in which the primary is read instead.

use std::thread::sleep;
use std::time::{Duration, Instant};

use adapters_postgres::testing::TestDatabase;
use adapters_postgres::testing::replicated::ReplicatedCluster;
use adapters_postgres::{PgDatabase, PoolSettings};
use domain::security::environment::ReplicaState;
use domain::shared::ids::InquiryId;
use ports::shared::feed::{Announcement, AnnouncementFeed};
use ports::shared::store_error::StoreError;
use ports::store::{Database, Store, with_replica, with_store};

const LAG: Duration = Duration::from_secs(1);
/// The maximum time to wait for the standby, on a busy machine.
const MAX_WAIT: Duration = Duration::from_secs(20);

fn open_with_replica(url: &str, replica: &str) -> PgDatabase {
    let settings = PoolSettings { max_connections: 4, min_idle: 1, ..PoolSettings::default() };
    PgDatabase::open(url, settings).unwrap().with_replica(replica, settings, LAG).unwrap()
}

fn is_read_from_the_standby(database: &PgDatabase) -> bool {
    with_replica::<_, StoreError>(database, |store| Ok(store.connection_state()?.is_standby)).unwrap()
}

/// Sends a notification about a new chat message.
fn announce(database: &PgDatabase) {
    let send_announcement = |store: &mut dyn Store| store.announce(Announcement::NewMessage(InquiryId(1)));
    with_store::<_, StoreError>(database, send_announcement).unwrap();
}

/// Waits until the condition holds. After [`MAX_WAIT`], fails with the `description`.
fn wait_until(description: &str, mut holds: impl FnMut() -> bool) {
    let late = Instant::now() + MAX_WAIT;
    while !holds() {
        assert!(Instant::now() < late, "{description}");
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_standby_serves_reads_only_while_it_is_current() {
    let folder = tempfile::tempdir().unwrap();
    let both = ReplicatedCluster::start(folder.path());
    let database = open_with_replica(&both.url(), &both.standby_url());
    let mut feed = database.feed().unwrap();
    assert_eq!(feed.receive(MAX_WAIT).len(), 1, "the LISTEN connection is open");
    wait_until("reads use the standby once it has caught up", || is_read_from_the_standby(&database));

    // A standby can't send notifications. This work therefore fails on the standby, and runs again on the
    // primary.
    with_replica::<_, StoreError>(&database, |store| store.announce(Announcement::NewMessage(InquiryId(1))))
        .unwrap();
    assert_eq!(feed.receive(MAX_WAIT).len(), 1);
    wait_until("the standby has caught up again", || is_read_from_the_standby(&database));

    both.set_replay_paused(true);
    announce(&database);
    assert_eq!(feed.receive(MAX_WAIT).len(), 1);
    let received_at = Instant::now();
    while received_at.elapsed() < LAG / 2 {
        assert!(
            !is_read_from_the_standby(&database),
            "the standby is missing changes that readers were notified of"
        );
    }
    wait_until("the standby is known to be late", || database.replica() == ReplicaState::Late);
    assert!(!is_read_from_the_standby(&database));

    both.set_replay_paused(false);
    wait_until("the standby serves reads again", || is_read_from_the_standby(&database));
    wait_until("the standby is reported as current", || database.replica() == ReplicaState::Current);
}

#[test]
fn a_standby_of_an_idle_primary_stays_current() {
    let folder = tempfile::tempdir().unwrap();
    let both = ReplicatedCluster::start(folder.path());
    let database = open_with_replica(&both.url(), &both.standby_url());
    wait_until("the standby has caught up", || is_read_from_the_standby(&database));
    sleep(2 * LAG);
    wait_until("the standby still serves reads because nothing was committed", || {
        is_read_from_the_standby(&database)
    });
}

#[test]
fn a_primary_or_an_unreachable_host_is_not_used_as_a_standby() {
    let db = TestDatabase::new();
    for elsewhere in [db.url(), "postgres:///d?host=/nowhere"] {
        let database = open_with_replica(db.url(), elsewhere);
        assert!(!is_read_from_the_standby(&database));
        assert_eq!(database.replica(), ReplicaState::Missing);
    }
    assert_eq!(db.database().replica(), ReplicaState::None);
}
