use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::offer::OfferEnd;
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::hire::HireStatus;
use ports::legal_help::cases::Cases;
use ports::legal_help::hires::Hires;
use ports::shared::store_error::{StoreError, UniqueKey};

use super::samples::{case, hire, lawyer, offer};
use crate::support::{World, at};

/// A version of Lanewise from before cases existed stored only the hire.
#[test]
fn a_hire_without_a_stored_case_is_handled_outside_lanewise_and_its_status_decides_the_step_of_its_case() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let id = hire(&mut world, driver, "a");
    let mut store = world.store();
    let opened = store.case_of_hire(id).unwrap().unwrap();
    assert_eq!((opened.handling, opened.step, opened.version), (Handling::Outside, CaseStep::Hired, 1));
    assert_eq!((opened.user_id, opened.created_at), (driver, at(3)));
    let mut step_at = |status| {
        store.set_hire_status(id, status).unwrap();
        store.case_of_hire(id).unwrap().unwrap().step
    };
    assert_eq!(step_at(HireStatus::Contacted), CaseStep::Hired);
    assert_eq!(step_at(HireStatus::Completed), CaseStep::Closed);
    assert_eq!(step_at(HireStatus::Cancelled), CaseStep::Ended);
    assert_eq!(step_at(HireStatus::Pending), CaseStep::Hired);
}

#[test]
fn setting_a_hires_status_does_not_change_the_step_of_a_stored_case() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let outside = hire(&mut world, driver, "a");
    let matched = case(&mut world, driver, "b", |_| {}).id;
    let by_staff = case(&mut world, driver, "c", |case| case.handling = Handling::ByStaff).id;
    let mut store = world.store();
    let kept = Case { is_label_by_staff: true, ..store.case_of_hire(outside).unwrap().unwrap() };
    store.update_case(&kept).unwrap();
    for id in [outside, matched, by_staff] {
        store.set_hire_status(id, HireStatus::Cancelled).unwrap();
        assert_eq!(store.case_of_hire(id).unwrap().unwrap().step, CaseStep::Hired);
    }
}

#[test]
fn an_offer_that_a_lawyer_declined_does_not_lapse_later() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let ann = lawyer(&mut world, "Ann").id;
    let id = case(&mut world, driver, "a", |_| {}).id;
    let mut store = world.store();
    store.insert_offer(&offer(id, ann)).unwrap();
    store.end_offer(id, OfferEnd::Declined, at(6), Some("A conflict of interest")).unwrap();
    store.end_offer(id, OfferEnd::Lapsed, at(7), None).unwrap();
    assert_eq!(
        world.db.value("SELECT result || ' ' || reason FROM case_offers").as_deref(),
        Some("declined A conflict of interest")
    );
}

#[test]
fn if_a_case_is_offered_to_two_lawyers_concurrently_the_second_offer_is_refused() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let [ann, bob] = ["Ann", "Bob"].map(|name| lawyer(&mut world, name).id);
    let id = case(&mut world, driver, "a", |_| {}).id;
    let (_, second) = world.run_overlapping(
        |store| store.insert_offer(&offer(id, ann)),
        |store| Ok(store.insert_offer(&offer(id, bob))),
    );
    assert!(matches!(second, Err(StoreError::Duplicate(UniqueKey::Other))));
    assert_eq!(world.store().open_offer(id).unwrap(), Some(offer(id, ann)));
}

#[test]
fn concurrent_changes_of_a_case_run_one_after_the_other() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let id = case(&mut world, driver, "a", |_| {}).id;
    let (_, seen) = world.run_overlapping(
        |store| {
            let held = store.lock_case_of_hire(id)?.unwrap();
            store.update_case(&Case { step: CaseStep::NoLawyer, ..held })
        },
        |store| store.lock_case_of_hire(id),
    );
    assert_eq!(seen.map(|case| (case.step, case.version)), Some((CaseStep::NoLawyer, 2)));
}
