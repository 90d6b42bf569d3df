//! Tests of the runs of citation sources, and of the plates that a run hasn't queried yet.

use chrono::{DateTime, Utc};
use domain::accounts::verification::{Claim, VerificationBasis};
use domain::shared::ids::UserId;
use domain::shared::us_state::UsState;
use domain::sources::run::{NextRun, RunFailure, RunHistory, RunReason};
use ports::accounts::account::Accounts;
use ports::accounts::users::{NewUser, Users};
use ports::accounts::verification::{NewVerification, Verifications};
use ports::sources::runs::{NewRun, PlateFilter, RunCounts, SourceRun, Sources};

use crate::support::{World, at, new_user};

fn new(reason: RunReason, seconds: i64) -> NewRun<'static> {
    let next = NextRun { reason, round_at: at(seconds) };
    NewRun { source: "nyc", next, by: None, at: at(seconds) }
}

/// Creates a run that started at this second and ended five seconds later.
fn add_ended_run(
    world: &mut World,
    reason: RunReason,
    seconds: i64,
    trouble: Option<RunFailure>,
) -> SourceRun {
    let mut store = world.store();
    let mut run = store.insert_source_run(&new(reason, seconds)).unwrap().unwrap();
    (run.ended_at, run.trouble) = (Some(at(seconds + 5)), trouble);
    assert!(store.store_source_run(&run).unwrap());
    run
}

fn add_verified_driver(world: &mut World, name: &str, plate: &str, when: DateTime<Utc>) -> UserId {
    let user = NewUser {
        vehicle_license_plate: Some(plate.to_owned()),
        drivers_license_number: None,
        ..new_user(&format!("{name}@example.com"))
    };
    let id = world.store().insert_user(&user).unwrap().id;
    let basis = VerificationBasis::parse("Registration document").unwrap();
    world
        .store()
        .set_verified(id, &NewVerification { claim: Claim::Plate, basis: &basis, at: when })
        .unwrap();
    id
}

fn users_left_to_query(world: &mut World, which: PlateFilter<'_>) -> Vec<UserId> {
    world.store().plates_to_query(which).unwrap().into_iter().map(|plate| plate.user).collect()
}

const ALL: PlateFilter<'_> = PlateFilter {
    source: "nyc",
    after: UserId(0),
    round_at: DateTime::UNIX_EPOCH,
    verified_since: None,
    most: 10,
};

#[test]
fn a_source_can_have_only_one_open_run_which_round_trips() {
    let mut world = World::new();
    let staff = world.user("ann@example.com");
    let mut store = world.store();
    let open_run =
        store.insert_source_run(&NewRun { by: Some(staff), ..new(RunReason::ByStaff, 1) }).unwrap().unwrap();
    assert_eq!(store.insert_source_run(&new(RunReason::Daily, 2)).unwrap(), None);
    assert!(
        store.insert_source_run(&NewRun { source: "chicago", ..new(RunReason::Daily, 2) }).unwrap().is_some()
    );
    let counts = RunCounts {
        plates: 1,
        calls: 2,
        rows: 3,
        filed: 4,
        changed: 5,
        settled: 6,
        queued: 7,
        unreadable: 8,
    };
    let mut run = SourceRun {
        waits_until: Some(at(9)),
        after: UserId(7),
        counts,
        words: Some("One\nTwo".to_owned()),
        ..open_run
    };
    assert!(store.store_source_run(&run).unwrap());
    assert_eq!(store.open_source_run("nyc").unwrap(), Some(run.clone()));
    (run.waits_until, run.ended_at, run.trouble) = (None, Some(at(10)), Some(RunFailure::Down));
    assert!(store.store_source_run(&run).unwrap());
    assert!(!store.store_source_run(&run).unwrap(), "an ended run cannot be changed");
    assert_eq!(store.open_source_run("nyc").unwrap(), None);
    assert_eq!(store.source_runs("nyc", 9).unwrap(), [run]);
}

#[test]
fn the_past_runs_include_the_last_complete_round_and_a_later_failure() {
    let mut world = World::new();
    let past = |world: &mut World| world.store().run_history("nyc").unwrap();
    assert_eq!(past(&mut world), RunHistory::default());
    add_ended_run(&mut world, RunReason::Daily, 10, None);
    add_ended_run(&mut world, RunReason::Verified, 20, None);
    assert_eq!(past(&mut world), RunHistory { round_at: Some(at(10)), failed: None });
    add_ended_run(&mut world, RunReason::Daily, 30, Some(RunFailure::Slow));
    assert_eq!(past(&mut world), RunHistory { round_at: Some(at(10)), failed: Some((at(35), Some(at(30)))) });
    add_ended_run(&mut world, RunReason::Verified, 40, Some(RunFailure::Down));
    assert_eq!(past(&mut world).failed, Some((at(45), None)));
    add_ended_run(&mut world, RunReason::ByStaff, 50, None);
    assert_eq!(past(&mut world), RunHistory { round_at: Some(at(50)), failed: None });
}

#[test]
fn verified_plates_are_listed_by_user_until_they_were_queried() {
    let mut world = World::new();
    let ann = add_verified_driver(&mut world, "ann", "AB 12", at(10));
    let bob = add_verified_driver(&mut world, "bob", "CD-34", at(20));
    world.user("cid@example.com");
    let plates = world.store().plates_to_query(ALL).unwrap();
    let plates: Vec<_> = plates.into_iter().map(|plate| (plate.user, plate.plate)).collect();
    assert_eq!(
        plates,
        [
            (ann, ("AB12".to_owned(), UsState::NewYork.into())),
            (bob, ("CD34".to_owned(), UsState::NewYork.into()))
        ]
    );
    assert_eq!(users_left_to_query(&mut world, PlateFilter { most: 1, ..ALL }), [ann]);
    assert_eq!(users_left_to_query(&mut world, PlateFilter { after: ann, ..ALL }), [bob]);
    assert_eq!(users_left_to_query(&mut world, PlateFilter { verified_since: Some(at(11)), ..ALL }), [bob]);
    world.store().mark_queried("nyc", &[ann, bob], at(30)).unwrap();
    assert_eq!(users_left_to_query(&mut world, ALL), []);
    assert_eq!(
        users_left_to_query(&mut world, PlateFilter { source: "chicago", ..ALL }),
        [ann, bob],
        "each source is tracked separately"
    );
    assert_eq!(users_left_to_query(&mut world, PlateFilter { round_at: at(31), ..ALL }), [ann, bob]);
    world.store().mark_queried("nyc", &[ann], at(40)).unwrap();
    assert_eq!(users_left_to_query(&mut world, PlateFilter { round_at: at(31), ..ALL }), [bob]);
    assert_eq!(world.store().count_source_plates("nyc").unwrap(), (2, 2));
    // A plate that was verified after the last query must still be queried.
    world.db.execute(&format!("UPDATE users SET vehicle_license_plate = 'EF56' WHERE id = {bob}"));
    assert_eq!(
        users_left_to_query(&mut world, PlateFilter { round_at: at(31), ..ALL }),
        [],
        "a removed plate is not queried"
    );
    let basis = VerificationBasis::parse("Registration document").unwrap();
    let claim = NewVerification { claim: Claim::Plate, basis: &basis, at: at(50) };
    world.store().set_verified(bob, &claim).unwrap();
    assert_eq!(users_left_to_query(&mut world, ALL), [bob]);
    assert_eq!(world.store().count_source_plates("nyc").unwrap(), (2, 1));
    // The plates of a closed account aren't queried.
    world.store().close_user(bob, at(60)).unwrap();
    world.store().mark_queried("nyc", &[bob], at(61)).unwrap();
    assert_eq!(
        (users_left_to_query(&mut world, ALL), world.db.value("SELECT count(*) FROM source_plates")),
        (vec![], Some("1".to_owned()))
    );
}
