use diesel::connection::SimpleConnection;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::lawyer::LawyerRecord;

use super::samples::{case, lawyer, record};
use crate::support::World;

#[test]
fn concurrent_changes_of_a_lawyer_run_one_after_the_other() {
    let mut world = World::new();
    let id = lawyer(&mut world, "Ann").id;
    let (_, seen) = world.run_overlapping(
        |store| {
            store.lock_lawyer(id)?;
            store.update_lawyer(id, &LawyerRecord { capacity: 7, ..record("Ann") })
        },
        |store| store.lock_lawyer(id),
    );
    assert_eq!(seen.map(|lawyer| (lawyer.version, lawyer.record.capacity)), Some((3, 7)));
}

#[test]
fn a_lawyer_with_cases_is_never_deleted() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let ann = lawyer(&mut world, "Ann").id;
    case(&mut world, driver, "a", |case| (case.step, case.lawyer_id) = (CaseStep::Accepted, Some(ann)));
    let deleted = world.db.connection().batch_execute("DELETE FROM lawyers");
    assert!(deleted.unwrap_err().to_string().contains("cases_lawyer_id_fkey"));
}
