//! Functions that create cases and lawyers.

use domain::legal_help::case::handling::{Handling, HireCase};
use domain::legal_help::case::record::{Case, CaseCourt};
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::hire::{HireStatus, LawyerHire};
use domain::legal_help::lawyer::{BarLicense, Lawyer, LawyerRecord, PracticeArea};
use domain::legal_help::matching::Candidate;
use domain::shared::ids::{HireId, LawyerId, TicketId, UserId};
use domain::shared::money::Money;
use domain::shared::us_state::UsState;

use crate::build::time;

pub fn hire(status: HireStatus) -> LawyerHire {
    LawyerHire {
        id: HireId(1),
        user_id: UserId(2),
        ticket_id: Some(TicketId(1)),
        payment_id: None,
        violation_type: Some("Speeding".to_owned()),
        amount: Money::from_dollars(75),
        contact_method: None,
        contact_value: None,
        confirmation_number: "CONF-HIRED00001".to_owned(),
        status,
        case: HireCase::NEW,
        refund: None,
        refund_amount: Money::ZERO,
        is_ticket_paid: false,
        is_seen_by_admin: false,
        is_solved: false,
        created_at: time("2026-03-02T12:00:00Z"),
        recorded_at: time("2026-03-02T12:00:00Z"),
    }
}

pub fn case(handling: Handling, step: CaseStep) -> Case {
    Case { handling, step, ..Case::outside(&hire(HireStatus::Pending)) }
}

/// Returns the details of a lawyer who takes all cases in Texas, including misdemeanors.
pub fn record() -> LawyerRecord {
    LawyerRecord {
        name: "Lena Ortiz".to_owned(),
        firm: "Ortiz Traffic Law".to_owned(),
        licenses: vec![BarLicense { state: UsState::Texas, number: "24001".to_owned() }],
        areas: vec![PracticeArea::State(UsState::Texas)],
        takes_misdemeanors: true,
        capacity: 2,
        email: "lena@example.com".to_owned(),
        phone: "5551234567".to_owned(),
        trust_account_name: "Ortiz Traffic Law IOLTA".to_owned(),
        monthly_fee: None,
    }
}

/// Returns an active lawyer with an account and no open cases.
pub fn candidate(id: i32) -> Candidate {
    let lawyer = Lawyer {
        id: LawyerId(id),
        record: record(),
        is_active: true,
        user_id: Some(UserId(100 + id)),
        last_offered_at: None,
        fee_from: None,
        version: 1,
        created_at: time("2026-01-01T00:00:00Z"),
        has_photo: false,
    };
    Candidate { lawyer, open_cases: 0 }
}

/// Returns a court in this state. The court's other details are unknown.
pub fn court_in(state: UsState) -> CaseCourt {
    CaseCourt { state: Some(state), ..CaseCourt::default() }
}
