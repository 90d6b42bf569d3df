use diesel::connection::SimpleConnection;
use domain::legal_help::case::offer::{LawyerOffer, OfferEnd};
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::lawyer::{BarLicense, LawyerRecord, PracticeArea};
use domain::shared::ids::{AuthorityId, HireId, LawyerId};
use domain::shared::us_state::UsState;
use ports::legal_help::cases::Cases;
use ports::legal_help::lawyers::Lawyers;
use ports::shared::store_error::{StoreError, UniqueKey};

use super::samples::{case, lawyer, record};
use crate::support::{World, at};

#[test]
fn a_lawyer_round_trips() {
    let mut world = World::new();
    let (user, other) = (world.user("ruth@example.com"), world.user("other@example.com"));
    world.db.execute("INSERT INTO authorities (name, kind) VALUES ('Austin Municipal Court', 'court')");
    let court: i32 = world.db.value("SELECT max(id) FROM authorities").unwrap().parse().unwrap();
    let mut store = world.store();
    let made = store.insert_lawyer(&record("Ruth"), None, at(5)).unwrap();
    assert_eq!((made.version, made.is_active, made.user_id), (1, true, None));
    assert_eq!((made.last_offered_at, made.created_at), (None, at(5)));
    assert_eq!(made.record, record("Ruth"));
    assert_eq!(store.lawyer(made.id).unwrap(), Some(made.clone()));
    assert_eq!(store.lock_lawyer(made.id).unwrap(), Some(made.clone()));
    assert_eq!(store.lawyer(LawyerId(99)).unwrap(), None);
    assert_eq!(store.lock_lawyer(LawyerId(99)).unwrap(), None);

    let changed = LawyerRecord {
        name: "Ruth Gray".to_owned(),
        licenses: vec![BarLicense { state: UsState::Texas, number: "7".to_owned() }],
        areas: vec![PracticeArea::Court(UsState::Texas, AuthorityId(court))],
        takes_misdemeanors: false,
        capacity: 9,
        ..record("Ruth")
    };
    let stored = store.update_lawyer(made.id, &changed).unwrap().unwrap();
    assert_eq!((stored.version, &stored.record), (2, &changed));
    assert_eq!(store.lawyer(made.id).unwrap(), Some(stored));
    assert_eq!(store.update_lawyer(LawyerId(99), &changed).unwrap(), None);

    let linked = store.link_lawyer(made.id, Some(user)).unwrap().unwrap();
    assert_eq!((linked.version, linked.user_id), (3, Some(user)));
    assert_eq!(store.lawyer_of_user(user).unwrap().map(|lawyer| lawyer.id), Some(made.id));
    assert_eq!(store.lawyer_of_user(other).unwrap(), None);
    let inactive = store.set_lawyer_active(made.id, false).unwrap().unwrap();
    assert_eq!((inactive.version, inactive.is_active), (4, false));
    assert!(store.has_lawyers().unwrap(), "an inactive lawyer is on record");
    assert_eq!(store.count_lawyers().unwrap(), 1);
}

#[test]
fn an_account_can_be_linked_to_only_one_lawyer() {
    let mut world = World::new();
    let ann = lawyer(&mut world, "Ann");
    let mut store = world.store();
    let bob = store.insert_lawyer(&record("Bob"), None, at(0)).unwrap();
    let taken = store.link_lawyer(bob.id, ann.user_id);
    assert!(matches!(taken, Err(StoreError::Duplicate(UniqueKey::Other))));
    store.link_lawyer(ann.id, None).unwrap();
    assert!(store.link_lawyer(bob.id, ann.user_id).unwrap().is_some());
}

#[test]
fn a_second_lawyer_cannot_have_the_email_or_a_license_of_another() {
    let mut world = World::new();
    let mut store = world.store();
    let held = store.insert_lawyer(&record("Ann"), None, at(0)).unwrap();
    let bob = store.insert_lawyer(&record("Bob"), None, at(0)).unwrap();
    let same_email = LawyerRecord { email: "ANN@example.com".to_owned(), ..record("Bob") };
    let spaced = BarLicense { state: UsState::Texas, number: "24001 aNN".to_owned() };
    let same_license = LawyerRecord { licenses: vec![spaced], ..record("Bob") };
    for (record, key) in [(same_email, UniqueKey::LawyerEmail), (same_license, UniqueKey::BarLicense)] {
        let refused = |result| matches!(result, Err(StoreError::Duplicate(violated)) if violated == key);
        assert!(refused(store.update_lawyer(bob.id, &record).map(drop)), "{key:?}");
        let other = match key {
            UniqueKey::LawyerEmail => LawyerRecord { licenses: vec![], ..record },
            _ => LawyerRecord { email: "cy@example.com".to_owned(), ..record },
        };
        assert!(refused(store.insert_lawyer(&other, None, at(0)).map(drop)), "{key:?}");
    }
    assert_eq!(store.lawyer(bob.id).unwrap().map(|lawyer| lawyer.record), Some(record("Bob")));
    let elsewhere = BarLicense { state: UsState::Iowa, number: "24001-Ann".to_owned() };
    let moved = LawyerRecord { licenses: vec![elsewhere], ..record("Bob") };
    assert!(store.update_lawyer(bob.id, &moved).unwrap().is_some());
    assert!(store.update_lawyer(held.id, &record("Ann")).unwrap().is_some());
}

#[test]
fn candidates_are_licensed_in_the_state_and_those_without_an_offer_come_first() {
    let mut world = World::new();
    let [ann, bob, cy] = ["Ann", "Bob", "Cy"].map(|name| lawyer(&mut world, name).id);
    let mut store = world.store();
    // These lawyers aren't candidates: one has no account, one is inactive, and one is licensed in another
    // state.
    store.insert_lawyer(&record("Di"), None, at(0)).unwrap();
    let inactive = lawyer(&mut world, "Ed").id;
    let elsewhere = lawyer(&mut world, "Flo").id;
    let mut store = world.store();
    store.set_lawyer_active(inactive, false).unwrap();
    let licenses = vec![BarLicense { state: UsState::Ohio, number: "1".to_owned() }];
    store.update_lawyer(elsewhere, &LawyerRecord { licenses, areas: vec![], ..record("Flo") }).unwrap();
    store.record_offer_time(ann, at(20)).unwrap();
    store.record_offer_time(bob, at(10)).unwrap();
    let found = store.candidates(UsState::Texas).unwrap();
    let ids: Vec<_> = found.iter().map(|candidate| candidate.lawyer.id).collect();
    assert_eq!(ids, [cy, bob, ann]);
    assert_eq!(found[2].lawyer.last_offered_at, Some(at(20)));
    assert_eq!(found[2].lawyer.record.areas, record("Ann").areas);
    assert_eq!(found[2].lawyer.version, 2, "an offer doesn't change the record");
    assert!(store.candidates(UsState::Maine).unwrap().is_empty());
    let facts = store.register_facts(&[UsState::Texas, UsState::Maine], &[]).unwrap();
    assert_eq!((facts.has_lawyers, facts.practices.len()), (true, 3));
    let practice = &facts.practices[0];
    assert_eq!((practice.state, &practice.areas), (UsState::Texas, &record("Ann").areas));
}

#[test]
fn a_lawyers_open_cases_and_open_offers_count_toward_capacity() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let ann = lawyer(&mut world, "Ann").id;
    let mut accepted = vec![];
    for (number, step) in [CaseStep::Accepted, CaseStep::Deferred, CaseStep::Decided, CaseStep::Withdrawn]
        .into_iter()
        .enumerate()
    {
        let made = case(&mut world, driver, &format!("a{number}"), |case| {
            (case.step, case.lawyer_id) = (step, Some(ann));
        });
        accepted.push(made.id);
    }
    let offered = case(&mut world, driver, "offered", |case| case.step = CaseStep::Offered).id;
    let declined = case(&mut world, driver, "declined", |_| {}).id;
    let mut store = world.store();
    for id in [offered, declined] {
        let offer = LawyerOffer { case: id, lawyer_id: ann, offered_at: at(1), answer_by: at(9) };
        store.insert_offer(&offer).unwrap();
    }
    store.end_offer(declined, OfferEnd::Declined, at(2), Some("A conflict")).unwrap();
    assert_eq!(store.candidates(UsState::Texas).unwrap()[0].open_cases, 3);
    assert_eq!(store.register_facts(&[UsState::Texas], &[]).unwrap().practices[0].open_cases, 3);
    let open: Vec<HireId> = store.open_cases_of(ann).unwrap().iter().map(|case| case.id).collect();
    assert_eq!(open, [accepted[0], accepted[1], offered]);
}

#[test]
fn the_list_of_lawyers_has_the_median_time_to_accept_and_the_overdue_updates() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let (bob, ann) = (lawyer(&mut world, "Bob").id, lawyer(&mut world, "Ann").id);
    for (key, minutes) in [("a", 10), ("b", 30), ("c", 500)] {
        let id = case(&mut world, driver, key, |case| {
            (case.step, case.lawyer_id, case.update_due) = (CaseStep::Accepted, Some(ann), Some(at(minutes)));
        })
        .id;
        let mut store = world.store();
        let offer = LawyerOffer { case: id, lawyer_id: ann, offered_at: at(0), answer_by: at(90_000) };
        store.insert_offer(&offer).unwrap();
        store.end_offer(id, OfferEnd::Accepted, at(minutes * 60), None).unwrap();
    }
    let listed = world.store().lawyer_list(at(30)).unwrap();
    let figures: Vec<_> = listed
        .iter()
        .map(|one| (one.lawyer.id, one.open_cases, one.median_minutes_to_accept, one.overdue_updates))
        .collect();
    assert_eq!(figures, [(ann, 3, Some(30), 2), (bob, 0, None, 0)]);
}

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

#[test]
fn a_photo_is_replaced_and_removed() {
    let mut world = World::new();
    let added = lawyer(&mut world, "Ann");
    let ann = added.id;
    let mut store = world.store();
    assert_eq!(store.lawyer_photo(ann).unwrap(), None);
    for photo in [&b"one"[..], b"two"] {
        store.set_lawyer_photo(ann, Some(photo), at(1)).unwrap();
        assert_eq!(store.lawyer_photo(ann).unwrap().as_deref(), Some(photo));
        assert!(store.lawyer(ann).unwrap().unwrap().has_photo);
    }
    assert_eq!(store.lawyer(ann).unwrap().unwrap().version, added.version);
    store.set_lawyer_photo(ann, None, at(2)).unwrap();
    assert!(!store.lawyer(ann).unwrap().unwrap().has_photo);
    assert_eq!(store.lawyer_photo(ann).unwrap(), None);
}
