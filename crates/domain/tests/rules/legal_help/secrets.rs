//! Tests of consents, and of who may write messages in a case.

use chrono::{DateTime, Utc};
use domain::legal_help::case::action::CaseAction;
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::secrets::{Consent, ConsentKind, ConsentState};
use domain::shared::ids::LawyerId;
use rstest::rstest;

use super::build::case;
use crate::build::time;

fn hours_after_request(hours: i64) -> DateTime<Utc> {
    time("2026-03-02T12:00:00Z") + chrono::TimeDelta::hours(hours)
}

fn case_with_lawyer(step: CaseStep) -> Case {
    Case { lawyer_id: Some(LawyerId(1)), ..case(Handling::Matched, step) }
}

/// Returns a consent that was requested at hour 0, given at hour `given`, and refused or withdrawn at hour `ended`.
fn consent(kind: ConsentKind, given: Option<i64>, ended: Option<i64>) -> Consent {
    Consent {
        id: 1,
        case: case_with_lawyer(CaseStep::Accepted).id,
        kind,
        lawyer_id: (kind == ConsentKind::RecordForLawyer).then_some(LawyerId(1)),
        asked_by: None,
        asked_at: hours_after_request(0),
        given_at: given.map(hours_after_request),
        expires_at: given.and_then(|given| kind.expires_at(hours_after_request(given))),
        ended_at: ended.map(hours_after_request),
    }
}

#[rstest]
#[case::not_answered(None, None, 500, ConsentState::Asked)]
#[case::given(Some(1), None, 72, ConsentState::Given)]
#[case::three_days_later(Some(1), None, 73, ConsentState::Expired)]
#[case::refused(None, Some(1), 2, ConsentState::Refused)]
#[case::withdrawn(Some(1), Some(2), 3, ConsentState::Withdrawn)]
fn a_consent_to_read_messages_can_be_refused_or_withdrawn_and_expires_after_72_hours(
    #[case] given: Option<i64>,
    #[case] ended: Option<i64>,
    #[case] now: i64,
    #[case] expected: ConsentState,
) {
    let consent = consent(ConsentKind::StaffReading, given, ended);
    assert_eq!(consent.state(&case_with_lawyer(CaseStep::Closed), hours_after_request(now)), expected);
}

#[test]
fn a_lawyer_may_see_the_record_until_the_case_is_decided_or_has_another_lawyer() {
    let consent = consent(ConsentKind::RecordForLawyer, Some(1), None);
    let state = |case: &Case| consent.state(case, hours_after_request(9_000));
    assert_eq!(state(&case_with_lawyer(CaseStep::CourtDateSet)), ConsentState::Given);
    assert_eq!(state(&case_with_lawyer(CaseStep::Decided)), ConsentState::Expired);
    let reassigned = Case { lawyer_id: Some(LawyerId(2)), ..case_with_lawyer(CaseStep::Accepted) };
    assert_eq!(state(&reassigned), ConsentState::Expired);
    assert_eq!(state(&Case { lawyer_id: None, ..reassigned }), ConsentState::Expired);
    let expired = Consent { expires_at: Some(hours_after_request(9_000)), ..consent };
    let opened_again = case_with_lawyer(CaseStep::Deferred);
    assert_eq!(expired.state(&opened_again, hours_after_request(9_000)), ConsentState::Expired);
}

#[test]
fn messages_can_be_sent_only_while_a_case_with_a_lawyer_is_neither_closed_nor_ended() {
    let takes: Vec<_> =
        CaseStep::ALL.iter().filter(|step| case_with_lawyer(**step).takes_messages()).copied().collect();
    let closed = [CaseStep::Closed, CaseStep::NoLawyer, CaseStep::Withdrawn, CaseStep::Ended];
    assert!(closed.iter().all(|step| !takes.contains(step)));
    assert_eq!(takes.len() + closed.len(), CaseStep::ALL.len());
    assert!(!case(Handling::Matched, CaseStep::Offered).takes_messages());
    assert!(case_with_lawyer(CaseStep::Ended).may_lawyer_read_messages());
    assert!(!case_with_lawyer(CaseStep::Withdrawn).may_lawyer_read_messages());
}

#[test]
fn lawyers_and_staff_cannot_request_a_consent_again_until_the_first_consent_has_ended() {
    let case = case_with_lawyer(CaseStep::Accepted);
    let of_lawyer = |consents: &[Consent]| {
        let mut actions = case.lawyer_actions(consents, hours_after_request(2));
        actions.retain(|one| matches!(one, CaseAction::AskForRecord | CaseAction::ReadRecord));
        actions
    };
    let of_staff = |consents: &[Consent], now| case.reading_actions(consents, hours_after_request(now));
    let [record, reading] = [ConsentKind::RecordForLawyer, ConsentKind::StaffReading];
    assert_eq!(of_lawyer(&[]), [CaseAction::AskForRecord]);
    assert_eq!(of_lawyer(&[consent(record, None, None)]), []);
    assert_eq!(of_lawyer(&[consent(record, None, Some(1))]), [CaseAction::AskForRecord]);
    assert_eq!(of_lawyer(&[consent(record, Some(1), None)]), [CaseAction::ReadRecord]);
    assert_eq!(of_lawyer(&[consent(reading, Some(1), None)]), [CaseAction::AskForRecord], "of another kind");
    assert_eq!(of_staff(&[consent(reading, Some(1), None)], 2), [CaseAction::ReadMessages]);
    assert_eq!(of_staff(&[consent(reading, Some(1), None)], 73), [CaseAction::AskToRead]);
    assert_eq!(of_staff(&[consent(reading, None, None)], 2), []);
}
