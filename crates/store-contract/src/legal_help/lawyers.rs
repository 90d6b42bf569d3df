use domain::legal_help::case::offer::{LawyerOffer, OfferEnd};
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::lawyer::{BarLicense, LawyerRecord, PracticeArea};
use domain::payments::remittances::authority::{AuthorityDetails, AuthorityKind};
use domain::shared::ids::{AuthorityId, HireId, LawyerId};
use domain::shared::us_state::UsState;
use ports::payments::remittances::merging::MergeCounts;
use ports::shared::store_error::{StoreError, UniqueKey};
use ports::store::Database;

use super::samples::{case, lawyer, record};
use crate::payments::merging::{merge, two_spellings};
use crate::support::{admin, at, authority, transaction, user};

pub fn a_lawyer_round_trips(database: &dyn Database) {
    transaction(database, |store| {
        let (account, other) = (user(store, "ruth@example.com"), user(store, "other@example.com"));
        let court = AuthorityDetails::parse("Austin Court", AuthorityKind::Court, &[], None).unwrap();
        let court = authority(store, &court).id;
        assert!(!store.has_lawyers().unwrap());
        let added = store.insert_lawyer(&record("Ruth"), None, at(5)).unwrap();
        assert_eq!((added.version, added.is_active, added.user_id), (1, true, None));
        assert_eq!((added.last_offered_at, added.created_at), (None, at(5)));
        assert_eq!(added.record, record("Ruth"));
        assert_eq!(store.lawyer(added.id).unwrap(), Some(added.clone()));
        assert_eq!(store.lock_lawyer(added.id).unwrap(), Some(added.clone()));
        assert_eq!(store.lawyer(LawyerId(99)).unwrap(), None);
        assert_eq!(store.lock_lawyer(LawyerId(99)).unwrap(), None);
        let changed = LawyerRecord {
            name: "Ruth Gray".to_owned(),
            licenses: vec![BarLicense { state: UsState::Texas, number: "7".to_owned() }],
            areas: vec![PracticeArea::Court(UsState::Texas, court)],
            takes_misdemeanors: false,
            capacity: 9,
            ..record("Ruth")
        };
        let stored = store.update_lawyer(added.id, &changed).unwrap().unwrap();
        assert_eq!((stored.version, &stored.record), (2, &changed));
        assert_eq!(store.lawyer(added.id).unwrap(), Some(stored));
        assert_eq!(store.update_lawyer(LawyerId(99), &changed).unwrap(), None);
        let linked = store.set_lawyer_account(added.id, Some(account)).unwrap().unwrap();
        assert_eq!((linked.version, linked.user_id), (3, Some(account)));
        assert_eq!(store.lawyer_of_user(account).unwrap().map(|lawyer| lawyer.id), Some(added.id));
        assert_eq!(store.lawyer_of_user(other).unwrap(), None);
        let inactive = store.set_lawyer_active(added.id, false).unwrap().unwrap();
        assert_eq!((inactive.version, inactive.is_active), (4, false));
        assert!(store.has_lawyers().unwrap(), "an inactive lawyer is on record");
        assert_eq!(store.count_lawyers().unwrap(), 1);
    });
}

pub fn accounts_emails_and_licenses_of_lawyers_are_unique(database: &dyn Database) {
    transaction(database, |store| {
        let ann = lawyer(store, "Ann");
        let bob = store.insert_lawyer(&record("Bob"), None, at(0)).unwrap();
        let taken = store.set_lawyer_account(bob.id, ann.user_id);
        assert!(matches!(taken, Err(StoreError::Duplicate(UniqueKey::Other))));
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
        store.set_lawyer_account(ann.id, None).unwrap();
        assert!(store.set_lawyer_account(bob.id, ann.user_id).unwrap().is_some());
    });
}

pub fn ending_the_invitations_of_one_lawyer_keeps_all_other_invitations(database: &dyn Database) {
    transaction(database, |store| {
        let staff = admin(store, "a@example.com");
        let [ann, bob] =
            ["Ann", "Bob"].map(|name| store.insert_lawyer(&record(name), None, at(0)).unwrap().id);
        let mut invite =
            |email, lawyer| store.insert_invitation(email, lawyer, staff, at(0), at(100)).unwrap().id;
        invite("ann@example.com", Some(ann));
        let kept = [invite("bob@example.com", Some(bob)), invite("new@example.com", None)];
        store.end_invitations_of_lawyer(ann, at(1)).unwrap();
        let open = kept.map(|id| store.invitation(id, at(2)).unwrap().is_some());
        assert_eq!((open, store.invitations(at(2)).unwrap().len()), ([true, true], 2));
    });
}

pub fn candidates_are_licensed_in_the_state_and_lawyers_without_an_offer_come_first(database: &dyn Database) {
    transaction(database, |store| {
        let [ann, bob, cy] = ["Ann", "Bob", "Cy"].map(|name| lawyer(store, name).id);
        // These lawyers aren't candidates: one has no account, one is inactive, and one is licensed in another
        // state.
        store.insert_lawyer(&record("Di"), None, at(0)).unwrap();
        let inactive = lawyer(store, "Ed").id;
        store.set_lawyer_active(inactive, false).unwrap();
        let elsewhere = lawyer(store, "Flo").id;
        let licenses = vec![BarLicense { state: UsState::Ohio, number: "1".to_owned() }];
        let record_elsewhere = LawyerRecord { licenses, areas: vec![], ..record("Flo") };
        store.update_lawyer(elsewhere, &record_elsewhere).unwrap();
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
    });
}

pub fn open_cases_and_open_offers_count_toward_a_lawyers_capacity(database: &dyn Database) {
    transaction(database, |store| {
        let driver = user(store, "driver@example.com");
        let ann = lawyer(store, "Ann").id;
        let steps = [CaseStep::Accepted, CaseStep::Deferred, CaseStep::Decided, CaseStep::Withdrawn];
        let accepted = steps.map(|step| {
            let change = |case: &mut Case| {
                (case.step, case.lawyer_id) = (step, Some(ann));
            };
            case(store, driver, step.as_str(), change).id
        });
        let offered = case(store, driver, "offered", |case| case.step = CaseStep::Offered).id;
        let declined = case(store, driver, "declined", |_| {}).id;
        for id in [offered, declined] {
            let offer = LawyerOffer { case: id, lawyer_id: ann, offered_at: at(1), answer_by: at(9) };
            store.insert_offer(&offer).unwrap();
        }
        store.end_offer(declined, OfferEnd::Declined, at(2), Some("A conflict")).unwrap();
        assert_eq!(store.candidates(UsState::Texas).unwrap()[0].open_cases, 3);
        assert_eq!(store.register_facts(&[UsState::Texas], &[]).unwrap().practices[0].open_cases, 3);
        let open: Vec<HireId> = store.open_cases_of(ann).unwrap().iter().map(|case| case.id).collect();
        assert_eq!(open, [accepted[0], accepted[1], offered]);
    });
}

pub fn the_list_of_lawyers_has_the_median_time_to_accept_and_the_overdue_updates(database: &dyn Database) {
    transaction(database, |store| {
        let driver = user(store, "driver@example.com");
        let (bob, ann) = (lawyer(store, "Bob").id, lawyer(store, "Ann").id);
        for (key, minutes) in [("a", 10), ("b", 30), ("c", 500)] {
            let id = case(store, driver, key, |case| {
                (case.step, case.lawyer_id) = (CaseStep::Accepted, Some(ann));
                case.update_due = Some(at(minutes));
            })
            .id;
            let offer = LawyerOffer { case: id, lawyer_id: ann, offered_at: at(0), answer_by: at(90_000) };
            store.insert_offer(&offer).unwrap();
            store.end_offer(id, OfferEnd::Accepted, at(minutes * 60), None).unwrap();
        }
        let listed = store.lawyers_with_figures(at(30)).unwrap();
        let figures: Vec<_> = listed
            .iter()
            .map(|one| (one.lawyer.id, one.open_cases, one.median_minutes_to_accept, one.overdue_updates))
            .collect();
        assert_eq!(figures, [(ann, 3, Some(30), 2), (bob, 0, None, 0)]);
    });
}

pub fn the_list_of_lawyers_shows_which_lawyers_have_confirmed_a_second_factor(database: &dyn Database) {
    transaction(database, |store| {
        let users = ["Ann", "Bob", "Cy"].map(|name| lawyer(store, name).user_id.unwrap());
        store.insert_lawyer(&record("Di"), None, at(0)).unwrap();
        for user in &users[..2] {
            assert!(store.start_second_factor_setup(*user, &[1], at(0)).unwrap());
        }
        store.accept_step(users[0], 7, at(1)).unwrap();
        let listed = store.lawyers_with_figures(at(2)).unwrap();
        let is_on: Vec<_> = listed.iter().map(|one| one.has_second_factor).collect();
        assert_eq!(is_on, [true, false, false, false], "an unconfirmed factor is not on");
    });
}

pub fn a_lawyers_photo_can_be_replaced_and_removed(database: &dyn Database) {
    transaction(database, |store| {
        let added = lawyer(store, "Ann");
        assert_eq!(store.lawyer_photo(added.id).unwrap(), None);
        for photo in [&b"one"[..], b"two"] {
            store.set_lawyer_photo(added.id, Some(photo), at(1)).unwrap();
            assert_eq!(store.lawyer_photo(added.id).unwrap().as_deref(), Some(photo));
            assert!(store.lawyer(added.id).unwrap().unwrap().has_photo);
        }
        assert_eq!(store.lawyer(added.id).unwrap().unwrap().version, added.version);
        store.set_lawyer_photo(added.id, None, at(2)).unwrap();
        assert!(!store.lawyer(added.id).unwrap().unwrap().has_photo);
        assert_eq!(store.lawyer_photo(added.id).unwrap(), None);
    });
}

pub fn a_merge_moves_the_practice_areas_and_cases_of_the_merged_court(database: &dyn Database) {
    let (ids, lawyers, hire) = transaction(database, |store| {
        let (kept, merged) = two_spellings(store);
        let in_court = |court: AuthorityId| PracticeArea::Court(UsState::Texas, court);
        let areas = [
            vec![in_court(merged.id)],
            vec![in_court(merged.id), PracticeArea::State(UsState::Ohio), in_court(kept.id)],
            vec![in_court(kept.id)],
        ];
        let lawyers = ["Ann", "Bob", "Cy"].map(|name| lawyer(store, name).id);
        for ((id, name), areas) in lawyers.into_iter().zip(["Ann", "Bob", "Cy"]).zip(areas) {
            store.update_lawyer(id, &LawyerRecord { areas, ..record(name) }).unwrap();
        }
        let driver = user(store, "driver@example.com");
        let hire = case(store, driver, "hire", |case| case.court.id = Some(merged.id)).id;
        let expected = MergeCounts { lawyers: 2, ..MergeCounts::default() };
        assert_eq!(store.count_records_of_authority(merged.id, &[]).unwrap(), expected);
        ((kept.id, merged.id), lawyers, hire)
    });
    transaction(database, |store| merge(store, ids));
    transaction(database, |store| {
        let kept = PracticeArea::Court(UsState::Texas, ids.0);
        let stored = lawyers.map(|id| {
            let mut lawyer = store.lawyer(id).unwrap().unwrap();
            lawyer.record.areas.sort_by_key(|area| *area != kept);
            (lawyer.record.areas, lawyer.version)
        });
        let both = vec![kept.clone(), PracticeArea::State(UsState::Ohio)];
        assert_eq!(stored, [(vec![kept.clone()], 4), (both, 4), (vec![kept], 3)]);
        assert_eq!(store.case_of_hire(hire).unwrap().unwrap().court.id, Some(ids.0));
    });
}
