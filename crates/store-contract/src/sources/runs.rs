use chrono::{DateTime, Utc};
use domain::accounts::verification::{Claim, VerificationBasis};
use domain::shared::ids::UserId;
use domain::shared::us_state::UsState;
use domain::sources::run::{FailedRun, NextRun, RunFailure, RunHistory, RunReason};
use ports::accounts::users::NewUser;
use ports::accounts::verification::NewVerification;
use ports::sources::runs::{NewRun, PlateCounts, PlateFilter, RunCounts, SourceRun};
use ports::store::{Database, Store};

use crate::support::{at, new_user, transaction, user};

const ALL: PlateFilter<'_> = PlateFilter {
    source: "nyc",
    after: UserId(0),
    round_at: DateTime::UNIX_EPOCH,
    verified_since: None,
    limit: 10,
};

fn new_run(reason: RunReason, seconds: i64) -> NewRun<'static> {
    let next = NextRun { reason, round_at: at(seconds) };
    NewRun { source: "nyc", next, by: None, at: at(seconds) }
}

/// Adds a run that started at this second and ended five seconds later.
fn add_ended(store: &mut dyn Store, reason: RunReason, seconds: i64, failure: Option<RunFailure>) {
    let mut run = store.insert_source_run(&new_run(reason, seconds)).unwrap().unwrap();
    (run.ended_at, run.failure) = (Some(at(seconds + 5)), failure);
    assert!(store.store_source_run(&run).unwrap());
}

fn verify_plate(store: &mut dyn Store, user: UserId, verified_at: DateTime<Utc>) {
    let basis = VerificationBasis::parse("Registration document").unwrap();
    let claim = NewVerification { claim: Claim::Plate, basis: &basis, at: verified_at };
    store.store_verification(user, &claim).unwrap().unwrap();
}

/// Adds a driver whose plate was verified at this time.
fn verified_driver(store: &mut dyn Store, name: &str, plate: &str, verified_at: DateTime<Utc>) -> UserId {
    let new = NewUser {
        vehicle_license_plate: Some(plate.to_owned()),
        drivers_license_number: None,
        ..new_user(&format!("{name}@example.com"))
    };
    let id = store.insert_user(&new).unwrap().id;
    verify_plate(store, id, verified_at);
    id
}

/// Returns the users whose plates a run still has to query.
fn users_to_query(store: &mut dyn Store, which: PlateFilter<'_>) -> Vec<UserId> {
    store.plates_to_query(which).unwrap().into_iter().map(|plate| plate.user).collect()
}

pub fn a_source_has_only_one_open_run_and_its_fields_are_stored(database: &dyn Database) {
    transaction(database, |store| {
        let staff = user(store, "ann@example.com");
        let by_staff = NewRun { by: Some(staff), ..new_run(RunReason::ByStaff, 1) };
        let open_run = store.insert_source_run(&by_staff).unwrap().unwrap();
        assert_eq!(store.insert_source_run(&new_run(RunReason::Daily, 2)).unwrap(), None);
        let elsewhere = NewRun { source: "chicago", ..new_run(RunReason::Daily, 2) };
        assert!(store.insert_source_run(&elsewhere).unwrap().is_some());
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
            last_user: UserId(7),
            counts,
            failure: Some(RunFailure::InvalidData),
            error_text: Some("One\nTwo".to_owned()),
            ..open_run
        };
        assert!(store.store_source_run(&run).unwrap());
        assert_eq!(store.open_source_run("nyc").unwrap(), Some(run.clone()));
        (run.waits_until, run.ended_at, run.failure) = (None, Some(at(10)), Some(RunFailure::Down));
        assert!(store.store_source_run(&run).unwrap());
        assert!(!store.store_source_run(&run).unwrap(), "an ended run cannot be changed");
        assert_eq!(store.open_source_run("nyc").unwrap(), None);
        let second = store.insert_source_run(&new_run(RunReason::Daily, 20)).unwrap().unwrap();
        assert_eq!(store.source_runs("nyc", 9).unwrap(), [second.clone(), run]);
        assert_eq!(store.source_runs("nyc", 1).unwrap(), [second]);
    });
}

pub fn the_run_history_has_the_last_complete_run_for_all_plates_and_a_later_failure(database: &dyn Database) {
    transaction(database, |store| {
        assert_eq!(store.run_history("nyc").unwrap(), RunHistory::default());
        add_ended(store, RunReason::Daily, 10, None);
        add_ended(store, RunReason::Verified, 20, None);
        let round = RunHistory { round_at: Some(at(10)), failed: None };
        assert_eq!(store.run_history("nyc").unwrap(), round);
        add_ended(store, RunReason::Daily, 30, Some(RunFailure::Slow));
        let failed = RunHistory {
            failed: Some(FailedRun { failed_at: at(35), round_started_at: Some(at(30)) }),
            ..round
        };
        assert_eq!(store.run_history("nyc").unwrap(), failed);
        add_ended(store, RunReason::Verified, 40, Some(RunFailure::Down));
        assert_eq!(
            store.run_history("nyc").unwrap().failed,
            Some(FailedRun { failed_at: at(45), round_started_at: None })
        );
        add_ended(store, RunReason::ByStaff, 50, None);
        let second = RunHistory { round_at: Some(at(50)), failed: None };
        assert_eq!(store.run_history("nyc").unwrap(), second);
        assert_eq!(store.run_history("chicago").unwrap(), RunHistory::default());
    });
}

pub fn verified_plates_are_listed_by_user_until_they_were_queried(database: &dyn Database) {
    transaction(database, |store| {
        let ann = verified_driver(store, "ann", "AB 12", at(10));
        let bob = verified_driver(store, "bob", "CD-34", at(20));
        user(store, "cid@example.com");
        let plates = store.plates_to_query(ALL).unwrap();
        let plates: Vec<_> = plates.into_iter().map(|plate| (plate.user, plate.plate)).collect();
        let in_new_york = |plate: &str| (plate.to_owned(), UsState::NewYork.into());
        assert_eq!(plates, [(ann, in_new_york("AB12")), (bob, in_new_york("CD34"))]);
        assert_eq!(users_to_query(store, PlateFilter { limit: 1, ..ALL }), [ann]);
        assert_eq!(users_to_query(store, PlateFilter { after: ann, ..ALL }), [bob]);
        assert_eq!(users_to_query(store, PlateFilter { verified_since: Some(at(11)), ..ALL }), [bob]);
        store.mark_queried("nyc", &[ann, bob], at(30)).unwrap();
        assert_eq!(users_to_query(store, ALL), []);
        assert_eq!(
            users_to_query(store, PlateFilter { source: "chicago", ..ALL }),
            [ann, bob],
            "each source has its own queried plates"
        );
        let next_round = PlateFilter { round_at: at(31), ..ALL };
        assert_eq!(users_to_query(store, next_round), [ann, bob]);
        store.mark_queried("nyc", &[ann], at(40)).unwrap();
        assert_eq!(users_to_query(store, next_round), [bob]);
        assert_eq!(store.count_source_plates("nyc").unwrap(), PlateCounts { verified: 2, queried: 2 });
        assert_eq!(store.count_source_plates("chicago").unwrap(), PlateCounts { verified: 2, queried: 0 });
        // A plate that was verified after the last query must still be queried.
        store.set_vehicle(bob, "EF56", UsState::NewYork.into(), at(45)).unwrap();
        assert_eq!(users_to_query(store, next_round), [], "an unverified plate is not queried");
        verify_plate(store, bob, at(50));
        assert_eq!(users_to_query(store, ALL), [bob]);
        assert_eq!(store.count_source_plates("nyc").unwrap(), PlateCounts { verified: 2, queried: 1 });
        store.close_user(bob, at(60)).unwrap();
        assert_eq!(users_to_query(store, ALL), [], "the plates of a closed account aren't queried");
    });
}
