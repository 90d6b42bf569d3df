//! Functions that create lawyers, hires and cases, with their offers, events and messages.

use domain::legal_help::case::event::{CaseActor, CaseEventKind, NewCaseEvent};
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::offer::LawyerOffer;
use domain::legal_help::case::record::{Case, CaseCourt};
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::lawyer::{BarLicense, Lawyer, LawyerRecord, PracticeArea};
use domain::legal_help::offense::OffenseClass;
use domain::shared::ids::{HireId, LawyerId, UserId};
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;
use ports::legal_help::hires::NewHire;
use ports::legal_help::secrets::NewCaseMessage;
use ports::store::Store;

use crate::support::{at, payment, ticket, user};

/// Builds the details of a lawyer who is licensed in Ohio and Texas.
pub fn record(name: &str) -> LawyerRecord {
    LawyerRecord {
        name: name.to_owned(),
        firm: format!("{name} Law"),
        licenses: vec![
            BarLicense { state: UsState::Ohio, number: format!("0071-{name}") },
            BarLicense { state: UsState::Texas, number: format!("24001-{name}") },
        ],
        areas: vec![
            PracticeArea::State(UsState::Texas),
            PracticeArea::County(UsState::Ohio, "Franklin".to_owned()),
        ],
        takes_misdemeanors: true,
        capacity: 3,
        email: format!("{}@example.com", name.to_lowercase()),
        phone: "5125550100".to_owned(),
        trust_account_name: format!("{name} IOLTA"),
        monthly_fee: None,
    }
}

/// Adds a lawyer who has an account.
pub fn lawyer(store: &mut dyn Store, name: &str) -> Lawyer {
    let user = user(store, &format!("{}-account@example.com", name.to_lowercase()));
    let id = store.insert_lawyer(&record(name), None, at(0)).unwrap().id;
    store.set_lawyer_account(id, Some(user)).unwrap().unwrap()
}

/// Adds a ticket and a payment for a lawyer, locks the payment, and builds the hire.
pub fn new_hire(store: &mut dyn Store, user: UserId, key: &str) -> NewHire {
    let ticket = ticket(store, user);
    let payment = payment(store, user, Payable::Lawyer(ticket), key);
    store.lock_payment(payment.id).unwrap();
    NewHire {
        user_id: user,
        ticket_id: ticket,
        payment_id: payment.id,
        violation_type: Some("Speeding".to_owned()),
        amount: payment.amount,
        confirmation_number: payment.confirmation_number,
        created_at: at(3),
        recorded_at: at(4),
    }
}

/// Adds a hire, its ticket and its payment, and returns the hire's id.
pub fn hire(store: &mut dyn Store, user: UserId, key: &str) -> HireId {
    let new = new_hire(store, user, key);
    store.insert_hire(&new).unwrap().id
}

/// Adds a hire and its case in Texas, which Lanewise offers to lawyers. `change` edits the case before it is stored.
pub fn case(store: &mut dyn Store, user: UserId, key: &str, change: impl FnOnce(&mut Case)) -> Case {
    let id = hire(store, user, key);
    let mut case = Case {
        handling: Handling::Matched,
        step: CaseStep::Hired,
        court: CaseCourt { state: Some(UsState::Texas), ..CaseCourt::default() },
        offense_class: OffenseClass::Misdemeanor,
        accept_by: Some(at(1_000)),
        ..store.case_of_hire(id).unwrap().unwrap()
    };
    change(&mut case);
    store.insert_case(&case).unwrap();
    store.case_of_hire(id).unwrap().unwrap()
}

/// Builds an offer of a case to a lawyer.
pub fn offer(case: HireId, lawyer: LawyerId) -> LawyerOffer {
    LawyerOffer { case, lawyer_id: lawyer, offered_at: at(5), answer_by: at(90) }
}

/// Builds an event of a case, caused by the system at second 5.
pub fn event(case: HireId, kind: CaseEventKind, step: CaseStep) -> NewCaseEvent {
    NewCaseEvent {
        case,
        kind,
        step,
        at: at(5),
        actor: CaseActor::System,
        actor_id: None,
        lawyer_id: None,
        note: None,
        court_date: None,
        court_time: None,
        verdict: None,
        files: vec![],
    }
}

/// The shortest encrypted value that the tables' check constraints accept.
pub const SEALED: [u8; 41] = [7; 41];

/// Builds a message from a driver to a lawyer.
pub fn message(case: HireId, lawyer: LawyerId) -> NewCaseMessage<'static> {
    NewCaseMessage { case, lawyer_id: lawyer, is_from_lawyer: false, sealed: &SEALED, sent_at: at(6) }
}
