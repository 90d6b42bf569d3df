//! Citation sources and their runs, for staff.

use std::time::Duration;

use application::sources::staff::{list_sources, run_source_now};
use domain::accounts::verification::VerificationRecord;
use domain::security::audit::AuditAction;
use domain::sources::run::RunReason;
use ports::sources::query::SourceQueryError;
use ports::sources::runs::PlateCounts;

use super::city::{last_run, run_queries, world};
use crate::support::{ADMIN, admin, driver, outcome};

#[test]
fn staff_can_start_a_run_of_a_source_and_see_its_results() {
    let (world, city) = world();
    run_queries(&world);
    city.publish("AAA2", "S100", "65");
    world.advance(chrono::TimeDelta::seconds(1));
    let (run, names) = run_source_now(&world.deps, &admin(), "nyc").unwrap();
    assert_eq!((run.reason, run.by), (RunReason::ByStaff, Some(ADMIN)));
    assert!(names.contains_key(&ADMIN), "{names:?}");
    assert_eq!(outcome(&run_source_now(&world.deps, &admin(), "nyc")), "SourceBusy");
    assert_eq!((run_queries(&world), last_run(&world).counts.filed), (3, 1));
    let sources = world.transact(|store| list_sources(&world.deps, store, &admin())).unwrap();
    assert_eq!(
        (sources.len(), sources[0].plates, sources[0].runs.len()),
        (1, PlateCounts { verified: 3, queried: 3 }, 2)
    );
    assert!(sources[0].is_test && sources[0].runs[0].reason == RunReason::ByStaff);
    let tables = world.database.tables();
    assert_eq!(tables.audit.iter().filter(|entry| entry.action == AuditAction::SourceAsked).count(), 1);
}

#[test]
fn staff_can_replace_an_unfinished_run_over_new_plates_with_a_full_run() {
    let (world, city) = world();
    run_queries(&world);
    world.advance(chrono::TimeDelta::hours(1));
    let verified = VerificationRecord { at: world.deps.clock.now(), basis: None };
    world.database.tables().users[2].verified.plate = Some(verified);
    city.fail_next_query(|| SourceQueryError::Throttled(Duration::from_secs(60)));
    run_queries(&world);
    assert_eq!((last_run(&world).reason, last_run(&world).ended_at), (RunReason::Verified, None));
    world.advance(chrono::TimeDelta::seconds(1));
    run_source_now(&world.deps, &admin(), "nyc").unwrap();
    assert_eq!((run_queries(&world), last_run(&world).reason), (3, RunReason::ByStaff));
}

#[test]
fn drivers_cannot_use_sources_and_an_unknown_source_is_not_found() {
    let (world, _city) = world();
    let results = [
        outcome(&world.transact(|store| list_sources(&world.deps, store, &driver()))),
        outcome(&run_source_now(&world.deps, &driver(), "nyc")),
        outcome(&run_source_now(&world.deps, &driver(), "nowhere")),
        outcome(&run_source_now(&world.deps, &admin(), "nowhere")),
    ];
    assert_eq!(results, ["Forbidden", "Forbidden", "Forbidden", "NotFound"]);
}
