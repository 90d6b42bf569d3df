use domain::legal_help::secrets::{Consent, ConsentKind, Uploader};
use domain::shared::file_kind::FileKind;
use domain::shared::ids::{HireId, LawyerId, UserId};
use ports::legal_help::secrets::{NewCaseFile, NewCaseMessage, NewConsent, SecretCounts};
use ports::store::{Database, Store};

use super::samples::{SEALED, case, lawyer, message};
use crate::support::{at, transaction, user};

/// Adds a driver's case of the lawyer Ann, with a key.
fn case_of_ann(store: &mut dyn Store) -> (UserId, HireId, LawyerId) {
    let driver = user(store, "driver@example.com");
    let ann = lawyer(store, "Ann").id;
    let id = case(store, driver, "a", |case| case.lawyer_id = Some(ann)).id;
    store.insert_case_key(id, &SEALED, at(5)).unwrap();
    (driver, id, ann)
}

fn file(case: HireId, lawyer_id: Option<LawyerId>, content_name: &str) -> NewCaseFile<'_> {
    NewCaseFile {
        case,
        lawyer_id,
        sealed_name: &SEALED,
        kind: FileKind::Pdf,
        bytes: 1,
        content_name,
        added_at: at(6),
    }
}

pub fn a_case_keeps_the_first_key_that_was_stored(database: &dyn Database) {
    transaction(database, |store| {
        let (_, id, _) = case_of_ann(store);
        store.insert_case_key(id, &[9; 60], at(6)).unwrap();
        assert_eq!(store.case_key(id).unwrap(), Some(SEALED.to_vec()));
        assert_eq!(store.case_key(HireId(99)).unwrap(), None);
    });
}

pub fn unread_messages_are_counted_over_all_cases_of_a_driver_or_a_lawyer(database: &dyn Database) {
    transaction(database, |store| {
        let (driver, id, ann) = case_of_ann(store);
        let ben = lawyer(store, "Ben").id;
        let other = case(store, driver, "b", |case| case.lawyer_id = Some(ben)).id;
        store.insert_case_key(other, &SEALED, at(5)).unwrap();
        for (case, lawyer_id) in [(id, ann), (id, ben), (other, ben)] {
            let of_lawyer = NewCaseMessage { is_from_lawyer: true, ..message(case, lawyer_id) };
            for new in [message(case, lawyer_id), of_lawyer] {
                store.insert_case_message(&new).unwrap();
            }
        }
        assert_eq!([driver, UserId(99)].map(|user| store.count_unread_by_driver(user).unwrap()), [3, 0]);
        let of_lawyers = [ann, ben].map(|lawyer| store.count_unread_by_lawyer(lawyer).unwrap());
        assert_eq!(of_lawyers, [1, 1], "Ben lost a case");
        store.mark_case_messages_read(other, None, i64::MAX, at(8)).unwrap();
        store.mark_case_messages_read(id, Some(ann), i64::MAX, at(8)).unwrap();
        assert_eq!(store.count_unread_by_driver(driver).unwrap(), 2);
        assert_eq!(store.count_unread_by_lawyer(ann).unwrap(), 0);
    });
}

pub fn a_message_is_marked_as_read_only_by_its_recipient(database: &dyn Database) {
    transaction(database, |store| {
        let (_, id, ann) = case_of_ann(store);
        let ben = lawyer(store, "Ben").id;
        let of_ann = NewCaseMessage { is_from_lawyer: true, sent_at: at(7), ..message(id, ann) };
        for new in [message(id, ann), of_ann, message(id, ben)] {
            store.insert_case_message(&new).unwrap();
        }
        let counts = |messages, unread_by_driver, unread_by_lawyer| SecretCounts {
            messages,
            unread_by_driver,
            unread_by_lawyer,
            files: 0,
            last_at: Some(at(7)),
        };
        assert_eq!(
            store.count_messages_and_files(id).unwrap(),
            counts(3, 1, 1),
            "Ben isn't the case's lawyer"
        );
        let first = store.case_messages(id).unwrap()[0].id;
        store.mark_case_messages_read(id, Some(ann), first - 1, at(8)).unwrap();
        assert_eq!(
            store.count_messages_and_files(id).unwrap(),
            counts(3, 1, 1),
            "only earlier messages were shown"
        );
        store.mark_case_messages_read(id, Some(ann), first, at(8)).unwrap();
        assert_eq!(store.count_messages_and_files(id).unwrap(), counts(3, 1, 0));
        store.mark_case_messages_read(id, None, i64::MAX, at(9)).unwrap();
        store.mark_case_messages_read(id, None, i64::MAX, at(10)).unwrap();
        assert_eq!(store.count_messages_and_files(id).unwrap(), counts(3, 0, 0));
        let messages = store.case_messages(id).unwrap();
        let read: Vec<_> = messages.into_iter().map(|message| message.read_at).collect();
        assert_eq!(read, [Some(at(8)), Some(at(9)), None], "the first reading counts");
        assert_eq!(store.count_messages_and_files(HireId(99)).unwrap(), SecretCounts::default());
    });
}

pub fn files_round_trip_and_their_deleted_contents_become_due(database: &dyn Database) {
    transaction(database, |store| {
        let (_, id, ann) = case_of_ann(store);
        let of_lawyer = store.insert_case_file(&file(id, Some(ann), "a-name")).unwrap();
        assert_eq!((of_lawyer.content_name.as_deref(), of_lawyer.is_used), (Some("a-name"), false));
        assert_eq!(of_lawyer.uploader(), Some(Uploader::Lawyer(ann)));
        let of_driver = store.insert_case_file(&file(id, None, "another-name")).unwrap();
        assert_eq!(of_driver.uploader(), Some(Uploader::Driver));
        assert_eq!(store.case_file(of_lawyer.id).unwrap(), Some(of_lawyer.clone()));
        assert_eq!(store.case_files(id).unwrap(), [of_lawyer.clone(), of_driver.clone()]);
        assert_eq!(
            (store.count_messages_and_files(id).unwrap().files, store.case_file(99).unwrap()),
            (2, None)
        );
        store.delete_case_file(of_lawyer.id).unwrap();
        assert_eq!(store.case_files(id).unwrap(), [of_driver]);
        let later = at(50 * 365 * 24 * 60 * 60);
        assert_eq!(store.due_content_deletions(later, 9).unwrap(), ["a-name"]);
    });
}

pub fn ended_consents_stay_stored(database: &dyn Database) {
    transaction(database, |store| {
        let (driver, id, ann) = case_of_ann(store);
        let ask = NewConsent {
            case: id,
            kind: ConsentKind::StaffReading,
            lawyer_id: None,
            asked_by: driver,
            asked_at: at(1),
        };
        let first = store.insert_consent(&ask).unwrap();
        let record = NewConsent { kind: ConsentKind::RecordForLawyer, lawyer_id: Some(ann), ..ask };
        let second = store.insert_consent(&record).unwrap();
        let given =
            Consent { given_at: Some(at(2)), expires_at: Some(at(3)), ended_at: Some(at(4)), ..first };
        store.set_consent(&given).unwrap();
        let expired = Consent { expires_at: Some(at(5)), ..second };
        store.set_consent(&expired).unwrap();
        assert_eq!(store.consents_of(id).unwrap(), [given, expired]);
    });
}

pub fn a_set_of_cases_is_loaded_with_their_hires_lawyers_drivers_and_tickets(database: &dyn Database) {
    transaction(database, |store| {
        let (driver, id, ann) = case_of_ann(store);
        let other = case(store, driver, "b", |_| {});
        store.insert_case_message(&message(id, ann)).unwrap();
        let one = store.case_of_hire(id).unwrap().unwrap();
        let set = store.load_case_set(std::slice::from_ref(&one)).unwrap();
        assert_eq!(set.hires, [store.hire(id).unwrap().unwrap()]);
        assert_eq!(set.lawyers, [store.lawyer(ann).unwrap().unwrap()]);
        assert_eq!(set.drivers, [store.user(driver).unwrap().unwrap()]);
        assert_eq!(set.tickets, [store.ticket(one.ticket_id.unwrap()).unwrap().unwrap()]);
        assert_eq!(set.counts, [(id, store.count_messages_and_files(id).unwrap())]);
        assert!(set.offers.is_empty() && set.agreements.is_empty() && set.consents.is_empty());
        assert_eq!(store.load_case_set(&[one, other]).unwrap().hires.len(), 2);
        assert_eq!(store.load_case_set(&[]).unwrap().hires, []);
    });
}
