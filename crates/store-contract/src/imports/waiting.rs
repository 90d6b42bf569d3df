use domain::accounts::verification::Claim;
use domain::imports::import::{ImportKind, LineOutcome};
use domain::imports::line::DriverIdentifiers;
use domain::shared::ids::{UserId, WaitingId};
use domain::shared::us_state::UsState;
use ports::imports::waiting::{NewWaitingCitation, WaitReason};
use ports::shared::paging::Page;
use ports::store::{Database, Store};

use super::files::add_import;
use crate::support::{ALL, admin, at, transaction, user};

/// Builds a citation from this line of a file. Each byte of the citation's key is `key_byte`.
pub(crate) fn citation(line: i32, candidate: Option<UserId>, key_byte: u8) -> NewWaitingCitation {
    NewWaitingCitation {
        line,
        candidate,
        driver_identifiers: DriverIdentifiers::default(),
        citation: None,
        reason: Some("Other contents.".to_owned()),
        fields: vec![("location".to_owned(), "Bronx".to_owned())],
        key: [key_byte; 32],
        ordinal: 2,
    }
}

/// Adds an import with these waiting lines, stores them, and returns how many are new.
pub(crate) fn add(store: &mut dyn Store, staff: UserId, lines: &[NewWaitingCitation]) -> usize {
    let id = add_import(store, staff, ImportKind::Ticket);
    store.stage_waiting_citations(id, ImportKind::Ticket, lines, at(3)).unwrap();
    store.store_staged_waiting_citations(id, at(4)).unwrap()
}

/// Returns the driver who is proposed for each citation that waits for this reason.
fn candidates(store: &mut dyn Store, reason: WaitReason) -> Vec<Option<UserId>> {
    let waiting = store.waiting_citations(reason, None, ALL).unwrap().items;
    waiting.iter().map(|one| one.candidate).collect()
}

pub fn lines_of_an_import_wait_for_staff_once_the_import_is_confirmed(database: &dyn Database) {
    transaction(database, |store| {
        let (staff, ann) = (admin(store, "staff@example.com"), user(store, "ann@example.com"));
        let id = add_import(store, staff, ImportKind::Ticket);
        let lines = [citation(2, Some(ann), 1), citation(3, None, 2)];
        store.stage_waiting_citations(id, ImportKind::Ticket, &lines, at(3)).unwrap();
        store.delete_staged_waiting_citations(id).unwrap();
        assert_eq!(store.staged_waiting_citations(id, WaitReason::ForDriver, ALL).unwrap().total, 0);
        store.stage_waiting_citations(id, ImportKind::Ticket, &lines, at(3)).unwrap();
        let staged = store.staged_waiting_citations(id, WaitReason::ForDecision, ALL).unwrap();
        let facts: Vec<_> = staged.items.iter().map(|line| (line.line, line.outcome, line.user)).collect();
        assert_eq!(facts, [(2, LineOutcome::Queued, Some(ann))]);
        let staged = store.staged_waiting_citations(id, WaitReason::ForDriver, ALL).unwrap();
        assert_eq!((staged.items[0].line, staged.items[0].outcome), (3, LineOutcome::Unclaimed));
        assert_eq!(candidates(store, WaitReason::ForDecision), [], "the import isn't confirmed");
        assert_eq!(store.keys_of_waiting_citations(ImportKind::Ticket, &[[1; 32]]).unwrap(), [[0u8; 32]; 0]);
        assert_eq!(store.store_staged_waiting_citations(id, at(4)).unwrap(), 2);
        let waiting = store.waiting_citations(WaitReason::ForDecision, Some(ann), ALL).unwrap();
        let one = &waiting.items[0];
        assert_eq!((waiting.total, one.import, one.kind, one.ordinal), (1, Some(id), ImportKind::Ticket, 2));
        assert_eq!((one.reason.as_deref(), one.created_at), (Some("Other contents."), at(3)));
        assert_eq!(one.fields, [("location".to_owned(), "Bronx".to_owned())]);
        assert_eq!(store.waiting_citations(WaitReason::ForDecision, Some(staff), ALL).unwrap().total, 0);
        assert_eq!(
            store.keys_of_waiting_citations(ImportKind::Ticket, &[[1; 32], [9; 32]]).unwrap(),
            [[1; 32]]
        );
        assert_eq!(store.keys_of_waiting_citations(ImportKind::Toll, &[[1; 32]]).unwrap(), [[0u8; 32]; 0]);
        assert_eq!(store.staged_waiting_citations(id, WaitReason::ForDriver, ALL).unwrap().total, 0);
        assert_eq!(store.lock_waiting_citations(&[one.id, WaitingId(99)]).unwrap(), waiting.items);
        store.delete_waiting_citation(one.id).unwrap();
        assert_eq!(store.lock_waiting_citations(&[one.id]).unwrap(), []);
        assert_eq!(store.delete_waiting_citations_of_import(id).unwrap(), 1);
    });
}

pub fn a_later_identical_line_adds_a_driver_to_a_citation_unless_staff_declined_that_driver(
    database: &dyn Database,
) {
    transaction(database, |store| {
        let (staff, ann) = (admin(store, "staff@example.com"), user(store, "ann@example.com"));
        assert_eq!(add(store, staff, &[citation(2, Some(ann), 1), citation(3, None, 2)]), 2);
        let first = store.waiting_citations(WaitReason::ForDecision, None, ALL).unwrap().items[0].id;
        store.decline_proposed_driver(first).unwrap();
        store.decline_proposed_driver(first).unwrap();
        assert_eq!(
            store.declined_drivers(ImportKind::Ticket, &[[1; 32], [2; 32]]).unwrap(),
            [([1; 32], ann)]
        );
        assert_eq!(add(store, staff, &[citation(2, Some(ann), 1), citation(3, Some(ann), 2)]), 0);
        assert_eq!(candidates(store, WaitReason::ForDecision), [Some(ann)]);
        assert_eq!(candidates(store, WaitReason::ForDriver), [None], "it was declined for this driver");
        let page = Page { limit: 1, offset: 1 };
        assert_eq!(store.waiting_citations(WaitReason::ForDriver, None, page).unwrap().items, []);
    });
}

pub fn a_verified_email_license_or_plate_makes_its_driver_the_candidate_of_matching_citations(
    database: &dyn Database,
) {
    transaction(database, |store| {
        let (staff, ann) = (admin(store, "staff@example.com"), user(store, "ann@example.com"));
        let by_email =
            DriverIdentifiers { email: Some("ann@example.com".to_owned()), ..DriverIdentifiers::default() };
        let by_license = DriverIdentifiers {
            license: Some(("TX123".to_owned(), UsState::Texas)),
            ..DriverIdentifiers::default()
        };
        let by_plate = DriverIdentifiers {
            plate: Some(("ABC123".to_owned(), UsState::NewYork.into())),
            ..DriverIdentifiers::default()
        };
        let lines = [by_email, by_license, by_plate]
            .map(|driver_identifiers| NewWaitingCitation { driver_identifiers, ..citation(2, None, 1) });
        let lines: Vec<_> = (1..)
            .zip(lines)
            .map(|(key, line)| NewWaitingCitation { key: [key; 32], line: key.into(), ..line })
            .collect();
        assert_eq!(add(store, staff, &lines), 3);
        let ann = store.user(ann).unwrap().unwrap();
        for claim in Claim::ALL {
            assert_eq!(store.propose_driver_for_waiting_citations(&ann, *claim).unwrap(), 1, "{claim}");
            assert_eq!(store.propose_driver_for_waiting_citations(&ann, *claim).unwrap(), 0, "{claim}");
        }
        assert_eq!(candidates(store, WaitReason::ForDecision), [Some(ann.id); 3]);
        let last = store.waiting_citations(WaitReason::ForDecision, None, ALL).unwrap().items[0].id;
        store.decline_proposed_driver(last).unwrap();
        assert_eq!(
            store.propose_driver_for_waiting_citations(&ann, Claim::Email).unwrap(),
            0,
            "it was declined for this driver"
        );
    });
}

pub fn a_citys_citation_is_queued_for_staff_once_per_driver(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        let new =
            |candidate| NewWaitingCitation { citation: Some("S100".to_owned()), ..citation(0, candidate, 1) };
        assert!(store.queue_source_citation("nyc", &new(Some(ann)), at(1)).unwrap());
        assert!(!store.queue_source_citation("nyc", &new(Some(ann)), at(2)).unwrap());
        let queued = store.waiting_citations(WaitReason::ForDecision, None, ALL).unwrap().items;
        let one = &queued[0];
        assert_eq!((one.source.as_deref(), one.import, one.kind), (Some("nyc"), None, ImportKind::Parking));
        assert_eq!((one.citation.as_deref(), one.created_at), (Some("S100"), at(1)));
        store.decline_proposed_driver(one.id).unwrap();
        assert!(!store.queue_source_citation("nyc", &new(Some(ann)), at(3)).unwrap(), "staff declined it");
        assert!(store.queue_source_citation("nyc", &new(Some(bob)), at(4)).unwrap());
        assert_eq!(candidates(store, WaitReason::ForDecision), [Some(bob)]);
    });
}
