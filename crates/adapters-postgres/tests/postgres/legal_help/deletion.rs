//! Tests of deleted hires, and of the hires of closed accounts.

use diesel::connection::SimpleConnection;
use domain::legal_help::agreement::Agreement;
use domain::legal_help::case::event::{CaseEventKind, NewCaseEvent};
use domain::legal_help::case::offer::OfferEnd;
use domain::legal_help::case::step::CaseStep;
use domain::shared::ids::LawyerId;
use ports::accounts::account::Accounts;
use ports::legal_help::cases::Cases;
use ports::legal_help::lawyers::Lawyers;
use ports::legal_help::secrets::CaseSecrets;

use super::samples::{SEALED, case, event, lawyer, message, offer};
use crate::support::{World, at};

fn agreement(lawyer: LawyerId) -> Agreement {
    Agreement {
        lawyer_id: lawyer,
        text: "Between Ann and Dana".to_owned(),
        file: None,
        sha256: "ab".repeat(32),
        sent_at: at(1),
        signature: None,
    }
}

#[test]
fn deleting_a_hire_deletes_its_case() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let ann = lawyer(&mut world, "Ann").id;
    let id = case(&mut world, driver, "a", |_| {}).id;
    let mut store = world.store();
    store.add_case_event(&event(id, CaseEventKind::Hired, CaseStep::Hired)).unwrap();
    store.insert_offer(&offer(id, ann)).unwrap();
    store.set_agreement(id, &agreement(ann)).unwrap();
    world.db.connection().batch_execute("DELETE FROM lawyer_hires").unwrap();
    for table in ["cases", "case_events", "case_offers", "case_agreements"] {
        assert_eq!(world.db.value(&format!("SELECT count(*) FROM {table}")).as_deref(), Some("0"), "{table}");
    }
    assert!(world.store().lawyer(ann).unwrap().is_some());
}

#[test]
fn closing_an_account_erases_the_notes_messages_and_agreements_of_its_cases() {
    let mut world = World::new();
    let driver = world.user("driver@example.com");
    let ann = lawyer(&mut world, "Ann");
    let id = case(&mut world, driver, "a", |case| {
        (case.step, case.lawyer_id) = (CaseStep::Closed, Some(ann.id));
        case.court.name = Some("Travis County Court".to_owned());
    })
    .id;
    let noted = NewCaseEvent {
        note: Some("Call Dana on Monday.".to_owned()),
        ..event(id, CaseEventKind::Update, CaseStep::Closed)
    };
    let mut store = world.store();
    store.add_case_event(&noted).unwrap();
    let reason = "Dana is my neighbor".to_owned();
    let declined = event(id, CaseEventKind::LawyerDeclined, CaseStep::Hired);
    store.add_case_event(&NewCaseEvent { note: Some(reason), ..declined }).unwrap();
    store.insert_offer(&offer(id, ann.id)).unwrap();
    store.end_offer(id, OfferEnd::Declined, at(6), Some("Dana is my neighbor")).unwrap();
    store.set_agreement(id, &agreement(ann.id)).unwrap();
    store.insert_case_key(id, &SEALED, at(6)).unwrap();
    store.insert_case_message(&message(id, ann.id)).unwrap();
    let exported = store.personal_data(driver).unwrap().unwrap();
    for text in ["Call Dana on Monday.", "Between Ann and Dana", "Travis County Court"] {
        assert!(exported.contains(text), "{text}");
    }
    assert!(!exported.contains("neighbor"), "a reason is between the lawyer and staff");

    store.close_user(driver, at(9)).unwrap();
    let events = store.case_events(id).unwrap();
    assert_eq!(events.iter().map(|one| one.event.note.as_deref()).collect::<Vec<_>>(), [None, None]);
    assert_eq!(store.agreement(id, ann.id).unwrap(), None);
    assert_eq!((store.case_key(id).unwrap(), store.case_messages(id).unwrap()), (None, vec![]));
    assert_eq!(store.case_of_hire(id).unwrap().unwrap().court.name, None);
    assert_eq!(world.db.value("SELECT count(reason) FROM case_offers").as_deref(), Some("0"));

    let mut store = world.store();
    let user = ann.user_id.unwrap();
    assert!(store.personal_data(user).unwrap().unwrap().contains("Ann IOLTA"));
    store.close_user(user, at(10)).unwrap();
    assert_eq!(store.lawyer(ann.id).unwrap().unwrap().user_id, None);
}
