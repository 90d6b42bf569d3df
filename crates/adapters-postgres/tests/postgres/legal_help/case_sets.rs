//! Tests of reading the records of several cases together.

use adapters_postgres::PgStore;
use domain::legal_help::agreement::Agreement;
use domain::legal_help::case::event::{CaseEventKind, NewCaseEvent};
use domain::legal_help::case::offer::OfferEnd;
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::secrets::ConsentKind;
use domain::shared::ids::{LawyerId, UserId};
use ports::accounts::users::Users;
use ports::driving_record::items::Items;
use ports::legal_help::case_sets::{CaseSet, CaseSets};
use ports::legal_help::cases::Cases;
use ports::legal_help::hires::Hires;
use ports::legal_help::lawyers::Lawyers;
use ports::legal_help::secrets::{CaseSecrets, NewConsent};

use super::samples::{SEALED, case, event, lawyer, message, offer};
use crate::support::{World, at, statements};

/// Adds a case that a lawyer accepted. The case has an event, an agreement, a message and a consent.
fn add_accepted_case(world: &mut World, driver: UserId, lawyer: LawyerId, key: &str) -> Case {
    let made = case(world, driver, key, |case| {
        (case.step, case.lawyer_id) = (CaseStep::Accepted, Some(lawyer));
    });
    let mut store = world.store();
    for kind in [CaseEventKind::LawyerOffered, CaseEventKind::LawyerAccepted] {
        let event = event(made.id, kind, CaseStep::Accepted);
        store.add_case_event(&NewCaseEvent { lawyer_id: Some(lawyer), ..event }).unwrap();
    }
    let (text, sha256) = (format!("I represent {key}."), "0".repeat(64));
    let agreement =
        Agreement { lawyer_id: lawyer, text, file: None, sha256, sent_at: at(4), signature: None };
    store.set_agreement(made.id, &agreement).unwrap();
    store.insert_case_key(made.id, &SEALED, at(5)).unwrap();
    store.insert_case_message(&message(made.id, lawyer)).unwrap();
    let (kind, lawyer_id) = (ConsentKind::RecordForLawyer, Some(lawyer));
    let consent = NewConsent { case: made.id, kind, lawyer_id, asked_by: driver, asked_at: at(6) };
    store.insert_consent(&consent).unwrap();
    made
}

#[test]
fn loading_several_cases_together_returns_the_same_records_as_loading_each_case() {
    let mut world = World::new();
    let (ann, bob) = (lawyer(&mut world, "Ann").id, lawyer(&mut world, "Bob").id);
    let drivers = ["dana@example.com", "eve@example.com"].map(|email| world.user(email));
    let first = add_accepted_case(&mut world, drivers[0], ann, "first");
    let second = add_accepted_case(&mut world, drivers[1], ann, "second");
    let offered = case(&mut world, drivers[1], "offered", |case| case.step = CaseStep::Offered);
    let other = add_accepted_case(&mut world, drivers[0], bob, "other");
    let mut store = world.store();
    store.insert_offer(&offer(offered.id, bob)).unwrap();
    store.insert_offer(&offer(first.id, ann)).unwrap();
    store.end_offer(first.id, OfferEnd::Accepted, at(7), None).unwrap();

    let cases = [offered.clone(), second, first.clone()];
    let set = store.load_case_set(&cases).unwrap();
    let ids = |found: Vec<i32>| {
        let mut found = found;
        found.sort_unstable();
        found
    };
    let expected = ids(cases.iter().map(|case| case.id.0).collect());
    assert_eq!(ids(set.hires.iter().map(|hire| hire.id.0).collect()), expected);
    assert_eq!(ids(set.counts.iter().map(|(id, _)| id.0).collect()), expected);
    assert_eq!(set.offers, [offer(offered.id, bob)]);
    assert_eq!(ids(set.lawyers.iter().map(|lawyer| lawyer.id.0).collect()), [ann.0, bob.0]);
    assert_eq!(set.drivers.len(), 2, "a driver with two cases is read once");
    assert_eq!(set.tickets.len(), 3);
    for one in &cases {
        let events: Vec<_> =
            set.events.iter().filter(|stored| stored.event.case == one.id).cloned().collect();
        assert_eq!(events, store.case_events(one.id).unwrap());
        let consents: Vec<_> =
            set.consents.iter().filter(|consent| consent.case == one.id).cloned().collect();
        assert_eq!(consents, store.consents_of(one.id).unwrap());
        assert!(set.counts.contains(&(one.id, store.count_messages_and_files(one.id).unwrap())));
        assert!(set.hires.contains(&store.hire(one.id).unwrap().unwrap()));
        assert!(set.drivers.contains(&store.user(one.user_id).unwrap().unwrap()));
        assert!(set.tickets.contains(&store.ticket(one.ticket_id.unwrap()).unwrap().unwrap()));
    }
    let agreement = (first.id, store.agreement(first.id, ann).unwrap().unwrap());
    assert!(set.agreements.len() == 2 && set.agreements.contains(&agreement));
    assert!(set.lawyers.contains(&store.lawyer(bob).unwrap().unwrap()));
    assert!(set.events.iter().all(|stored| stored.event.case != other.id));
    assert_eq!(store.load_case_set(&[]).unwrap(), CaseSet::default());
}

#[test]
fn reading_more_cases_needs_no_more_sql_statements() {
    let mut world = World::new();
    let ann = lawyer(&mut world, "Ann").id;
    let driver = world.user("dana@example.com");
    let mut cases = vec![add_accepted_case(&mut world, driver, ann, "0")];
    let mut connection = world.db.server_connection();
    let mut sent = |cases: &[Case]| {
        let read = |connection: &mut _| drop(PgStore::new(connection).load_case_set(cases).unwrap());
        statements(&mut connection, read).len()
    };
    let one = sent(&cases);
    assert_eq!(one, 9);
    for number in 1..6 {
        cases.push(add_accepted_case(&mut world, driver, ann, &number.to_string()));
    }
    assert_eq!(sent(&cases), one);
    assert_eq!(sent(&[]), 0);
}
