//! Helpers that create lawyers in New York, which is the driver's state, and a case at a given step.

use application::access::Actor;
use application::error::Result;
use application::legal_help::cases::agreement::{AgreementEntry, send, sign};
use application::legal_help::cases::offers::accept;
use application::legal_help::cases::steps::{LawyerStep, StepEntry, record_step};
use domain::accounts::user::{Role, User};
use domain::legal_help::case::event::CaseEventKind;
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::hire::HireStatus;
use domain::legal_help::lawyer::{BarLicense, Lawyer, LawyerRecord, PracticeArea};
use domain::payments::refund::RefundReason;
use domain::shared::ids::{HireId, LawyerId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState;

use crate::support::*;

/// Id of the first hire, which most of these tests are about.
pub const CASE: HireId = HireId(1);

/// Returns the details of a lawyer who takes cases in all of New York.
pub fn record(id: i32) -> LawyerRecord {
    LawyerRecord {
        name: format!("Lawyer {id}"),
        firm: format!("Firm {id}"),
        licenses: vec![BarLicense { state: UsState::NewYork, number: format!("NY-{id}") }],
        areas: vec![PracticeArea::State(UsState::NewYork)],
        takes_misdemeanors: false,
        capacity: 5,
        email: format!("lawyer{id}@example.com"),
        phone: "5551234567".to_owned(),
        trust_account_name: format!("Firm {id} IOLTA"),
        monthly_fee: None,
    }
}

/// Returns a lawyer's account.
fn account(id: i32) -> User {
    User { role: Role::Lawyer, full_name: Some(format!("Lawyer {id}")), ..user(UserId(10 + id)) }
}

/// Returns a lawyer as a caller.
pub fn lawyer(id: i32) -> Actor {
    Actor { user: account(id), ..actor(UserId(10 + id)) }
}

/// Returns a world with this many lawyers.
pub fn world_with_lawyers(count: i32) -> World {
    let world = World::new();
    for id in 1..=count {
        world.database.tables().users.push(account(id));
        world.database.tables().legal_help.lawyers.push(Lawyer {
            id: LawyerId(id),
            record: record(id),
            is_active: true,
            user_id: Some(UserId(10 + id)),
            last_offered_at: None,
            fee_from: None,
            version: 1,
            created_at: noon(),
            has_photo: false,
        });
    }
    world
}

/// Returns a world with this many lawyers, in which the driver paid for a lawyer.
pub fn world_with_hire(lawyers: i32) -> World {
    let world = world_with_lawyers(lawyers);
    world.pay_and_settle(LAWYER);
    world
}

/// Makes the driver pay for one more lawyer.
pub fn hire_another(world: &World, payable: Payable) {
    let started = world.pay_without_event(payable);
    world.deliver_event("evt_another", &started.intent_id).unwrap();
}

pub fn case(world: &World) -> Case {
    let case = world.database.tables().cases().into_iter().find(|case| case.id == CASE);
    case.unwrap()
}

/// Returns the step of the case [`CASE`].
pub fn step(world: &World) -> CaseStep {
    case(world).step
}

/// Returns the hire's status.
pub fn status(world: &World) -> HireStatus {
    world.database.tables().hires[0].status
}

/// Returns the id of the lawyer with the open offer; `None` if there is no open offer.
pub fn offered_to(world: &World) -> Option<i32> {
    let tables = world.database.tables();
    let open = tables.legal_help.offers.iter().find(|(_, end)| end.is_none());
    open.map(|(offer, _)| offer.lawyer_id.0)
}

/// Returns the kinds of all cases' events, oldest first.
pub fn events(world: &World) -> Vec<CaseEventKind> {
    world.database.tables().legal_help.events.iter().map(|event| event.kind).collect()
}

/// Returns the kind and the note of the newest event.
pub fn last_event(world: &World) -> (CaseEventKind, Option<String>) {
    let last = world.database.tables().legal_help.events.last().cloned().unwrap();
    (last.kind, last.note)
}

/// Returns the reason and the amount of each refund.
pub fn refunded(world: &World) -> Vec<(RefundReason, Money)> {
    world.database.tables().refunds.iter().map(|refund| (refund.reason, refund.amount)).collect()
}

/// Returns the reason of each refund.
pub fn refunds(world: &World) -> Vec<RefundReason> {
    world.database.tables().refunds.iter().map(|refund| refund.reason).collect()
}

/// Builds a step without a note and without files. The lawyer states that the court's
/// document isn't available yet.
pub fn entry(step: LawyerStep) -> StepEntry {
    StepEntry {
        step,
        note: None,
        offense_class: None,
        files: vec![],
        is_document_pending: true,
        must_driver_come: None,
    }
}

/// Sends an agreement that is a text, not a PDF, to the driver as `caller`.
pub fn send_text(world: &World, caller: &Actor, text: &str) -> Result<Case> {
    send(&world.deps, caller, CASE, &AgreementEntry::Text(text.to_owned()), None)
}

/// Records a step as lawyer 1.
pub fn record_by_lawyer(world: &World, step: LawyerStep, note: Option<&str>) -> Result<Case> {
    let entry = StepEntry { note: note.map(str::to_owned), ..entry(step) };
    record_step(&world.deps, &lawyer(1), CASE, &entry, None)
}

/// Returns a world with this many lawyers, in which lawyer 1 accepted the case.
pub fn world_with_accepted_case(lawyers: i32) -> World {
    let world = world_with_hire(lawyers);
    accept(&world.deps, &lawyer(1), CASE, None, None).unwrap();
    world
}

/// Returns a world in which the driver signed lawyer 1's agreement.
pub fn world_with_signed_agreement(lawyers: i32) -> World {
    let world = world_with_accepted_case(lawyers);
    send_text(&world, &lawyer(1), "We agree.").unwrap();
    sign(&world.deps, &driver(), CASE, "Dana Driver", false, None).unwrap();
    world
}

/// Returns a world in which lawyer 1 filed an appearance.
pub fn world_with_appearance(lawyers: i32) -> World {
    let world = world_with_signed_agreement(lawyers);
    record_by_lawyer(&world, LawyerStep::Appearance, None).unwrap();
    world
}
